#include "hw/router/exchange/exchange_router.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("ExchangeRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

}  // namespace

ExchangeRouter::ExchangeRouter(const ExchangeConfig& config, NodeId node,
                               const std::vector<int>& link_latency, const std::vector<int>& distance,
                               std::uint64_t seed, const RoutingFunction& routing,
                               const ExchangeFactory& make_switch)
    : node_(node),
      links_(linked_ports(link_latency)),
      packets_(config.ejection_buffer + 1, 1),
      terminal_(static_cast<PortId>(link_latency.size()) - 1, links_, config, packets_),
      recirculation_(config.injection, node),
      switch_(
          {.config = config,
           .node = node,
           .ports = static_cast<PortId>(link_latency.size()),
           .links = links_,
           .distance = distance,
           .routing = &routing,
           .first_link =
               ArbiterStarts(config.arbiter_start, seed, node).of(ArbiterStarts::kRouter, terminal_.port()),
           .random = Lfsr::of_node(seed, node)}) {
  const int shared = config.buffers - config.injection.kept_places();
  if (shared < links_.count()) {
    throw std::invalid_argument("ExchangeRouter: " + std::to_string(shared) + " buffers for " +
                                std::to_string(links_.count()) + " links");
  }
  if (make_switch) follower_ = std::make_unique<ExchangeFollower>(switch_, make_switch(switch_.site()));
  ExchangeRouter::reset();
}

void ExchangeRouter::reset() {
  switch_.reset();
  if (follower_) follower_->reset();
  unread_ = 0;
  packets_.reset();
  terminal_.reset();
  recirculation_.reset();
  holds_first_token_ = recirculation_.starts_with_token();
}

/// What is around the buffers.
struct ExchangeRouter::SwitchNode {
  ExchangeRouter& router;
  PortOutputs& outputs;

  bool can_eject() const { return router.terminal_.can_eject(); }
  int ejection_room() const { return router.terminal_.ejection_room(); }
  /// The head flit of a packet to be injected, if there is one.
  const Flit* next() const { return router.terminal_.may_inject() ? &router.terminal_.next() : nullptr; }

  bool eject(const Flit& flit) {
    if (Recirculation::stays(flit) || !can_eject()) return false;
    router.terminal_.eject(router.packets_.open(flit));
    return true;
  }
  bool arrive(int buffer, const Flit& flit) { return router.arrive(buffer, flit, outputs); }
  void send(PortId link, VcId vc, const Flit& flit) {
    Flit sent = flit;
    sent.vc = static_cast<std::uint8_t>(vc);
    outputs.send(link, sent);
    if (vc == ExchangeSwitch::kReply) router.unread_.set(link);
  }
  void entered() {
    if (router.terminal_.has_next()) router.recirculation_.overtake();
  }
  void inject_into(int buffer) { router.inject_into(buffer, /*over_null=*/false, outputs); }
  void inject_for_here() { router.inject_for_here(outputs); }
};

[[gnu::flatten]] bool ExchangeRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  SwitchNode node{*this, outputs};
  switch_.begin_cycle();
  terminal_.begin_cycle(inputs, outputs);
  check_and_credit(inputs, outputs);
  if (follower_) {
    terminal_.send_ejected(outputs);
    follower_->run(inputs, node);
    terminal_.keep_pace(outputs);
    return true;
  }
  end_exchanges(inputs, node);
  if (std::exchange(holds_first_token_, false)) {
    switch_.put(switch_.empty_buffer(), Recirculation::null_packet(recirculation_.next(), 0), node);
  }
  terminal_.send_ejected(outputs);
  switch_.eject(node);
  for_each_bit(inputs.flit_ports & links_, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    if (flit.vc == ExchangeSwitch::kRequest && !switch_.answer(p, flit, recirculation_.at_home(), node))
      fail(node_, p, "a request finds no buffer");
  });
  switch_.start_exchanges(node);
  inject(outputs);
  terminal_.keep_pace(outputs);
  return must_step();
}

/// The terminal's flits and credits; and what links bring is as it must be.
void ExchangeRouter::check_and_credit(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    if (!flit.head || !flit.tail()) fail(node_, p, "a packet of several flits");
    if (p != terminal_.port()) return outputs.return_credit(p, flit.vc);
    if (!terminal_.accept_flit(flit)) fail(node_, p, "the injection buffer overflows");
  });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    if (p == terminal_.port()) {
      if (!terminal_.accept_credit()) fail(node_, p, "more credits than slots");
      return;
    }
    if (!inputs.credits[p].test(ExchangeSwitch::kReply)) return;
    if (!unread_.test(p)) fail(node_, p, "a credit without a reply");
    unread_.clear(p);
  });
}

