#include "testbench/mesh/many_to_one_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace switchyard {

ManyToOneScoreboard::ManyToOneScoreboard(int side, std::vector<NodeId> destinations)
    : destinations_(std::move(destinations)),
      oracle_(side, destinations_),
      left_(oracle_.all()),
      coloured_(left_.size()),
      expected_(left_.size()),
      arrived_(left_.size()) {}

void ManyToOneScoreboard::begin_phase(Cycle now, const MeshPhase& phase) {
  phase_ = phase;
  begun_ = last_delivery_ = now;
  delivered_in_phase_ = due_ = 0;
  switch (phase.command) {
    case MeshCommand::Load:
      if (phase.value == static_cast<std::uint32_t>(Colour::Black)) coloured_ = left_;
      break;
    case MeshCommand::Colour: coloured_ = oracle_.black(phase.value); break;
    case MeshCommand::Combine: left_ = coloured_ = oracle_.combined(); break;
    case MeshCommand::Route:
      for (std::size_t node = 0; node < left_.size(); ++node) {
        const std::uint32_t white = left_[node] - coloured_[node];
        expected_[node] = (phase.value & 1) * coloured_[node] + (phase.value >> 1 & 1) * white;
      }
      due_ = std::accumulate(expected_.begin(), expected_.end(), std::uint64_t{0});
      break;
    default: break;
  }
}

void ManyToOneScoreboard::delivered(Cycle now, NodeId node, const Flit& packet) {
  if (packet.packet >= destinations_.size() || destinations_[packet.packet] != node)
    return fail(fmt::format("cycle {}: packet {} was delivered at node {}", now, packet.packet, node));
  if (arrived_[packet.packet])
    return fail(fmt::format("cycle {}: packet {} was delivered twice", now, packet.packet));
  if (expected_[node] == 0)
    return fail(fmt::format("cycle {}: node {} got packet {} in the wrong phase, {}", now, node,
                            packet.packet, phase_.name));
  arrived_[packet.packet] = true;
  --expected_[node];
  --left_[node];
  if (coloured_[node] != 0 && (phase_.value & 1) != 0) --coloured_[node];
  ++delivered_in_phase_;
  ++delivered_all_;
  last_delivery_ = std::max(last_delivery_, now);
  event_hash_.add(packet.packet, packet.packet, node, begun_, now);
}

void ManyToOneScoreboard::end_phase(const Network& network) {
  switch (phase_.command) {
    case MeshCommand::SortRowMajor: check_order(network, /*row_major=*/true); break;
    case MeshCommand::SortColumnMajor: check_order(network, /*row_major=*/false); break;
    case MeshCommand::Route:
      if (!all_delivered())
        fail(fmt::format("phase {}: {} of {} packets have arrived within {} steps", phase_.name,
                         delivered_in_phase_, due_, phase_.steps));
      break;
    default: break;
  }
}

void ManyToOneScoreboard::check_most(std::uint32_t most) {
  if (most != oracle_.most())
    fail(fmt::format("a processor takes {} for the most packets that one gets, which is {}", most,
                     oracle_.most()));
}

/// Every node must hold a packet to the place that the sequential sort has put there.
void ManyToOneScoreboard::check_order(const Network& network, bool row_major) {
  const std::vector<NodeId> sorted = oracle_.sorted(left_, row_major);
  for (NodeId node = 0; node < sorted.size(); ++node) {
    NodeId held = kNoPacket;
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.buffer.side == Side::Central && view.front != nullptr) held = view.front->destination;
    });
    if (held == sorted[node]) continue;
    return fail(fmt::format("phase {}: node {} holds a packet to {}, but {} is next along the snake",
                            phase_.name, node, static_cast<std::int32_t>(held),
                            static_cast<std::int32_t>(sorted[node])));
  }
}

void ManyToOneScoreboard::fail(const std::string& what) {
  if (failure_.empty()) failure_ = what;
}

}  // namespace switchyard
