#include "testbench/messages/message_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace switchyard {

MessageSource::MessageSource(const MessageGraph& graph, std::vector<Attachment> terminals,
                             const MessageOptions& options)
    : terminal_count_(static_cast<NodeId>(terminals.size())),
      nodes_(graph.nodes),
      window_(options.window),
      longest_packet_(static_cast<std::uint32_t>(options.longest_packet)),
      header_flits_(static_cast<std::uint32_t>(options.header_flits)),
      stream_(graph.make_stream()),
      check_(std::move(terminals), options.window, graph.nodes),
      results_(graph.make_check == nullptr ? nullptr : graph.make_check()),
      values_(options.window),
      live_(options.window),
      all_read_(!stream_->next(message_)),
      terminals_(terminal_count_) {
  for (const std::string& name : graph.classes) figures_.classes.push_back({name, 0, {}});
}

bool MessageSource::next(NodeId source, PacketRequest& request) {
  const Cycle now = request.created;
  read_on(now);
  Terminal& terminal = terminals_[source];
  if (terminal.flits_left == 0) {
    if (terminal.ready.empty() || terminal.ready.front().at > now) {
      const Cycle ready = terminal.ready.empty() ? kNever : terminal.ready.front().at;
      const Cycle other = terminal.held != 0 ? now + 1 : all_read_ ? kNever : next_look_;
      request = {std::min(ready, other), source, /*length=*/0};
      return true;
    }
    leave(terminal, now);
  }
  const Live& message = live_[terminal.sending];
  const std::uint32_t flits = std::min(terminal.flits_left, longest_packet_);
  terminal.flits_left -= flits;
  under_way_[terminal.packets++ * terminal_count_ + source] = {terminal.sending, message.value};
  request = {now, message.destination, static_cast<int>(header_flits_ + flits), message.label};
  return true;
}

/// The message that is due is the one to be given out now.
void MessageSource::leave(Terminal& terminal, Cycle now) {
  const MessageId id = terminal.ready.front().id;
  std::pop_heap(terminal.ready.begin(), terminal.ready.end());
  terminal.ready.pop_back();
  --ready_;
  Live& message = live_[id];
  message.left = now;
  message.packets = (message.flits + longest_packet_ - 1) / longest_packet_;
  terminal.sending = id;
  terminal.flits_left = message.flits;
  check_results([&](ResultCheck& check) { return check.left({id, message.source, message.destination}); });
  tell_waiting(message.waiting_for_leave, message);
}

void MessageSource::delivered(PacketId packet, const PacketRecord&, Cycle now) {
  read_on(now);
  const auto found = under_way_.find(packet);
  const auto [id, value] = found->second;
  under_way_.erase(found);
  Live& message = live_[id];
  message.value = value;
  if (--message.packets == 0) arrive(message, id, now);
}

void MessageSource::arrive(Live& message, MessageId id, Cycle now) {
  if (failure_.empty()) failure_ = values_.compare(id, message.value);
  check_results([&](ResultCheck& check) {
    return check.came({id, message.source, message.destination}, message.value);
  });
  if (!failure_.empty()) return;
  message.came = now;
  last_came_ = now;
  ++come_;
  if (message.label >= figures_.classes.size()) figures_.classes.resize(message.label + std::size_t{1});
  MessageClassFigures& of_class = figures_.classes[message.label];
  of_class.flits += message.flits;
  of_class.latency.add(now - message.left);
  figures_.flits += message.flits;
  figures_.latency.add(now - message.left);
  if (message.asked != kNever) figures_.round_trip.add(now - message.asked);
  figures_.sum_of_values += message.value;
  tell_waiting(message.waiting_for_arrival, message);
  while (oldest_ != live_.next_id() && live_[oldest_].came != kNever) ++oldest_;
  if (all_read_ && oldest_ == live_.next_id())
    check_results([](ResultCheck& check) { return check.ended(); });
  begin_phases(now);
}

/// Its message never comes, nor does any that waits for that.
void MessageSource::refused(NodeId source) {
  Terminal& terminal = terminals_[source];
  under_way_.erase(--terminal.packets * terminal_count_ + source);
}

bool MessageSource::exhausted() const {
  if (ready_ != 0 || !under_way_.empty()) return false;
  return all_read_ || live_.next_id() - oldest_ == window_;
}

MessageFigures MessageSource::figures() const {
  MessageFigures figures = figures_;
  figures.left_over = live_.next_id() - come_;
  return figures;
}

void MessageSource::read_on(Cycle now) {
  if (all_read_ || now < next_look_) return;
  next_look_ = (now / kLook + 1) * kLook;
  while (!all_read_ && live_.next_id() - oldest_ < window_) read(now);
  figures_.most_live = std::max(figures_.most_live, live_.next_id() - oldest_);
  if (!all_read_) ++figures_.full_looks;
}

