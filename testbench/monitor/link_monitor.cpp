#include "testbench/monitor/link_monitor.h"

#include <fmt/format.h>

#include "hw/base/bits.h"

namespace switchyard {

LinkMonitor::LinkMonitor(const Design& design, Scoreboard& scoreboard)
    : topology_(*design.topology),
      scoreboard_(scoreboard),
      ports_(static_cast<std::size_t>(topology_.port_count())),
      vcs_(static_cast<std::size_t>(design.terminal.virtual_channels)),
      terminal_port_(topology_.terminal_port()),
      depth_(design.timing.input_depth),
      terminal_depth_(design.terminal.input_depth),
      circulating_(design.circulating_packets),
      lanes_((ports_ + 1) * topology_.node_count() * vcs_),
      far_lane_(ports_ * topology_.node_count()),
      headers_(far_lane_.size() + 1) {
  for (const Channel& channel : topology_.channels()) {
    far_lane_[channel.from.node * ports_ + static_cast<std::size_t>(channel.from.port)] =
        static_cast<std::uint32_t>(lane(channel.to, 0));
  }
  for (NodeId node = 0; node < topology_.node_count(); ++node) {
    const std::size_t terminal_lane = (ports_ * topology_.node_count() + node) * vcs_;
    far_lane_[node * ports_ + static_cast<std::size_t>(terminal_port_)] =
        static_cast<std::uint32_t>(terminal_lane);
  }
}

/// Tells the scoreboard of the headers of an earlier cycle, in time for their arrival, which is in a later
/// one. Their records are far apart; in a row, many of them are fetched at a time.
void LinkMonitor::count_headers(Cycle now) {
  if (now == headers_at_) return;
  for (std::size_t i = 0; i < header_count_; ++i) scoreboard_.hopped(headers_[i]);
  header_count_ = 0;
  headers_at_ = now;
}

void LinkMonitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  count_headers(now);
  const std::size_t first = node * ports_;
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    const Flit& flit = arrivals.flits[p];
    const bool hop = p != terminal_port_;
    const std::int32_t depth = hop ? depth_ : terminal_depth_;
    count_flit(now, (first + static_cast<std::size_t>(p)) * vcs_ + flit.vc, depth, "router", node);
    flit_hops_ += hop;
    headers_[header_count_] = flit.packet;
    header_count_ += hop & flit.head;
  });
  for_each_bit(arrivals.credit_ports, [&](PortId p) {
    count_credits(now, far_lane_[first + static_cast<std::size_t>(p)], arrivals.credits[p], "router", node);
  });
}

void LinkMonitor::at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) {
  count_headers(now);
  if (arrivals.flit_ports != 0) {
    ++flit_hops_;
    const std::size_t sink = (ports_ * topology_.node_count() + node) * vcs_;
    count_flit(now, sink + arrivals.flits[0].vc, terminal_depth_, "terminal", node);
  }
  if (arrivals.credit_ports != 0) {
    count_credits(now, lane({node, terminal_port_}, 0), arrivals.credits[0], "terminal", node);
  }
}

void LinkMonitor::prefetch_router(NodeId node) const {
  const std::size_t first = node * ports_;
  __builtin_prefetch(&lanes_[first * vcs_]);
  for (std::size_t p = 0; p < ports_; ++p) __builtin_prefetch(&lanes_[far_lane_[first + p]]);
}

std::vector<std::uint64_t> LinkMonitor::flits_per_lane() const {
  std::vector<std::uint64_t> flits;
  flits.reserve(lanes_.size());
  for (const Lane& lane : lanes_) flits.push_back(lane.flits());
  return flits;
}

void LinkMonitor::count_flit(Cycle now, std::size_t lane_index, std::int32_t depth, const char* where,
                             NodeId node) {
  Lane& lane = lanes_[lane_index];
  lane.count_flit();
  if (lane.outstanding() > depth) fail(now, where, node, lane_index);
}

void LinkMonitor::count_credits(Cycle now, std::size_t first_lane, VcMask credits, const char* where,
                                NodeId node) {
  for_each_bit(credits, [&](VcId vc) {
    const std::size_t index = first_lane + static_cast<std::size_t>(vc);
    lanes_[index].count_credit();
    if (lanes_[index].outstanding() < 0) fail(now, where, node, index);
  });
}

void LinkMonitor::fail(Cycle now, const char* where, NodeId node, std::size_t lane_index) {
  if (!failure_.empty()) return;
  failure_ = fmt::format(
      "cycle {}: credits are not conserved: {} {} sees {} flits outstanding on a lane {} of depth {}", now,
      where, node, lanes_[lane_index].outstanding(), lane_index % vcs_, depth_of(lane_index));
}

std::int32_t LinkMonitor::depth_of(std::size_t lane_index) const {
  const std::size_t port = lane_index / vcs_;
  const bool at_sink = port >= ports_ * topology_.node_count();
  return at_sink || port % ports_ == static_cast<std::size_t>(terminal_port_) ? terminal_depth_ : depth_;
}

void LinkMonitor::check_drained() {
  std::int64_t missing = 0;
  for (const Lane& lane : lanes_) missing += lane.outstanding();
  if (missing <= circulating_) return;  // A packet that circulates is in one lane at most.
  for (std::size_t index = 0; index < lanes_.size() && failure_.empty(); ++index) {
    if (lanes_[index].outstanding() == 0) continue;
    const std::size_t port = index / vcs_;
    const bool at_terminal = port >= ports_ * topology_.node_count();
    failure_ =
        at_terminal
            ? fmt::format("drained, but {} credits of lane {} of terminal {} are missing",
                          lanes_[index].outstanding(), index % vcs_, port - ports_ * topology_.node_count())
            : fmt::format("drained, but {} credits of lane {} of node {}, port {} are missing",
                          lanes_[index].outstanding(), index % vcs_, port / ports_, port % ports_);
  }
}

}  // namespace switchyard
