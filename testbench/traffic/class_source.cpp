#include "testbench/traffic/class_source.h"

#include <algorithm>
#include <utility>

namespace switchyard {

ClassSource::ClassSource(NodeId terminals, std::shared_ptr<const TrafficClasses> classes,
                         std::vector<std::unique_ptr<PacketSource>> streams, std::uint64_t seed)
    : terminal_count_(terminals), classes_(std::move(classes)), streams_(std::move(streams)) {
  for (NodeId terminal = 0; terminal < terminals; ++terminal) {
    terminals_.push_back(
        {std::vector<Stream>(classes_->size()), {}, terminal, RandomStream(seed, terminal, Purpose::Reply)});
    for (std::size_t label = 0; label < classes_->size(); ++label) {
      if (streams_[label] == nullptr) continue;
      Stream& stream = terminals_.back().streams[label];
      stream.ended = !streams_[label]->next(terminal, stream.upcoming);
    }
  }
}

bool ClassSource::next(NodeId source, PacketRequest& request) {
  Terminal& terminal = terminals_[source];
  if (give_reply(terminal, request) || give_new(source, terminal, request)) {
    terminal.last_label = request.label;
    terminal.next_id += terminal_count_;
    return true;
  }
  request = PacketRequest(next_due(terminal), 0, 0);
  return true;
}

/// One that is ready, if there is any.
bool ClassSource::give_reply(Terminal& terminal, PacketRequest& request) {
  std::vector<DueReply>& replies = terminal.replies;
  if (replies.empty() || replies.front().ready > request.created) return false;
  std::pop_heap(replies.begin(), replies.end());
  const DueReply& reply = replies.back();
  request = PacketRequest(request.created, reply.destination, reply.flits, reply.label);
  asked_[terminal.next_id] = reply.asked;
  replies.pop_back();
  return true;
}

/// One that is due and allowed, if there is any.
bool ClassSource::give_new(NodeId source, Terminal& terminal, PacketRequest& request) {
  const Cycle now = request.created;
  for (std::size_t label = 0; label < classes_->size(); ++label) {
    Stream& stream = terminal.streams[label];
    const TrafficClass& of = (*classes_)[label];
    if (!may_create(stream, of) || stream.due() > now) continue;
    stream.delay += now - stream.due();
    request = stream.upcoming;
    request.created = now;
    request.label = static_cast<std::uint8_t>(label);
    stream.ended = !streams_[label]->next(source, stream.upcoming);
    if (of.reply) ++stream.outstanding;
    return true;
  }
  return false;
}

/// When the next packet is due if nothing comes; kNever if something must come first.
Cycle ClassSource::next_due(const Terminal& terminal) const {
  Cycle next = terminal.replies.empty() ? kNever : terminal.replies.front().ready;
  for (std::size_t label = 0; label < classes_->size(); ++label) {
    const Stream& stream = terminal.streams[label];
    if (may_create(stream, (*classes_)[label])) next = std::min(next, stream.due());
  }
  return next;
}

void ClassSource::delivered(PacketId packet, const PacketRecord& record, Cycle now) {
  Terminal& receiver = terminals_[record.destination];
  if (const std::optional<Reply>& reply = (*classes_)[record.label].reply) {
    receiver.replies.push_back(
        {now + reply->service, receiver.requests_taken++, packet % terminal_count_, record.created,
         static_cast<std::uint16_t>(reply->length.draw(receiver.lengths)), reply->label});
    std::push_heap(receiver.replies.begin(), receiver.replies.end());
  }
  if (asked_.erase(packet) != 0) --receiver.streams[record.label - std::size_t{1}].outstanding;
}

void ClassSource::refused(NodeId source) {
  Terminal& terminal = terminals_[source];
  terminal.next_id -= terminal_count_;
  if ((*classes_)[terminal.last_label].reply) --terminal.streams[terminal.last_label].outstanding;
  asked_.erase(terminal.next_id);
}

std::optional<Cycle> ClassSource::asked(PacketId reply) const {
  const auto found = asked_.find(reply);
  return found == asked_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace switchyard
