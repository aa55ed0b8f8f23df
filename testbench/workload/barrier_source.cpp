#include "testbench/workload/barrier_source.h"

#include <fmt/format.h>

#include <utility>

namespace switchyard {

BarrierSource::BarrierSource(NodeId node_count, std::uint64_t seed, const BarrierProgram& program,
                             std::shared_ptr<const Pattern> pattern)
    : program_(program), pattern_(std::move(pattern)) {
  for (NodeId node = 0; node < node_count; ++node) {
    processors_.push_back(
        {RandomStream(seed, node, Purpose::Process), RandomStream(seed, node, Purpose::Destination)});
    begin_phase(processors_.back(), 0);
  }
}

void BarrierSource::begin_phase(Processor& processor, Cycle now) {
  processor.left = pattern_ == nullptr ? 0 : program_.packets;
  processor.arrives = now + processor.work.below(static_cast<std::uint32_t>(program_.work + 1));
  constexpr std::uint32_t kShares = 1 << 20;
  if (processor.work.below(kShares) < program_.late_share * kShares) processor.arrives += program_.late;
}

bool BarrierSource::next(NodeId source, PacketRequest& request) {
  Processor& processor = processors_[source];
  const Cycle now = request.created;
  if (processor.waits || processor.epoch == program_.barriers) {
    request = PacketRequest(kNever, source, 0);
    return true;
  }
  while (processor.left != 0) {
    --processor.left;
    const std::optional<NodeId> destination = pattern_->destination(source, processor.destinations);
    if (!destination) continue;
    const auto count = static_cast<PacketId>(processors_.size());
    packets_[processor.sent++ * count + source] = {*destination, processor.epoch};
    ++processors_[*destination].under_way[processor.epoch % 2];
    request = PacketRequest(now, *destination, 1);
    return true;
  }
  if (processor.arrives > now) {
    request = PacketRequest(processor.arrives, source, 0);
    return true;
  }
  Progress& progress = progress_[processor.epoch % 2];
  ++progress.arrived;
  progress.last_arrival = now;
  processor.waits = true;
  processor.arrived = now;
  request = PacketRequest::arrival(now);
  return true;
}

void BarrierSource::delivered(PacketId id, const PacketRecord&, Cycle now) {
  const auto found = packets_.find(id);
  const Packet packet = found->second;
  packets_.erase(found);
  Processor& receiver = processors_[packet.destination];
  --receiver.under_way[packet.epoch % 2];
  if (packet.epoch <= receiver.epoch) return;
  ++figures_.early;
  if (!forbids_early_) return;
  fail(fmt::format(
      "cycle {}: packet {} of epoch {} came to node {}, which has been released into epoch {} only", now, id,
      packet.epoch, packet.destination, receiver.epoch));
}

void BarrierSource::refused(NodeId source) {
  fail(fmt::format("a packet of node {} was not let in", source));
}

void BarrierSource::released(NodeId node, Cycle now) {
  Processor& processor = processors_[node];
  const std::uint32_t barrier = processor.epoch;
  Progress& progress = progress_[barrier % 2];
  if (!processor.waits)
    return fail(fmt::format("cycle {}: node {} was released and had not arrived", now, node));
  if (progress.arrived != processors_.size()) {
    return fail(
        fmt::format("cycle {}: node {} was released from barrier {}, at which {} of {} nodes have arrived",
                    now, node, barrier, progress.arrived, processors_.size()));
  }
  if (const std::uint64_t missing = processor.under_way[barrier % 2]; missing != 0) {
    return fail(
        fmt::format("cycle {}: node {} was released from barrier {}, but {} packets that were sent to it "
                    "before are missing",
                    now, node, barrier, missing));
  }
  figures_.waits.add(now - processor.arrived);
  figures_.last_release = now;
  if (++progress.released == processors_.size()) {
    figures_.cost.add(now - progress.last_arrival);
    progress = {};
  }
  processor.waits = false;
  ++processor.epoch;
  if (processor.epoch != program_.barriers) begin_phase(processor, now);
}

bool BarrierSource::exhausted() const {
  return figures_.cost.count() == program_.barriers && packets_.empty();
}

void BarrierSource::fail(const std::string& what) {
  if (failure_.empty()) failure_ = what;
}

}  // namespace switchyard
