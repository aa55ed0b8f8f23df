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
  reset_n_ = &rst_ni.read();
  listen_to_pins();
}

void ClockedNode::on_clock() {
  if (sleeper_
          .asleep) {  // A pin changed, or the time came: from the next edge on, listen to the clock again.
    sleeper_.asleep = false;
    now_ = (sc_core::sc_time_stamp().value() + kClockPeriod.value() / 2) / kClockPeriod.value() - first_edge_;
    next_trigger(clk_i.posedge_event());
    return;
  }
  outputs_.clear();
  if (!*reset_n_) {
    reset_core();
    drive();
    first_edge_ = sc_core::sc_time_stamp().value() / kClockPeriod.value() + 1;
    now_ = next_ = 0;
    return;
  }
  const PortInputs inputs = sample();
  const bool idle = !inputs.any() && now_ < next_;
  if (!idle) next_ = step_core(now_, inputs, outputs_);
  drive();
  const bool driving = (driven_flits_ | driven_credits_ | driven_requests_) != 0;
  if (idle && !driving && next_ - now_ > 1) sleep(next_);
  ++now_;
}

void ClockedNode::wake() {
  next_ = 0;
  if (sleeper_.asleep) sleeper_.woken.notify(sc_core::SC_ZERO_TIME);
}

PortInputs ClockedNode::sample() {
  PortMask flits = 0;
  PortMask credits = 0;
  PortMask requests = 0;
  for (std::size_t p = 0; p < pins_.size(); ++p) {  // What arrives is not predictable: no branches.
    const Pins& pins = pins_[p];
    flits_[p] = *pins.flit_in;
    credits_[p] = *pins.credit_in;
    flits |= PortMask{flits_[p].valid()} << p;
    credits |= PortMask{credits_[p] != 0} << p;
  }
  if (half_duplex_) {
    for (std::size_t p = 0; p < pins_.size(); ++p) requests |= PortMask{*pins_[p].request_in} << p;
  }
  return {flits, credits, requests, flits_.data(), credits_.data()};
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
  sleeper_.asleep = true;
  if (until == kNever) {
    next_trigger(any_input_);
  } else {  // Half a period early, so that the wake-up comes before the edge of cycle `until`.
    const sc_core::sc_time wait = kClockPeriod * static_cast<double>(until - now_) - kClockPeriod * 0.5;
    next_trigger(wait, any_input_);
  }
}

void ClockedNode::listen_to_pins() {
  any_input_ |= sleeper_.woken;
  any_input_ |= rst_ni.value_changed_event();
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    listen_to(in[p].flit);
    listen_to(out[p].credit);
    if (half_duplex_) any_input_ |= in[p].request.value_changed_event();
  }
}

/// A wire of ours wakes the node only when it sleeps; any other signal is heard through its event.
template <class Pin>
void ClockedNode::listen_to(Pin& pin) {
  using Value = typename Pin::data_type;
  if (auto* const wire = dynamic_cast<Wire<Value>*>(pin.get_interface())) {
    wire->wakes(sleeper_);
  } else {
    any_input_ |= pin.value_changed_event();
  }
}

}  // namespace switchyard
