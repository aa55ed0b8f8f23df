#include "testbench/workload/trace_stream.h"

namespace switchyard {

TraceStream::TraceStream(const std::filesystem::path& file, const TraceSurvey& survey, std::size_t window)
    : file_(file),
      text_(file),
      reader_(text_, file.string(), static_cast<NodeId>(survey.packets_by_source.size()), faults_),
      unread_(survey.packets),
      window_(window),
      queues_(survey.packets_by_source.size()) {}

bool TraceStream::next(NodeId source, PacketRequest& request) {
  Queue& queue = queues_[source];
  while (queue.first == kNone) {
    if (waiting_count_ >= window_ && latest_ > queue.asked) {
      request = {latest_, source, /*length=*/0};
      queue.asked = latest_;
      return true;
    }
    if (!read_line()) return false;
  }
  request = pop(queue);
  queue.asked = request.created;
  return true;
}

bool TraceStream::read_line() {
  if (unread_ == 0) return false;
  TraceEntry entry;
  if (!reader_.next(entry) || entry.packet.created < latest_) throw trace_has_changed(file_);
  --unread_;
  latest_ = entry.packet.created;
  push(entry);
  return true;
}

void TraceStream::push(const TraceEntry& entry) {
  if (free_ == kNone) {
    free_ = static_cast<std::uint32_t>(waiting_.size());
    waiting_.emplace_back();
  }
  const std::uint32_t place = free_;
  free_ = waiting_[place].next;
  waiting_[place] = {entry.packet, kNone};
  Queue& queue = queues_[entry.source];
  (queue.first == kNone ? queue.first : waiting_[queue.last].next) = place;
  queue.last = place;
  ++waiting_count_;
}

PacketRequest TraceStream::pop(Queue& queue) {
  const std::uint32_t place = queue.first;
  Waiting& oldest = waiting_[place];
  queue.first = oldest.next;
  oldest.next = free_;
  free_ = place;
  --waiting_count_;
  return oldest.packet;
}

}  // namespace switchyard
