#include "hw/router/circuit/circuit_router.h"

#include <stdexcept>
#include <string>

#include "hw/base/bits.h"
#include "hw/router/circuit/circuit_switch.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("CircuitRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

CircuitSite site_of(const CircuitConfig& config, NodeId node, int ports, std::uint64_t seed) {
  CircuitSite site{ports, config.drops(), config.answers(), {}};
  const ArbiterStarts starts(config.arbiter_start, seed, node);
  for (PortId output = 0; output < ports; ++output)
    site.starts.push_back(starts.of(ArbiterStarts::kRouter + output, ports));
  return site;
}

PortMask used_ports(const std::vector<int>& link_latency) {
  PortMask ports = 0;
  for (std::size_t p = 0; p < link_latency.size(); ++p) ports.set(p, link_latency[p] != 0);
  return ports;
}

}  // namespace

CircuitRouter::CircuitRouter(const CircuitConfig& config, NodeId node, const std::vector<int>& link_latency,
                             const NodeTerminals& terminals, std::uint64_t seed,
                             const RoutingFunction& routing, const CircuitFactory& make_block)
    : config_(config),
      node_(node),
      terminals_(terminals),
      outputs_(used_ports(link_latency)),
      routing_(routing),
      credits_(link_latency.size()),
      first_delays_(seed, node, Purpose::Retry),
      delays_(first_delays_) {
  const auto ports = static_cast<PortId>(link_latency.size());
  const CircuitSite site = site_of(config, node, ports, seed);
  block_ = make_block ? make_block(node, site) : std::make_unique<CircuitSwitch>(site);
  inputs_.reserve(ports);
  for (PortId p = 0; p < ports; ++p)
    inputs_.emplace_back(is_entry(p) ? config.entry_buffer : config.stage_depth());
  CircuitRouter::reset();
}

void CircuitRouter::reset() {
  block_->reset();
  asking_ = sent_ = open_ = waiting_ = 0;
  for (PortId p = 0; p < static_cast<PortId>(inputs_.size()); ++p) {
    inputs_[p].flits.reset();
    credits_[p] = depth_beyond(p);
  }
  delays_ = first_delays_;
}

bool CircuitRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  CircuitArrivals arrivals;
  take_credits(inputs, arrivals);
  take_flits(inputs);
  load_headers(outputs);
  offer(arrivals);
  const CircuitDepartures departures = block_->step(arrivals);
  hear(departures, outputs);
  send(departures, outputs);
  return must_step();
}

void CircuitRouter::take_credits(const PortInputs& inputs, CircuitArrivals& arrivals) {
  PortMask unanswered = 0;
  for_each_bit(sent_, [&](PortId input) { unanswered.set(inputs_[input].output); });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    const bool refused = inputs.credits[p].test(kRefusal);
    credits_[p] += inputs.credits[p].count();
    if (credits_[p] > depth_beyond(p)) fail(node_, p, "more credits than slots");
    if (refused && !unanswered.test(p)) fail(node_, p, "a refusal without a header");
    arrivals.refused.set(p, refused);
    arrivals.answered.set(p, !refused && unanswered.test(p) && credits_[p] == depth_beyond(p));
  });
}

void CircuitRouter::take_flits(const PortInputs& inputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    if (inputs_[p].flits.full()) fail(node_, p, "a flit finds no room");
    inputs_[p].flits.push(inputs.flits[p]);
    waiting_.set(p);
  });
}

/// The first flit of an input that has no packet under way is a header.
void CircuitRouter::load_headers(PortOutputs& outputs) {
  for_each_bit(waiting_ & ~(asking_ | sent_ | open_), [&](PortId p) {
    Input& input = inputs_[p];
    input.header = input.flits.front();
    if (!input.header.head) fail(node_, p, "a flit without a header");
    input.output = static_cast<std::uint8_t>(output_for(p, input.header.destination));
    input.header.vc = 0;
    input.delay = 0;
    asking_.set(p);
    input.flits.pop();
    waiting_.clear(p, input.flits.empty());
    if (is_entry(p)) outputs.return_credit(p, kCredit);
  });
}

PortId CircuitRouter::output_for(PortId input, TerminalId destination) const {
  const PortRef exit = terminals_.exits.of(destination);
  if (exit.node == node_) return exit.port;
  RouteSet routes;
  routing_.route({node_, exit.node, is_entry(input) ? -1 : input, 0}, routes);
  if (routes.empty()) fail(node_, input, "no way on");
  return routes.begin()->port;
}

