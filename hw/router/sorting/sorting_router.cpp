#include "hw/router/sorting/sorting_router.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/routing/routing_function.h"
#include "hw/topology/builders.h"

namespace switchyard {
namespace {

bool is_shift(Primitive primitive) {
  return primitive == Primitive::ShiftUp || primitive == Primitive::ShiftDown;
}

std::uint32_t key_of(const SortingRecord& record, Primitive primitive) {
  return primitive == Primitive::SortByIssuer ? record.issuer
                                              : record.destination << kIndexBits | record.issuer;
}

}  // namespace

SortingPlans::SortingPlans(const ExchangeNetwork& on) : network(on) {
  for (std::size_t kind = 0; kind < programs.size(); ++kind) {
    programs[kind] = SortingProgram::of(static_cast<SortingProgram::Kind>(kind));
    steps[kind] = network.steps_of(programs[kind]);
  }
}

SortingRouter::SortingRouter(std::shared_ptr<const SortingPlans> plans, const Topology& topology, NodeId node,
                             const CompareFactory& make_compare)
    : plans_(std::move(plans)),
      node_(node),
      home_(plans_->network.index_of(node, 0)),
      terminal_(topology.terminal_port()),
      compare_(make_compare ? make_compare(node, {.key_bits = 2 * kIndexBits}) : nullptr) {
  for (PortId port = 0; port < terminal_; ++port) links_.set(port, !topology.is_open({node, port}));
}

void SortingRouter::reset() {
  if (compare_ != nullptr) compare_->reset();
  running_ = false;
  given_back_ = kAllGivenBack;
  record_.reset();
  request_.reset();
  counts_ = {};
  word_ = 0;
}

bool SortingRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  if (given_back_ != kAllGivenBack) {
    give_back(outputs);
    return given_back_ != kAllGivenBack;
  }
  if (!running_) return inputs.flit_ports.test(terminal_) && load(inputs.flits[terminal_], outputs);
  const std::vector<ExchangeStep>& steps = plans_->steps[program_];
  receive(steps[next_ - 1], inputs);
  if (next_ < steps.size()) {
    send(steps[next_++], inputs, outputs);
    return true;
  }
  running_ = false;
  local(plans_->programs[program_].after);
  given_back_ = 0;
  give_back(outputs);
  return true;
}

/// Whether the node goes on by itself.
bool SortingRouter::load(const Flit& flit, PortOutputs& outputs) {
  switch (static_cast<SortingFlit>(flit.vc)) {
    case SortingFlit::Word: word_ = flit.payload; return false;
    case SortingFlit::Record: record_ = record_of(flit); return false;
    case SortingFlit::NoRecord: record_.reset(); return false;
    case SortingFlit::Start: break;
    case SortingFlit::Counts: fail("counts from a processor");
  }
  program_ = flit.payload;
  running_ = true;
  next_ = 1;
  send(plans_->steps[program_].front(), {}, outputs);
  return true;
}

void SortingRouter::send(const ExchangeStep& step, const PortInputs& inputs, PortOutputs& outputs) {
  if (step.begins_phase) begin(plans_->programs[program_].phases[step.phase]);
  if (step.hop != 0) return forward(inputs, outputs);
  const PortId port = port_of(step, ShuffleExchangeConfig::kShuffle, ShuffleExchangeConfig::kUnshuffle);
  if (!links_.test(port)) return;  // A rotation that leaves it where it is.
  if (moves_counts(step)) return outputs.send(port, to_flit(counts_));
  if (!record_) return;
  const Move move = move_of(step);
  if (move == Move::Stay) return;
  if (step.turn == 0 && is_shift(primitive(step)))
    record_->carry = bit_of(index(step), step.bit) == (primitive(step) == Primitive::ShiftUp);
  outputs.send(port, to_flit(*record_));
  if (move == Move::Go) record_.reset();
}

/// By which it sends, or is sent to: of a rotation `right` or `left`.
PortId SortingRouter::port_of(const ExchangeStep& step, PortId right, PortId left) const {
  if (step.turn != 0) return step.turn > 0 ? right : left;
  return plans_->network.partner_port(step.bit, bit_of(index(step), step.bit));
}

SortingRouter::Move SortingRouter::move_of(const ExchangeStep& step) const {
  if (step.turn != 0) return Move::Go;
  const auto go_if = [](bool goes) { return goes ? Move::Go : Move::Stay; };
  switch (primitive(step)) {
    case Primitive::Sort:
    case Primitive::SortByIssuer:
    case Primitive::Generalize: return Move::Copy;
    case Primitive::Concentrate: return go_if(bit_of(record_->rank ^ index(step), step.bit));
    case Primitive::Distribute: return go_if(bit_of(record_->destination ^ index(step), step.bit));
    case Primitive::ShiftUp:
    case Primitive::ShiftDown: return go_if(step.bit == 0 || record_->carry);
    case Primitive::Rank:
    case Primitive::Leaders: break;
  }
  return Move::Stay;
}

/// What is on its way over several links goes on.
void SortingRouter::forward(const PortInputs& inputs, PortOutputs& outputs) const {
  for_each_bit(inputs.flit_ports,
               [&](PortId port) { outputs.send(plans_->network.opposite(port), inputs.flits[port]); });
}

