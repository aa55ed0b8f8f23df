#include "hw/router/circuit/circuit_router.h"

#include <cstddef>
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

}  // namespace

CircuitRouter::CircuitRouter(const CircuitConfig& config, NodeId node, int ports,
                             const NodeTerminals& terminals, std::uint64_t seed,
                             const RoutingFunction& routing, const CircuitFactory& make_block)
    : terminals_(terminals),
      exit_depth_(static_cast<std::int16_t>(config.entry_buffer)),
      link_depth_(static_cast<std::int16_t>(config.round_trip)),
      drops_(config.drops()),
      answers_(config.answers()),
      config_(config),
      node_(node),
      routing_(routing),
      first_delays_(seed, node, Purpose::Retry),
      delays_(first_delays_) {
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
  outstanding_.fill(0);
  room_ = low_bits<PortMask>(static_cast<int>(inputs_.size()));
  for (Input& input : inputs_) input.flits.reset();
  delays_ = first_delays_;
}

void CircuitRouter::prefetch_state() const {
  __builtin_prefetch(block_.get());
  __builtin_prefetch(reinterpret_cast<const std::byte*>(block_.get()) + kCacheLine);
  for_each_bit(asking_ | sent_ | open_ | waiting_, [&](PortId p) { __builtin_prefetch(&inputs_[p]); });
}

bool CircuitRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  CircuitArrivals arrivals;
  take_credits(inputs, arrivals);
  load_headers(outputs);
  take_flits(inputs, arrivals, outputs);
  const PortMask passing = arrivals.offered;
  offer(arrivals);
  const CircuitDepartures departures = block_->step(arrivals);
  for_each_bit(passing & ~departures.taken, [&](PortId p) { keep(p, inputs.flits[p]); });
  hear(departures, outputs);
  send(departures, passing, outputs);
  return must_step();
}

void CircuitRouter::take_credits(const PortInputs& inputs, CircuitArrivals& arrivals) {
  if (inputs.credit_ports == 0) return;
  PortMask unanswered = 0;
  for_each_bit(sent_, [&](PortId input) { unanswered.set(inputs_[input].output); });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    const bool refused = inputs.credits[p].test(kRefusal);
    outstanding_[p] = static_cast<std::int16_t>(outstanding_[p] - inputs.credits[p].count());
    if (outstanding_[p] < 0) fail(node_, p, "more credits than slots");
    if (refused && !unanswered.test(p)) fail(node_, p, "a refusal without a header");
    room_.set(p);
    arrivals.refused.set(p, refused);
    arrivals.answered.set(p, !refused && unanswered.test(p) && outstanding_[p] == 0);
  });
}

/// The first flit of an input that has no packet under way is a header.
void CircuitRouter::load_headers(PortOutputs& outputs) {
  for_each_bit(waiting_ & ~(asking_ | sent_ | open_), [&](PortId p) {
    load(p, inputs_[p].flits.front(), outputs);
    inputs_[p].flits.pop();
    waiting_.clear(p, inputs_[p].flits.empty());
  });
}

/// What needs not wait is offered at once, or becomes a header.
void CircuitRouter::take_flits(const PortInputs& inputs, CircuitArrivals& arrivals, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    const bool has_circuit = (sent_ | open_).test(p);
    if (waiting_.test(p) || asking_.test(p) || (has_circuit && flit.head)) return keep(p, flit);
    if (!has_circuit) return load(p, flit, outputs);
    arrivals.offered.set(p);
    arrivals.flits[p] = &flit;
  });
}

void CircuitRouter::keep(PortId p, const Flit& flit) {
  if (inputs_[p].flits.full()) fail(node_, p, "a flit finds no room");
  inputs_[p].flits.push(flit);
  waiting_.set(p);
}

void CircuitRouter::load(PortId p, const Flit& header, PortOutputs& outputs) {
  if (!header.head) fail(node_, p, "a flit without a header");
  Input& input = inputs_[p];
  input.header = header;
  input.header.vc = 0;
  input.output = static_cast<std::uint8_t>(output_for(p, header.destination));
  input.delay = 0;
  asking_.set(p);
  if (is_entry(p)) outputs.return_credit(p, kCredit);
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
  arrivals.offered |= arrivals.headers;
  for_each_bit((sent_ | open_) & waiting_, [&](PortId p) {
    const Flit& flit = inputs_[p].flits.front();
    if (flit.head) return;  // Of the next packet.
    arrivals.offered.set(p);
    arrivals.flits[p] = &flit;
  });
  arrivals.room = room_;
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

void CircuitRouter::send(const CircuitDepartures& departures, PortMask passing, PortOutputs& outputs) {
  for_each_bit(departures.sent, [&](PortId p) {
    outputs.send(p, departures.flits[p]);
    ++outstanding_[p];
    room_.clear(p, !has_room(p));
  });
  for_each_bit(departures.taken, [&](PortId p) {
    Input& input = inputs_[p];
    if (asking_.test(p)) {
      asking_.clear(p);
      sent_.set(p, answers_);
      open_.set(p, !answers_ && !input.header.tail());
      if (!answers_ && !is_entry(p)) outputs.return_credit(p, kCredit);
      return;
    }
    open_.clear(p, departures.flits[input.output].tail());
    outputs.return_credit(p, kCredit);
    if (passing.test(p)) return;
    input.flits.pop();
    waiting_.clear(p, input.flits.empty());
  });
}

/// Whether the next step would do anything without new inputs.
bool CircuitRouter::must_step() const {
  if ((waiting_ & ~(asking_ | sent_ | open_)) != 0) return true;
  const PortMask held = held_outputs();
  for (const PortId p : asking_) {
    const Input& input = inputs_[p];
    const bool gets_it = !held.test(input.output) && !faulty_.test(input.output);
    if (input.delay != 0 || drops_ || (gets_it && room_.test(input.output))) return true;
  }
  for (const PortId p : open_& waiting_) {
    if (room_.test(inputs_[p].output)) return true;
  }
  return false;
}

PortMask CircuitRouter::held_outputs() const {
  PortMask held = 0;
  for_each_bit(sent_ | open_, [&](PortId p) { held.set(inputs_[p].output); });
  return held;
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
    if (drops_) return {};
    if (held_outputs().test(input.output)) return {{Where::Here, {Side::Output, input.output, 0}}};
  } else if (!open_.test(p)) {
    return {};
  } else if (!waiting_.test(p)) {
    return {{Where::Feeder, {Side::Output, p, 0}}};
  }
  if (room_.test(input.output)) return {};
  return {far};
}

}  // namespace switchyard