/// A reply comes with the credit of its request, and both before a request that the far end sent with them.
void ExchangeRouter::end_exchanges(const PortInputs& inputs, SwitchNode& node) {
  for_each_bit(inputs.flit_ports & links_, [&](PortId p) {
    if (inputs.flits[p].vc != ExchangeSwitch::kReply) return;
    if (!switch_.expects_reply(p)) fail(node_, p, "a reply without a request");
    switch_.accept_reply(p, inputs.flits[p], node);
  });
  for_each_bit(inputs.credit_ports & links_, [&](PortId p) {
    if (!inputs.credits[p].test(ExchangeSwitch::kRequest)) return;
    if (!switch_.expects_credit(p)) fail(node_, p, "a credit without a request");
    switch_.accept_credit(p);
  });
}

/// A packet for this node has got a buffer. Returns false if it stays there.
bool ExchangeRouter::arrive(int buffer, const Flit& flit, PortOutputs& outputs) {
  SwitchNode node{*this, outputs};
  if (flit.packet != kNullPacket) {
    if (!terminal_.can_eject()) return false;
    Flit content = flit;
    content.over_null = false;
    terminal_.eject(packets_.open(content));
    if (!Recirculation::stays(flit)) return true;
  }
  using Kind = Recirculation::Successor::Kind;
  const auto [kind, null_packet] = recirculation_.succeed(flit, terminal_.may_send_from(node_));
  if (kind == Kind::NullPacket) switch_.put(buffer, null_packet, node);
  if (kind == Kind::Own) inject_into(buffer, /*over_null=*/true, outputs);
  return true;
}

bool ExchangeRouter::can_inject() const {
  if (!terminal_.may_inject()) return false;
  if (terminal_.next().destination == node_) return terminal_.can_eject();
  return switch_.has_room(recirculation_.at_home()) || recirculation_.at_home() != 0;
}

void ExchangeRouter::inject(PortOutputs& outputs) {
  if (!can_inject()) return;
  if (terminal_.next().destination == node_) return inject_for_here(outputs);
  const bool over_null = !switch_.has_room(recirculation_.at_home());
  if (over_null) recirculation_.leave_home();
  inject_into(switch_.empty_buffer(), over_null, outputs);
}

void ExchangeRouter::inject_for_here(PortOutputs& outputs) {
  recirculation_.injected();
  terminal_.eject(terminal_.take_next(outputs));
}

void ExchangeRouter::inject_into(int buffer, bool over_null, PortOutputs& outputs) {
  SwitchNode node{*this, outputs};
  Flit flit = packets_.take(terminal_.take_next(outputs));
  flit.over_null = over_null;
  switch_.put(buffer, flit, node);
  recirculation_.injected();
}

/// Whether the next step would do anything without new inputs.
bool ExchangeRouter::must_step() const {
  return switch_.has_new() || can_inject() || terminal_.must_step() ||
         (switch_.has_arrived() && terminal_.can_eject()) || switch_.may_start();
}

void ExchangeRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for (PortId p = 0; p < terminal_.port(); ++p) {
    for (const VcId vc : {ExchangeSwitch::kRequest, ExchangeSwitch::kReply})
      visit({{Side::Input, p, vc}, 0, 0, nullptr, false});
  }
  terminal_.visit_buffers(visit);
  visit({{Side::Central, kCentralQueues, 0},
         switch_.size(),
         switch_.site().config.buffers,
         switch_.front(),
         false});
}

/// Exchanges end by themselves, so that all waits do, but those for the terminal and for faulty links.
std::vector<WaitFor> ExchangeRouter::waits_for(const BufferRef& ref) const {
  if (ref.side == Side::Central) {
    std::vector<WaitFor> waits;
    switch_.visit_ways([&](PortMask ways) {
      if (ways == 0 || (ways & ~switch_.faulty()) != 0) return;
      waits.push_back({WaitFor::Where::Repair, {Side::Output, lowest_bit(ways), 0}});
    });
    return waits;
  }
  if (ref.side != Side::Input || ref.port != terminal_.port() || can_inject()) return {};
  const bool here = terminal_.next().destination == node_;
  return {{WaitFor::Where::Here, here ? BufferRef{Side::Output, terminal_.port(), 0}
                                      : BufferRef{Side::Central, kCentralQueues, 0}}};
}

}  // namespace switchyard