void CircuitRouter::offer(CircuitArrivals& arrivals) {
  for_each_bit(asking_, [&](PortId p) {
    Input& input = inputs_[p];
    if (input.delay != 0 && --input.delay != 0) return;
    arrivals.headers.set(p);
    arrivals.flits[p] = &input.header;
    arrivals.wanted[p] = input.output;
  });
  arrivals.offered = arrivals.headers;
  for_each_bit((sent_ | open_) & waiting_, [&](PortId p) {
    const Flit& flit = inputs_[p].flits.front();
    if (flit.head) return;  // Of the next packet.
    arrivals.offered.set(p);
    arrivals.flits[p] = &flit;
  });
  for_each_bit(outputs_, [&](PortId p) { arrivals.room.set(p, credits_[p] != 0); });
  arrivals.faulty = faulty_;
}

/// What goes back.
void CircuitRouter::hear(const CircuitDepartures& departures, PortOutputs& outputs) {
  for_each_bit(departures.answered, [&](PortId p) {
    sent_.clear(p);
    open_.set(p, !inputs_[p].header.tail());
    if (!is_entry(p)) outputs.return_credit(p, kCredit);
  });
  for_each_bit(departures.refused, [&](PortId p) {
    asking_.clear(p, !is_entry(p));
    sent_.clear(p);
    if (!is_entry(p)) return outputs.return_credit(p, kRefusal);
    asking_.set(p);
    inputs_[p].delay = 1 + static_cast<int>(delays_.below(config_.retry_delay));
  });
}

void CircuitRouter::send(const CircuitDepartures& departures, PortOutputs& outputs) {
  for_each_bit(departures.sent, [&](PortId p) {
    outputs.send(p, departures.flits[p]);
    --credits_[p];
  });
  for_each_bit(departures.taken, [&](PortId p) {
    Input& input = inputs_[p];
    if (asking_.test(p)) {
      asking_.clear(p);
      sent_.set(p, config_.answers());
      open_.set(p, !config_.answers() && !input.header.tail());
      if (!config_.answers() && !is_entry(p)) outputs.return_credit(p, kCredit);
      return;
    }
    open_.clear(p, input.flits.front().tail());
    input.flits.pop();
    waiting_.clear(p, input.flits.empty());
    outputs.return_credit(p, kCredit);
  });
}

/// Whether the next step would do anything without new inputs.
bool CircuitRouter::must_step() const {
  if ((waiting_ & ~(asking_ | sent_ | open_)) != 0) return true;
  const PortMask held = held_outputs();
  for (const PortId p : asking_) {
    const Input& input = inputs_[p];
    const bool gets_it = !held.test(input.output) && !faulty_.test(input.output);
    if (input.delay != 0 || config_.drops() || (gets_it && credits_[input.output] != 0)) return true;
  }
  for (const PortId p : open_& waiting_) {
    if (credits_[inputs_[p].output] != 0) return true;
  }
  return false;
}

PortMask CircuitRouter::held_outputs() const {
  PortMask held = 0;
  for_each_bit(sent_ | open_, [&](PortId p) { held.set(inputs_[p].output); });
  return held;
}

int CircuitRouter::depth_beyond(PortId output) const {
  return terminals_.exits_here.test(output) ? config_.entry_buffer : config_.round_trip;
}

bool CircuitRouter::keeps_header(PortId input) const {
  return asking_.test(input) || (sent_.test(input) && is_entry(input));
}

void CircuitRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const PortMask held = held_outputs();
  for (PortId p = 0; p < static_cast<PortId>(inputs_.size()); ++p) {
    const Input& input = inputs_[p];
    const bool header = keeps_header(p);
    const Flit* const front = header ? &input.header : waiting_.test(p) ? &input.flits.front() : nullptr;
    visit({{Side::Input, p, 0},
           input.flits.size() + (header ? 1 : 0),
           is_entry(p) ? config_.entry_buffer + 1 : config_.stage_depth(),
           front,
           (sent_ | open_).test(p)});
    visit({{Side::Output, p, 0}, 0, 0, nullptr, held.test(p)});
  }
}

std::vector<WaitFor> CircuitRouter::waits_for(const BufferRef& buffer) const {
  using Where = WaitFor::Where;
  if (buffer.side == Side::Output) {
    for (const PortId p : sent_ | open_) {
      if (inputs_[p].output == buffer.port) return {{Where::Here, {Side::Input, p, 0}}};
    }
    return {};
  }
  const PortId p = buffer.port;
  const Input& input = inputs_[p];
  const WaitFor far{Where::Far, {Side::Input, input.output, 0}};
  if (sent_.test(p)) return {far};
  if (asking_.test(p)) {
    if (faulty_.test(input.output)) return {{Where::Repair, {Side::Output, input.output, 0}}};
    if (config_.drops()) return {};
    if (held_outputs().test(input.output)) return {{Where::Here, {Side::Output, input.output, 0}}};
  } else if (!open_.test(p)) {
    return {};
  } else if (!waiting_.test(p)) {
    return {{Where::Feeder, {Side::Output, p, 0}}};
  }
  if (credits_[input.output] != 0) return {};
  return {far};
}

}  // namespace switchyard
