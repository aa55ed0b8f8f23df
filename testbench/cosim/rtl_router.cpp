#include "testbench/cosim/rtl_router.h"

#include <array>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "testbench/cosim/router_pins.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {
namespace {

using LaneMask = std::uint64_t;  ///< Bit port * vcs + vc: a lane of the router.

template <class Pin, class Value>
void put(Pin& pin, Value value) {
  pin = static_cast<Pin>(value);
}
template <class Words>
void drive(Words& pins, PortId p, const Flit& flit) {
  std::size_t at = static_cast<std::size_t>(p) * kFlitWords;
  for (const std::uint32_t word : words_of(flit)) pins[at++] = word;
}
template <class Words>
Flit sample(const Words& pins, PortId p) {
  return flit_of(&pins[static_cast<std::size_t>(p) * kFlitWords]);
}

/// Model of one shape: parameters NumPorts, NumVcs and Depth.
template <class Verilated, int kPorts, int kVcs, int kDepth>
class VerilatedRouter final : public RtlRouter {
  static constexpr int kLanes = kPorts * kVcs;
  static_assert(kLanes <= 64);

 public:
  VerilatedRouter(const std::string& name, std::uint64_t site, const StartPins& starts)
      : rtl_(&rtl_context(), name.c_str()) {
    rtl_->site_i = site;
    starts.drive(rtl_->start_i);
    for (PortId p = 0; p < kPorts; ++p) drive(rtl_->flit_i, p, Flit{});
    rtl_->credit_i = 0;
    rtl_->probe_lane_i = 0;
    VerilatedRouter::reset();
  }
  ~VerilatedRouter() override { rtl_->final(); }
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;

  void trace(RtlTrace& trace) override { trace.add(*rtl_, "vc_router"); }
  void finish_cycle() override {}

  void reset() override { reset_module(*rtl_); }

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    for_each_bit(inputs.flit_ports, [&](PortId p) { drive(rtl_->flit_i, p, inputs.flits[p]); });
    LaneMask credits = 0;
    for_each_bit(inputs.credit_ports,
                 [&](PortId p) { credits |= static_cast<LaneMask>(inputs.credits[p]) << (p * kVcs); });
    put(rtl_->credit_i, credits);
    rtl_->clk_i = 1;
    rtl_->eval();

    for (PortId p = 0; p < kPorts; ++p) {
      const Flit flit = sample(rtl_->flit_o, p);
      if (flit.valid()) outputs.send(p, flit);
    }
    for_each_bit(static_cast<LaneMask>(rtl_->credit_o),
                 [&](int lane) { outputs.return_credit(lane / kVcs, lane % kVcs); });

    for_each_bit(inputs.flit_ports, [&](PortId p) { drive(rtl_->flit_i, p, Flit{}); });
    rtl_->credit_i = 0;
    rtl_->clk_i = 0;
    rtl_->eval();
    return rtl_->busy_o;
  }

  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override {
    for (int lane = 0; lane < kLanes; ++lane) {
      probe(lane);
      const Flit front = sample(rtl_->probe_front_o, 0);
      visit({ref(lane), rtl_->probe_count_o, kDepth, front.valid() ? &front : nullptr,
             rtl_->probe_output_o != 0});
    }
  }

  std::vector<Want> wants(const LaneRef& lane) const override {
    probe(lane.port * kVcs + lane.vc);
    const auto held = static_cast<LaneMask>(rtl_->probe_output_o);
    if (held != 0) {
      if (rtl_->probe_count_o == 0) return {{Want::Where::Feeder, {Side::Output, lane.port, lane.vc}}};
      if ((held & rtl_->probe_ready_o) != 0) return {};
      return {{Want::Where::Far, ref(lowest_bit(held))}};
    }
    if (rtl_->probe_request_o != 0) return {};
    const auto legal = static_cast<LaneMask>(rtl_->probe_legal_o);
    std::array<int, kLanes> holder;
    holder.fill(-1);
    for (int input = 0; input < kLanes; ++input) {
      probe(input);
      for_each_bit(static_cast<LaneMask>(rtl_->probe_output_o),
                   [&](int output) { holder[static_cast<std::size_t>(output)] = input; });
    }
    std::vector<Want> wants;
    for_each_bit(legal, [&](int output) {
      const int input = holder[static_cast<std::size_t>(output)];
      wants.push_back(input < 0 ? Want{Want::Where::Far, ref(output)} : Want{Want::Where::Here, ref(input)});
    });
    return wants;
  }

 private:
  static LaneRef ref(int lane) { return {Side::Input, lane / kVcs, lane % kVcs}; }

  void probe(int lane) const {
    put(rtl_->probe_lane_i, lane);
    rtl_->eval();
  }

  RtlModule<Verilated> rtl_;  ///< Its link pins are idle between steps, so looking changes nothing.
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, std::uint64_t site,
                                            const StartPins& starts);
using Table = RtlModelTable<RouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, vcs, depth, radix)                                                       \
  {{ports, vcs, depth, radix},                                                                              \
   [](const std::string& name, std::uint64_t site, const StartPins& starts) -> std::unique_ptr<RtlRouter> { \
     return std::make_unique<VerilatedRouter<verilated, ports, vcs, depth>>(name, site, starts);            \
   }},
  static const Table kModels({SY_RTL_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node) {
  const RouterShape shape = shape_of(design);
  if (const Table::Row* model = models().find(shape))
    return model->make("router_" + std::to_string(node) + " rtl", site_of(design, node),
                       start_pins(design, node));
  refuse_rtl_router("no model is built for " + describe(shape) + ". Built: " +
                    models().built("; ", [](const RouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