void MessageSource::read(Cycle now) {
  const MessageId id = live_.next_id();
  if (const auto fault = check_.look(message_))
    throw std::runtime_error(fmt::format("message {} of the graph: {}", id, fault->what));
  values_.evaluate(message_);
  live_.add({message_.source, message_.destination, message_.flits, 0, message_.compute,
             std::max(message_.earliest, now), message_.value});
  Live& message = live_[id];
  message.label = message_.label;
  message.operation = message_.operation;
  message.slot = message_.slot;
  message.period = message_.period;
  wait_for_phase(message, id);
  for (const MessageId other : message_.waits_for) wait_for(message, id, other);
  if (message_.waits_for.empty()) message.ready = std::max(message.ready, message.compute);
  figures_.longest_chain = std::max(figures_.longest_chain, message.chain);
  if (message.waits_for == 0) make_ready(message, id);
  all_read_ = !stream_->next(message_);
}

void MessageSource::wait_for_phase(Live& message, MessageId id) {
  if (message_.phase != phase_) {
    phase_ = message_.phase;
    phase_first_ = id;
    phase_began_ = oldest_ != id ? kNever : id == 0 ? 0 : last_came_ + 1;
  }
  if (phase_began_ != kNever) {
    message.ready = std::max(message.ready, phase_began_ + message.compute);
    return;
  }
  ++message.waits_for;
  ++terminals_[message.source].held;
  held_.push_back({id, phase_first_});
}

/// Those for which all messages of earlier phases have come, the last one in this cycle.
void MessageSource::begin_phases(Cycle now) {
  if (phase_began_ == kNever && oldest_ >= phase_first_) phase_began_ = now + 1;
  for (; !held_.empty() && oldest_ >= held_.front().first; held_.pop_front()) {
    const MessageId id = held_.front().id;
    Live& message = live_[id];
    --terminals_[message.source].held;
    message.ready = std::max(message.ready, now + 1 + message.compute);
    if (--message.waits_for == 0) make_ready(message, id);
  }
}

void MessageSource::wait_for(Live& message, MessageId own, MessageId other_id) {
  Live& other = live_[other_id];
  message.chain = std::max(message.chain, other.chain + 1);
  if (known(message, other) != kNever) return count_from(message, other);
  const bool by_arrival = waits_for_arrival(message, other);
  ++message.waits_for;
  if (by_arrival && other.destination != message.source) ++terminals_[message.source].held;
  add(by_arrival ? other.waiting_for_arrival : other.waiting_for_leave, own);
}

/// The cycle from which on the source of `message` knows that the other one has come, or left. Another
/// terminal of its node hears of it in the next cycle, so that the order in which terminals are asked does
/// not matter.
Cycle MessageSource::known(const Live& message, const Live& other) const {
  if (!waits_for_arrival(message, other)) return other.left;
  if (other.came == kNever || other.destination == message.source) return other.came;
  return other.came + 1;
}

/// Its source knows of the other one.
void MessageSource::count_from(Live& message, const Live& other) {
  message.ready = std::max(message.ready, known(message, other) + message.compute);
  message.value = combine(message.operation, message.value, other.value);
  const bool back = other.source == message.destination && other.destination == message.source;
  const bool asks = other.asked == kNever;  // An answer asks for nothing.
  if (back && asks) message.asked = std::min(message.asked, other.left);
}

void MessageSource::make_ready(Live& message, MessageId id) {
  if (message.period != 0) {
    const Cycle early = message.ready % message.period;
    message.ready += (message.slot + message.period - early) % message.period;
  }
  std::vector<Ready>& heap = terminals_[message.source].ready;
  heap.push_back({message.ready, id});
  std::push_heap(heap.begin(), heap.end());
  ++ready_;
}

void MessageSource::tell_waiting(std::uint32_t& first, const Live& other) {
  for (std::uint32_t link = first; link != kNone;) {
    const auto [id, next] = links_[link];
    links_[link].next = free_link_;
    free_link_ = link;
    link = next;
    Live& message = live_[id];
    count_from(message, other);
    if (waits_for_arrival(message, other) && other.destination != message.source)
      --terminals_[message.source].held;
    if (--message.waits_for == 0) make_ready(message, id);
  }
  first = kNone;
}

void MessageSource::add(std::uint32_t& list, MessageId waiting) {
  if (free_link_ == kNone) {
    free_link_ = static_cast<std::uint32_t>(links_.size());
    links_.push_back({0, kNone});
  }
  const std::uint32_t link = free_link_;
  free_link_ = links_[link].next;
  links_[link] = {waiting, list};
  list = link;
}

}  // namespace switchyard
