#include "hw/clocked/clocked_node.h"

#include "hw/base/bits.h"

namespace switchyard {

ClockedNode::ClockedNode(const sc_core::sc_module_name& name, int ports, bool half_duplex)
    : sc_core::sc_module(name),
      half_duplex_(half_duplex),
      flits_(static_cast<std::size_t>(ports)),
      credits_(static_cast<std::size_t>(ports)) {
  in.init(static_cast<std::size_t>(ports));
  out.init(static_cast<std::size_t>(ports));
  SC_HAS_PROCESS(ClockedNode);
  SC_METHOD(on_clock);
  sensitive << clk_i.pos();
  dont_initialize();
}

void ClockedNode::start_of_simulation() {
  for (std::size_t p = 0; p < flits_.size(); ++p) {
    pins_.push_back({&in[p].flit.read(), &out[p].credit.read(), out[p].flit.operator->(),
                     in[p].credit.operator->(), &in[p].request.read(), out[p].request.operator->()});
  }
}

void ClockedNode::on_clock() {
  if (asleep_) {  // A pin changed, or the time came: from the next edge on, listen to the clock again.
    asleep_ = false;
    now_ = (sc_core::sc_time_stamp().value() + kClockPeriod.value() / 2) / kClockPeriod.value() - first_edge_;
    next_trigger(clk_i.posedge_event());
    return;
  }
  outputs_.clear();
  if (!rst_ni.read()) {
    reset_core();
    drive();
    first_edge_ = sc_core::sc_time_stamp().value() / kClockPeriod.value() + 1;
    now_ = idle_since_ = 0;
    return;
  }
  const PortInputs inputs = sample();
  const Cycle next = step_core(now_, inputs, outputs_);
  drive();
  const bool driving = (driven_flits_ | driven_credits_ | driven_requests_) != 0;
  if (next <= now_ + 1 || inputs.any() || driving) {
    idle_since_ = now_;
  } else if (now_ - idle_since_ >= kDrowsy && next - now_ > kDrowsy) {
    sleep(next);
  }
  ++now_;
}

PortInputs ClockedNode::sample() {
  PortInputs inputs;
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    const auto mask = bit<PortMask>(static_cast<int>(p));
    if (pins_[p].flit_in->valid()) {
      flits_[p] = *pins_[p].flit_in;
      inputs.flit_ports |= mask;
    }
    if (*pins_[p].credit_in != 0) {
      credits_[p] = *pins_[p].credit_in;
      inputs.credit_ports |= mask;
    }
  }
  if (half_duplex_) {
    for (std::size_t p = 0; p < pins_.size(); ++p) {
      if (*pins_[p].request_in) inputs.request_ports |= bit<PortMask>(static_cast<int>(p));
    }
  }
  inputs.flits = flits_.data();
  inputs.credits = credits_.data();
  return inputs;
}

void ClockedNode::drive() {
  for_each_bit(static_cast<PortMask>(outputs_.flit_ports | driven_flits_), [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    pins_[port].flit_out->write((outputs_.flit_ports & bit<PortMask>(p)) != 0 ? outputs_.flits[port]
                                                                              : Flit{});
  });
  for_each_bit(static_cast<PortMask>(outputs_.credit_ports | driven_credits_), [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    pins_[port].credit_out->write((outputs_.credit_ports & bit<PortMask>(p)) != 0 ? outputs_.credits[port]
                                                                                  : VcMask{0});
  });
  for_each_bit(static_cast<PortMask>(outputs_.request_ports ^ driven_requests_), [&](PortId p) {
    pins_[static_cast<std::size_t>(p)].request_out->write((outputs_.request_ports & bit<PortMask>(p)) != 0);
  });
  driven_flits_ = outputs_.flit_ports;
  driven_credits_ = outputs_.credit_ports;
  driven_requests_ = outputs_.request_ports;
}

/// Precondition: every pin that this node drives is idle, as it will be while it sleeps.
void ClockedNode::sleep(Cycle until) {
  asleep_ = true;
  if (any_input_.empty()) listen_to_pins();
  if (until == kNever) {
    next_trigger(any_input_);
  } else {  // Half a period early, so that the wake-up comes before the edge of cycle `until`.
    const sc_core::sc_time wait = kClockPeriod * static_cast<double>(until - now_) - kClockPeriod * 0.5;
    next_trigger(wait, any_input_);
  }
}

void ClockedNode::listen_to_pins() {
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    any_input_ |= in[p].flit.value_changed_event();
    any_input_ |= in[p].request.value_changed_event();
    any_input_ |= out[p].credit.value_changed_event();
  }
}

}  // namespace switchyard