void SortingRouter::receive(const ExchangeStep& step, const PortInputs& inputs) {
  if (step.hop + 1 != step.hops) return;  // It only passes.
  const PortId port = port_of(step, ShuffleExchangeConfig::kUnshuffle, ShuffleExchangeConfig::kShuffle);
  if ((inputs.flit_ports & ~bit<PortMask>(port)) != 0) fail("a record comes where none should");
  const Flit* const flit = inputs.flit_ports.test(port) ? &inputs.flits[port] : nullptr;
  if (step.turn == 0) return take(step, flit);
  if (!links_.test(port)) return;
  if (moves_counts(step)) {
    if (flit == nullptr) fail("no counts come");
    counts_ = counts_of(*flit);
  } else if (flit != nullptr) {
    record_ = record_of(*flit);
  }
}

void SortingRouter::take(const ExchangeStep& step, const Flit* flit) {
  if (moves_counts(step)) {
    if (flit == nullptr) fail("no counts come");
    take_counts(step, counts_of(*flit));
  } else if (primitive(step) == Primitive::Generalize) {
    generalize(step, flit);
  } else if (flit != nullptr) {
    take_record(step, record_of(*flit));
  } else if (is_sort(primitive(step))) {
    fail("a sort needs a record in every processor");
  }
}

void SortingRouter::take_counts(const ExchangeStep& step, const SortingCounts& other) {
  const bool upper = bit_of(index(step), step.bit);
  if (primitive(step) == Primitive::Rank) {
    if (upper) counts_.number += other.total;
    counts_.total += other.total;
    return;
  }
  const SortingCounts& below = upper ? other : counts_;
  const SortingCounts& above = upper ? counts_ : other;
  const bool seam = below.high == above.low && below.high != kNowhere;
  const NodeId place = index(step) & low_bits<NodeId>(step.bit);  // In its half.
  SortingCounts both = counts_;
  both.low = below.low;
  both.high = above.high;
  both.total = below.total + above.total - (seam ? 1 : 0);
  if (upper) both.number += below.total - (seam ? 1 : 0);
  if (upper && seam && place == 0) both.first = false;
  if (!upper && seam && place == low_bits<NodeId>(step.bit)) both.last = false;
  counts_ = both;
}

void SortingRouter::take_record(const ExchangeStep& step, const SortingRecord& other) {
  if (is_sort(primitive(step))) return sort(step, other);
  if (!record_) {
    record_ = other;
    return;
  }
  if (record_->rank != other.rank || record_->destination != other.destination)
    fail("two records are in one processor");
  record_->issuer = std::min(record_->issuer, other.issuer);
  record_->value += other.value;
}

/// Stage s leaves runs of 2^s in order, ascending and descending in turn; the last one ascending.
void SortingRouter::sort(const ExchangeStep& step, const SortingRecord& other) {
  if (!record_) fail("a sort needs a record in every processor");
  const bool ascending = step.stage == plans_->network.bits() || !bit_of(index(step), step.stage);
  const Comparison comparison{key_of(*record_, primitive(step)), key_of(other, primitive(step)),
                              bit_of(index(step), step.bit) != ascending};
  if (compare_ != nullptr) {
    record_ = record_of(compare_->step(comparison, to_flit(*record_), to_flit(other)));
  } else if (takes_other(comparison)) {
    record_ = other;
  }
}

/// Of both records that which ends soonest, and not before those that this one stands for.
void SortingRouter::generalize(const ExchangeStep& step, const Flit* flit) {
  const NodeId first = index(step) & ~low_bits<NodeId>(step.bit);
  if (record_ && record_->high < first) record_.reset();
  if (flit == nullptr) return;
  const SortingRecord other = record_of(*flit);
  if (other.high >= first && (!record_ || other.high < record_->high)) record_ = other;
}

void SortingRouter::begin(const SortingPhase& phase) {
  local(phase.before);
  if (phase.primitive == Primitive::Rank) counts_ = {.total = record_ ? NodeId{1} : 0};
  if (phase.primitive == Primitive::Leaders) {
    const NodeId destination = record_ ? record_->destination : kNowhere;
    const NodeId groups = wants() ? 1 : 0;
    counts_ = {groups, groups, destination, destination, wants(), wants()};
  }
}

void SortingRouter::local(LocalStep what) {
  const auto goes_on_if = [&](bool goes) {
    if (!goes) {
      record_.reset();
      return;
    }
    record_->rank = counts_.number - 1;
    record_->high = home_;
  };
  switch (what) {
    case LocalStep::None: return;
    case LocalStep::KeepRequest: request_ = record_; return;
    case LocalStep::LastLeads: goes_on_if(wants() && counts_.last); return;
    case LocalStep::FirstLeads: goes_on_if(wants() && counts_.first); return;
    case LocalStep::AllGo: goes_on_if(wants()); return;
    case LocalStep::Fetch:
      if (record_) record_->value = word_;
      return;
    case LocalStep::TakeReply:
      if (request_->destination != kNowhere) request_->value = record_->value;
      record_ = request_;
      return;
    case LocalStep::Store:
      if (record_) word_ = record_->value;
      return;
  }
}

/// Record, word and counts, in three cycles.
void SortingRouter::give_back(PortOutputs& outputs) {
  switch (given_back_++) {
    case 0: return outputs.send(terminal_, to_flit(record_));
    case 1: return outputs.send(terminal_, sorting_flit(SortingFlit::Word, 0, 0, word_));
    default: return outputs.send(terminal_, to_flit(counts_));
  }
}

void SortingRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const Flit shown = to_flit(record_);
  visit({{Side::Central, kCentralQueues, 0}, record_ ? 1 : 0, 1, record_ ? &shown : nullptr, false});
}

void SortingRouter::fail(const char* what) const {
  throw std::logic_error("SortingRouter: " + std::string(what) + ", at node " + std::to_string(node_));
}

}  // namespace switchyard
