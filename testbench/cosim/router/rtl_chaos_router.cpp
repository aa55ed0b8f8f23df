#include <string>

#include "testbench/cosim/router/chaos_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_chaos_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"

namespace switchyard {
namespace {

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated, int kPorts>
class RegisteredChaosRouter final : public RegisteredRouter<Verilated, kPorts, 1> {
  using Router = RegisteredRouter<Verilated, kPorts, 1>;
  using Router::rtl;

 public:
  RegisteredChaosRouter(const std::string& name, const ChaosRouterStraps& straps, const RtlOptions& options)
      : Router(name, "registered_chaos_router", BlockFault::Block::ChaosRouter, chaos_router_places(kPorts),
               options) {
    straps.site.drive(rtl()->site_i);
    straps.latency.drive(rtl()->latency_i);
    straps.first.drive(rtl()->first_i);
    straps.table.drive(rtl()->table_i);
    straps.start.drive(rtl()->start_i);
    Router::reset();
  }

 private:
  void put(const PortInputs& inputs) override {
    Router::put(inputs);
    put_element<kPorts - 1>(rtl()->request_i, 0, inputs.request_ports);
  }
  void clear_pins() override {
    Router::clear_pins();
    clear(rtl()->request_i);
  }
  void read(PinWords& outputs) const override {
    Router::read(outputs);
    outputs[*this->places().request] = rtl()->request_o;
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const ChaosRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<ChaosRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, slots, flits, injection_flits, ejection_slots, visits, latency, radix, \
                 table_nodes)                                                                             \
  {{ports, slots, flits, injection_flits, ejection_slots, visits, latency, radix, table_nodes},           \
   [](const std::string& name, const ChaosRouterStraps& straps,                                           \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                          \
     return std::make_unique<RegisteredChaosRouter<verilated, ports>>(name, straps, options);             \
   }},
  static const Table kModels({SY_RTL_CHAOS_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_chaos_router(const Design& design, NodeId node,
                                                 const RtlOptions& options) {
  const ChaosRouterShape shape = chaos_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const ChaosRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       chaos_router_straps(design, node, model->key), options);
  refuse_chaos_router("no model is built for " + describe(shape) + ". Built, as the most that they carry: " +
                      models().built("; ", [](const ChaosRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
