#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/alloc/flit_fifo.h"
#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/base/terminals.h"
#include "hw/router/circuit/circuit_block.h"
#include "hw/router/circuit/circuit_config.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Circuit switch: a header sets up a path of outputs, and the flits of its packet follow without waiting.
///
/// The head flit is the header. It takes the output that the routing function names if that is free, and
/// moves on a stage per cycle; the answer of the terminal, its credit, goes back along the path a stage per
/// cycle; then the flits behind follow, and the tail releases the outputs that it leaves. A header that finds
/// its output taken waits where it is (hold), or is refused: the refusal goes back along the path, releases
/// it, and the switch where the terminal sends tries again after a random time (drop).
///
/// Signals go back on the credit wires. VC 0: the slot of a flit is free; that of a header when it has been
/// answered, so that the answer is the credit with which all of an output's credits are back. VC 1 in place
/// of that: the header is refused.
///
/// Ports:     in[p], out[p] are links in topology port order; terminals at any of them.
/// Config:    see CircuitConfig.
/// Timing:    a header leaves in the cycle in which it arrives; so do answers, refusals, and flits on a
///            circuit. An output can be taken again in the cycle after the tail has left, or after a refusal
///            has come. Through k switches with links of 1 cycle a header arrives k + 1 cycles after it is
///            created, the tail of a packet of w >= 2 flits 3 k + w - 1 cycles (answer: none: k + w).
/// Deadlock:  drop: free, nothing waits that holds anything but its entry. Hold: free if the routing function
///            is, with one VC.
/// Livelock:  hold: free. Drop: free with probability 1, as tries come at random times.
/// Starves:   no header that holds: round robin lets all others of a switch win once before it.
/// Errors:    std::logic_error on a broken link protocol.
/// Differs:   from the circuit switches of the papers: the header is a flit of the packet, and is delivered.
/// Source:    Patel, "Performance of Processor-Memory Interconnections for Multiprocessors", IEEE ToC 1981.
class CircuitRouter final : public RouterCore {
 public:
  static constexpr VcId kCredit = 0;
  static constexpr VcId kRefusal = 1;

  /// Without `make_block` its crosspoints are its own.
  CircuitRouter(const CircuitConfig& config, NodeId node, int ports, const NodeTerminals& terminals,
                std::uint64_t seed, const RoutingFunction& routing, const CircuitFactory& make_block = {});

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override { faulty_ = ports; }
  void prefetch_state() const override;
  void prefetch_flits(const PortInputs& inputs) const override {
    for_each_bit(inputs.flit_ports, [&](PortId p) { __builtin_prefetch(&inputs_[p]); });
  }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override;

 private:
  /// What is at an input port.
  struct Input {
    explicit Input(int depth) : flits(depth) {}

    FlitFifo<Flit> flits;     ///< That wait behind the header, or for their turn to be one.
    Flit header;              ///< Of the packet that asks for an output or has one.
    std::uint8_t output = 0;  ///< That it wants or has.
    int delay = 0;            ///< Cycles until it asks again; 0: it asks.
  };

  void take_credits(const PortInputs& inputs, CircuitArrivals& arrivals);
  void take_flits(const PortInputs& inputs, CircuitArrivals& arrivals, PortOutputs& outputs);
  void load_headers(PortOutputs& outputs);
  void load(PortId input, const Flit& header, PortOutputs& outputs);
  void keep(PortId input, const Flit& flit);
  void offer(CircuitArrivals& arrivals);
  void hear(const CircuitDepartures& departures, PortOutputs& outputs);
  void send(const CircuitDepartures& departures, PortMask passing, PortOutputs& outputs);
  bool must_step() const;
  PortId output_for(PortId input, TerminalId destination) const;
  PortMask held_outputs() const;
  bool is_entry(PortId port) const { return terminals_.entries.test(port); }
  bool has_room(PortId output) const {
    return outstanding_[output] < (terminals_.exits_here.test(output) ? exit_depth_ : link_depth_);
  }
  bool keeps_header(PortId input) const;

  // What most steps need, in two cache lines.
  HugePageVector<Input> inputs_;  ///< [port]
  std::unique_ptr<CircuitBlock> block_;
  PortMask asking_ = 0;   ///< Inputs whose header wants an output,
  PortMask sent_ = 0;     ///< has left through it, and is not answered,
  PortMask open_ = 0;     ///< or whose other flits follow.
  PortMask waiting_ = 0;  ///< Inputs with flits besides the header.
  PortMask room_ = 0;     ///< Outputs with room behind them.
  PortMask faulty_ = 0;
  NodeTerminals terminals_;
  std::int16_t exit_depth_;
  std::int16_t link_depth_;
  bool drops_;
  bool answers_;
  PortArray<std::int16_t> outstanding_;  ///< [output]: flits whose credits are not back.

  CircuitConfig config_;
  NodeId node_;
  const RoutingFunction& routing_;
  RandomStream first_delays_;
  RandomStream delays_;
};

}  // namespace switchyard
