#include "hw/clocked/clocked_node.h"

#include "hw/base/bits.h"

namespace switchyard {
namespace {

void note(PortMask& ports, PortId port, bool really) {
  ports = really ? ports | bit<PortMask>(port) : ports & ~bit<PortMask>(port);
}

}  // namespace

ClockedNode::ClockedNode(const sc_core::sc_module_name& name, int ports, bool half_duplex)
    : sc_core::sc_module(name), half_duplex_(half_duplex), flits_(ports), credits_(ports) {
  in.init(ports);
  out.init(ports);
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
  if (reader_.asleep) {  // A pin changed, or the time came: from the next edge on, listen to the clock again.
    reader_.asleep = false;
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
  if (reader_.asleep) reader_.woken.notify(sc_core::SC_ZERO_TIME);
}

PortInputs ClockedNode::sample() {
  const auto pins = [&](PortId p) -> const Pins& { return pins_[p]; };
  for_each_bit(other_flits_, [&](PortId p) { note(busy_flits_, p, !is_idle(*pins(p).flit_in)); });
  for_each_bit(other_credits_, [&](PortId p) { note(busy_credits_, p, !is_idle(*pins(p).credit_in)); });
  for_each_bit(busy_flits_, [&](PortId p) { flits_[p] = *pins(p).flit_in; });
  for_each_bit(busy_credits_, [&](PortId p) { credits_[p] = *pins(p).credit_in; });
  PortMask requests = 0;
  if (half_duplex_) {
    for (std::size_t p = 0; p < pins_.size(); ++p) requests |= PortMask{*pins_[p].request_in} << p;
  }
  return {busy_flits_, busy_credits_, requests, flits_.data(), credits_.data()};
}

void ClockedNode::drive() {
  for_each_bit(outputs_.flit_ports | driven_flits_, [&](PortId p) {
    pins_[p].flit_out->write((outputs_.flit_ports & bit<PortMask>(p)) != 0 ? outputs_.flits[p] : Flit{});
  });
  for_each_bit(outputs_.credit_ports | driven_credits_, [&](PortId p) {
    pins_[p].credit_out->write((outputs_.credit_ports & bit<PortMask>(p)) != 0 ? outputs_.credits[p]
                                                                               : VcMask{0});
  });
  for_each_bit(outputs_.request_ports ^ driven_requests_, [&](PortId p) {
    pins_[p].request_out->write((outputs_.request_ports & bit<PortMask>(p)) != 0);
  });
  driven_flits_ = outputs_.flit_ports;
  driven_credits_ = outputs_.credit_ports;
  driven_requests_ = outputs_.request_ports;
}

/// Precondition: every pin that this node drives is idle, as it will be while it sleeps.
void ClockedNode::sleep(Cycle until) {
  reader_.asleep = true;
  if (until == kNever) {
    next_trigger(any_input_);
  } else {  // Half a period early, so that the wake-up comes before the edge of cycle `until`.
    const sc_core::sc_time wait = kClockPeriod * static_cast<double>(until - now_) - kClockPeriod * 0.5;
    next_trigger(wait, any_input_);
  }
}

void ClockedNode::listen_to_pins() {
  any_input_ |= reader_.woken;
  any_input_ |= rst_ni.value_changed_event();
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    listen_to(in[p].flit, busy_flits_, other_flits_, static_cast<PortId>(p));
    listen_to(out[p].credit, busy_credits_, other_credits_, static_cast<PortId>(p));
    if (half_duplex_) any_input_ |= in[p].request.value_changed_event();
  }
}

/// A wire of ours wakes the node only when it sleeps; any other signal is heard through its event.
template <class Pin>
void ClockedNode::listen_to(Pin& pin, PortMask& busy, PortMask& others, PortId port) {
  using Value = typename Pin::data_type;
  if (auto* const wire = dynamic_cast<Wire<Value>*>(pin.get_interface())) {
    wire->is_read_by(reader_, busy, port);
  } else {
    note(others, port, true);
    any_input_ |= pin.value_changed_event();
  }
}

}  // namespace switchyard
