#pragma once

#include <systemc>
#include <vector>

#include "hw/base/types.h"
#include "hw/clocked/link.h"
#include "hw/router/router_core.h"

namespace switchyard {

inline const sc_core::sc_time kClockPeriod{1, sc_core::SC_NS};

/// The pins of one node and the work of sampling and driving them.
///
/// Timing:  on each rising edge of `clk_i` every input is sampled, the node steps once and every output
///          changes; the neighbour samples it one cycle later. No path is combinational. Cycle 0 is the
///          first edge with `rst_ni` high.
/// Reset:   while `rst_ni` is low the node is held in reset and every output is idle.
/// Idle:    the core is stepped only when something arrives or when it asked for the cycle. Until one or the
///          other the node does not listen to the clock but waits for a pin to change, which happens in time
///          for the edge at which the change is to be sampled.
class ClockedNode : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  sc_core::sc_vector<Link<SinkSide>> in{"in"};      ///< Upstream links, in port order.
  sc_core::sc_vector<Link<SourceSide>> out{"out"};  ///< Downstream links, in port order.

 protected:
  /// `half_duplex`: there are requests for the links to sample.
  ClockedNode(const sc_core::sc_module_name& name, int ports, bool half_duplex);

  virtual void reset_core() = 0;
  /// One step. Returns the next cycle in which the core must be stepped even if nothing arrives.
  virtual Cycle step_core(Cycle now, const PortInputs& inputs, PortOutputs& outputs) = 0;
  /// The core is to be stepped at the next edge, whatever it asked for.
  void wake();

 private:
  void start_of_simulation() override;
  void on_clock();
  PortInputs sample();
  void drive();
  void sleep(Cycle until);
  void listen_to_pins();

  template <class Pin>
  void listen_to(Pin& pin, PortMask& busy, PortMask& others, PortId port);

  /// What is behind the pins of a port, looked up once: a pin stays bound, and its value stays at one
  /// address.
  struct Pins {
    const Flit* flit_in;
    const VcMask* credit_in;
    sc_core::sc_signal_inout_if<Flit>* flit_out;
    sc_core::sc_signal_inout_if<VcMask>* credit_out;
    const bool* request_in;
    sc_core::sc_signal_inout_if<bool>* request_out;
  };
  const bool half_duplex_;
  std::vector<Pins> pins_;
  const bool* reset_n_ = nullptr;
  WireReader reader_;
  PortMask busy_flits_ = 0;  ///< Ports whose flit_in is not idle.
  PortMask busy_credits_ = 0;
  PortMask other_flits_ = 0;  ///< Ports whose flit_in is no wire of ours: it must be looked at.
  PortMask other_credits_ = 0;
  sc_core::sc_event_or_list any_input_;
  std::vector<Flit> flits_;
  std::vector<VcMask> credits_;
  PortOutputs outputs_;
  PortMask driven_flits_ = 0;  ///< Ports whose pins are not idle.
  PortMask driven_credits_ = 0;
  PortMask driven_requests_ = 0;
  sc_dt::uint64 first_edge_ = 0;  ///< Clock edges before cycle 0.
  Cycle now_ = 0;                 ///< The cycle of the next step.
  Cycle next_ = 0;                ///< The core must be stepped then, even if nothing arrives.
};

}  // namespace switchyard
