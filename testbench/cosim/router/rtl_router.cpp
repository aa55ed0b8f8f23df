#include "testbench/cosim/router/rtl_router.h"

#include <string>

#include "testbench/cosim/router/verilated_router.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

/// Model of one shape: parameters NumPorts and NumVcs. Its pins are registers, which the edge that ends a
/// cycle loads with those of the next one.
template <class Verilated, int kPorts, int kVcs>
class RegisteredRouter final : public VerilatedRouter<RtlRouter, Verilated, kPorts, kVcs> {
  using Router = VerilatedRouter<RtlRouter, Verilated, kPorts, kVcs>;
  using Router::rtl;

 public:
  RegisteredRouter(const std::string& name, std::uint64_t site, const StartPins& starts,
                   const RtlOptions& options)
      : Router(name, "registered_router", vc_router_places(kPorts, kVcs), options) {
    rtl()->site_i = site;
    starts.drive(rtl()->start_i);
    Router::reset();
  }

 private:
  void begin_cycle() override { this->clear_pins(); }
  void evaluate() override {
    rtl()->clk_i = 1;
    rtl()->eval();
    rtl()->clk_i = 0;
    rtl()->eval();
  }
  void read(PinWords& outputs) const override {
    Router::read(outputs);
    outputs[*this->places().busy] = rtl()->busy_o;
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, std::uint64_t site,
                                            const StartPins& starts, const RtlOptions& options);
using Table = RtlModelTable<RouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, vcs, depth, radix)                                               \
  {{ports, vcs, depth, radix},                                                                      \
   [](const std::string& name, std::uint64_t site, const StartPins& starts,                         \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                    \
     return std::make_unique<RegisteredRouter<verilated, ports, vcs>>(name, site, starts, options); \
   }},
  static const Table kModels({SY_RTL_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node, const RtlOptions& options) {
  const RouterShape shape = shape_of(design);
  if (const Table::Row* model = models().find(shape))
    return model->make("router_" + std::to_string(node) + " rtl", site_of(design, node),
                       start_pins(design, node), options);
  refuse_rtl_router("no model is built for " + describe(shape) + ". Built: " +
                    models().built("; ", [](const RouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
