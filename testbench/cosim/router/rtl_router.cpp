#include "testbench/cosim/router/rtl_router.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "hw/base/bits.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_unit.h"

namespace switchyard {
namespace {

/// Model of one shape: parameters NumPorts and NumVcs. Its pins are registers, which the edge that ends a
/// cycle loads with those of the next one.
template <class Verilated, int kPorts, int kVcs>
class VerilatedRouter final : public RtlUnit<RtlRouter, Verilated> {
  using Unit = RtlUnit<RtlRouter, Verilated>;
  using Unit::rtl;
  using RouterVcMask = std::uint64_t;  ///< Bit port * vcs + vc.
  static_assert(kPorts * kVcs <= 64);

 public:
  VerilatedRouter(const std::string& name, std::uint64_t site, const StartPins& starts,
                  const RtlOptions& options)
      : Unit(name, "registered_router", RouterPlaces(kPorts, kVcs).layout, options),
        assertions_(options.assertions),
        places_(kPorts, kVcs) {
    rtl()->site_i = site;
    starts.drive(rtl()->start_i);
    VerilatedRouter::reset();
  }
  ~VerilatedRouter() override { rtl()->final(); }
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;

  void reset() override {
    rtl_context().assertOn(false);  // Of what was never reset nothing need hold.
    Unit::reset();
    rtl_context().assertOn(assertions_);
  }

  void step(const PortInputs& inputs) override {
    have_missed_cycles();
    begin_cycle();
    for_each_bit(inputs.flit_ports, [&](PortId p) {
      const auto words = words_of(inputs.flits[p]);
      std::copy(words.begin(), words.end(), &rtl()->flit_i[static_cast<std::size_t>(p) * kFlitWords]);
    });
    RouterVcMask credits = 0;
    for_each_bit(inputs.credit_ports,
                 [&](PortId p) { credits |= static_cast<RouterVcMask>(inputs.credits[p]) << (p * kVcs); });
    rtl()->credit_i = static_cast<std::remove_reference_t<decltype(rtl()->credit_i)>>(credits);
    evaluate();
    this->end_cycle();
  }
  void have_missed_cycles() override { this->catch_up(); }

 private:
  void begin_cycle() override { clear_pins(); }
  void evaluate() override {
    rtl()->clk_i = 1;
    rtl()->eval();
    rtl()->clk_i = 0;
    rtl()->eval();
  }
  void clear_pins() override {
    std::memset(&rtl()->flit_i, 0, sizeof rtl()->flit_i);
    rtl()->credit_i = 0;
  }
  void spoil(const TimedFault& fault, PinWords& outputs) override {
    for (std::size_t port = 0; port < kPorts; ++port) {
      std::uint32_t* const flit = &outputs[places_.flit + port * kFlitWords];
      std::uint32_t& payload = flit[kFlitWords - 1];
      if (flit_of(flit).valid())
        payload = fault.spoil(BlockFault::Block::VcRouter, port, payload, payload ^ 1);
    }
  }
  void read(PinWords& outputs) const override {
    std::memcpy(outputs.data() + places_.flit, &rtl()->flit_o, sizeof rtl()->flit_o);
    for (std::size_t port = 0; port < kPorts; ++port)
      outputs[places_.credit + port] =
          static_cast<std::uint32_t>(rtl()->credit_o >> port * kVcs) & low_bits<std::uint32_t>(kVcs);
    outputs[places_.busy] = rtl()->busy_o;
  }

  bool assertions_;
  RouterPlaces places_;
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, std::uint64_t site,
                                            const StartPins& starts, const RtlOptions& options);
using Table = RtlModelTable<RouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, vcs, depth, radix)                                              \
  {{ports, vcs, depth, radix},                                                                     \
   [](const std::string& name, std::uint64_t site, const StartPins& starts,                        \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                   \
     return std::make_unique<VerilatedRouter<verilated, ports, vcs>>(name, site, starts, options); \
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
