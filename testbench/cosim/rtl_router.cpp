#include "testbench/cosim/rtl_router.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

#include "hw/base/bits.h"
#include "testbench/cosim/router_pins.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {
namespace {

/// Model of one shape: parameters NumPorts and NumVcs.
template <class Verilated, int kPorts, int kVcs>
class VerilatedRouter final : public RtlRouter {
  using LaneMask = std::uint64_t;  ///< Bit port * vcs + vc.
  static_assert(kPorts * kVcs <= 64);

 public:
  VerilatedRouter(const std::string& name, std::uint64_t site, const StartPins& starts,
                  const RtlOptions& options)
      : rtl_(&rtl_context(), name.c_str()),
        cycles_(options.now),
        fault_(options.fault),
        assertions_(options.assertions),
        places_(kPorts, kVcs),
        outputs_(places_.layout.size()) {
    rtl_->site_i = site;
    starts.drive(rtl_->start_i);
    VerilatedRouter::reset();
  }
  ~VerilatedRouter() override { rtl_->final(); }
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;

  void trace(RtlTrace& trace) override { trace.add(*rtl_, "registered_router"); }

  void reset() override {
    clear_pins();
    rtl_context().assertOn(false);  // Of what was never reset nothing need hold.
    reset_module(*rtl_);
    rtl_context().assertOn(assertions_);
    cycles_.restart();
  }

  void step(const PortInputs& inputs) override {
    have_missed_cycles();
    clear_pins();
    for_each_bit(inputs.flit_ports, [&](PortId p) {
      const auto words = words_of(inputs.flits[p]);
      std::copy(words.begin(), words.end(), &rtl_->flit_i[static_cast<std::size_t>(p) * kFlitWords]);
    });
    LaneMask credits = 0;
    for_each_bit(inputs.credit_ports,
                 [&](PortId p) { credits |= static_cast<LaneMask>(inputs.credits[p]) << (p * kVcs); });
    rtl_->credit_i = static_cast<std::remove_reference_t<decltype(rtl_->credit_i)>>(credits);
    clock();
    end_cycle(cycles_.use());
  }

  void have_missed_cycles() override {
    cycles_.catch_up([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  void finish_cycle() override {
    cycles_.finish([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  const PinWords& outputs() const override { return outputs_; }

 private:
  void clear_pins() {
    std::memset(&rtl_->flit_i, 0, sizeof rtl_->flit_i);
    rtl_->credit_i = 0;
  }
  /// The edge that ends the last cycle and puts the pins of this one before the router.
  void clock() {
    rtl_->clk_i = 1;
    rtl_->eval();
    rtl_->clk_i = 0;
    rtl_->eval();
  }
  /// Returns whether it has changed nothing.
  bool idle_cycle(Cycle cycle) {
    const bool rests = rtl_.unchanged_by([&] {
      clear_pins();
      clock();
    });
    end_cycle(cycle);
    return rests;
  }
  void end_cycle(Cycle cycle) {
    spoil();
    read();
    settled(cycle);
  }

  void spoil() {
    if (!fault_) return;
    for (std::size_t port = 0; port < kPorts; ++port) {
      std::uint32_t* const flit = &rtl_->flit_o[port * kFlitWords];
      std::uint32_t& payload = flit[kFlitWords - 1];
      if (flit_of(flit).valid())
        payload = fault_->spoil(BlockFault::Block::VcRouter, port, payload, payload ^ 1);
    }
  }
  void read() {
    std::memcpy(outputs_.data() + places_.flit, &rtl_->flit_o, sizeof rtl_->flit_o);
    for (std::size_t port = 0; port < kPorts; ++port)
      outputs_[places_.credit + port] =
          static_cast<std::uint32_t>(rtl_->credit_o >> port * kVcs) & low_bits<std::uint32_t>(kVcs);
    outputs_[places_.busy] = rtl_->busy_o;
  }

  RtlModule<Verilated> rtl_;
  RtlCycles cycles_;
  std::optional<TimedFault> fault_;
  bool assertions_;
  RouterPlaces places_;
  PinWords outputs_;
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
