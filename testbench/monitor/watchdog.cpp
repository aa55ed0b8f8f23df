#include "testbench/monitor/watchdog.h"

#include <algorithm>
#include <utility>

namespace switchyard {

Watchdog::Watchdog(const Design& design, Cycle patience, ReplyWaits reply_waits)
    : design_(design), reply_waits_(std::move(reply_waits)), patience_(patience), next_look_(patience / 4) {}

void Watchdog::look(Cycle now, const Network& network) {
  next_look_ = now + patience_ / 4;
  const bool first_look = sights_.empty();
  std::optional<Starvation> worst;
  std::size_t index = 0;
  for (NodeId node = 0; node < design_.topology->node_count(); ++node) {
    if (first_look) first_sight_.push_back(index);
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (first_look) sights_.emplace_back();
      Sight& sight = sights_[index++];
      const PacketId packet = view.front != nullptr ? view.front->packet : 0;
      const std::uint16_t remaining = view.front != nullptr ? view.front->remaining : std::uint16_t{0};
      if (packet != sight.packet || remaining != sight.remaining || view.allocated != sight.reserved) {
        sight = {packet, remaining, view.allocated, now};
      }
      const bool waits = remaining != 0 && now - sight.since >= patience_;
      if (waits && (!worst || sight.since < worst->since)) {
        worst = Starvation{now, sight.since, waiting_buffer(node, view, design_.topology->terminal_count())};
      }
    });
  }
  if (!worst) return;
  longest_wait_ = std::max(longest_wait_, now - worst->since);
  if (now < next_graph_) return;
  next_graph_ = now + patience_;
  const auto moved_lately = [&](NodeId node, std::size_t buffer) {
    return now - sights_[first_sight_[node] + buffer].since < patience_ / 2;
  };
  const WaitGraph graph(design_, network, moved_lately, reply_waits_);
  if (graph.deadlocked()) {
    deadlock_ = Deadlock{now, graph.cycle(), graph.knot().size()};
  } else if (!starvation_) {
    starvation_ = worst;
    starvation_->at_fault = graph.at_fault();
  }
}

}  // namespace switchyard
