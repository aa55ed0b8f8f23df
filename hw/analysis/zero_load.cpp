#include "hw/analysis/zero_load.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr int kTerminalLatency = 1;

/// One packet alone in the network, flit by flit: when each goes through each stage of its path.
///
/// Stage 0 is the source, stage r + 1 the r-th router with the link that leaves it. A flit leaves a stage's
/// VC when the flit before it has, the crossbar's output has room and, without output VCs, the link takes
/// it; it is sent when it is through the crossbar, or past it, the flit before it is sent, and a credit is
/// there: that of the flit a VC's depth before it, once that one has left the next VC.
class LonePacket {
 public:
  LonePacket(const PipelineTiming& timing, const std::vector<ZeroLoadPath::Link>& links, int flits)
      : timing_(timing),
        links_(links),
        stages_(static_cast<int>(links.size()) + 2),
        passages_(size_of(flits)) {
    for (int flit = 0; flit < flits; ++flit) {
      for (int stage = 0; stage < stages_; ++stage) pass(flit, stage);
    }
    arrival_ = at(flits - 1, stages_ - 1).sent + kTerminalLatency;
  }

  int tail_arrival() const { return arrival_; }

 private:
  struct Passage {
    int left = 0;    ///< When it left the input VC and returned its credit.
    int wanted = 0;  ///< Since when it was next to take the link, and could but for the link.
    int sent = 0;    ///< When it went over the link.
  };

  std::size_t size_of(int flits) const { return static_cast<std::size_t>(flits) * stages_; }
  std::size_t index(int flit, int stage) const { return size_of(flit) + stage; }
  Passage& at(int flit, int stage) { return passages_[index(flit, stage)]; }
  const Passage& at(int flit, int stage) const { return passages_[index(flit, stage)]; }
  int link_after(int stage) const { return is_terminal(stage) ? kTerminalLatency : links_[stage - 1].delay; }
  /// From one flit to the next.
  int link_cycles(int stage) const { return is_terminal(stage) ? 1 : links_[stage - 1].cycles_per_flit; }
  bool is_terminal(int stage) const { return stage == 0 || stage == stages_ - 1; }

  void pass(int flit, int stage) {
    Passage& passage = at(flit, stage);
    const int credit = credit_of(flit, stage);
    const int link_free = flit == 0 ? 0 : taken(flit - 1, stage) + link_cycles(stage);
    if (stage == 0) {
      passage.sent = std::max(credit, link_free);
      return;
    }
    const int crossbar = timing_.router - timing_.credit_turnaround;
    const int routing = flit == 0 && !timing_.bypass ? timing_.credit_turnaround : 0;
    const int arrival = at(flit, stage - 1).sent + link_after(stage - 1);
    int ready = arrival + routing;
    int asked = flit == 0 ? ready - 1 : ready;  // A head flit asks for the link when it is bound.
    if (queued()) {
      if (flit != 0) ready = std::max(ready, at(flit - 1, stage).left + 1);
      if (flit >= timing_.output_depth) ready = std::max(ready, at(flit - timing_.output_depth, stage).sent);
      passage.left = ready;
      ready += crossbar;
      asked = ready - 1;
    }
    passage.wanted = std::max({asked, credit, link_free - 1});
    const int taken_at = granted(flit, stage, std::max({ready, credit, link_free}));
    if (!queued()) passage.left = taken_at;
    const bool past_crossbar = queued() || (taken_at == arrival && may_bypass(flit, stage, arrival));
    passage.sent = past_crossbar ? taken_at : taken_at + crossbar;
  }

  /// Whether the flit finds its VC and the stages of the crossbar empty.
  bool may_bypass(int flit, int stage, int arrival) const {
    if (!timing_.bypass || flit == 0) return timing_.bypass;
    return at(flit - 1, stage).left < arrival && at(flit - 1, stage).sent < arrival;
  }

  bool queued() const { return timing_.output_depth != 0; }
  /// When the flit took the link: from the output VC, or from the input VC if there is none.
  int taken(int flit, int stage) const {
    return queued() || stage == 0 ? at(flit, stage).sent : at(flit, stage).left;
  }

  /// When the credit that the flit needs is there.
  int credit_of(int flit, int stage) const {
    const int before = flit - timing_.input_depth.smallest();
    if (before < 0) return 0;
    const int left =
        stage + 1 < stages_ ? at(before, stage + 1).left : at(before, stage).sent + kTerminalLatency;
    return left + link_after(stage);
  }

  /// The first cycle from `earliest` on in which the link may be taken: a half-duplex one must have been
  /// wanted one latency before, by this flit or one ahead of it.
  int granted(int flit, int stage, int earliest) const {
    if (!timing_.half_duplex || stage == stages_ - 1) return earliest;
    for (int cycle = earliest;; ++cycle) {
      const int asked = cycle - link_after(stage);
      if (asked >= at(flit, stage).wanted) return cycle;
      for (int ahead = flit - 1; ahead >= 0 && taken(ahead, stage) > asked; --ahead) {
        if (asked >= at(ahead, stage).wanted) return cycle;
      }
    }
  }

  const PipelineTiming& timing_;
  const std::vector<ZeroLoadPath::Link>& links_;
  int stages_;
  std::vector<Passage> passages_;  ///< [flit][stage]
  int arrival_ = 0;
};

}  // namespace

int credit_loop(const PipelineTiming& timing, int link_delay) {
  return (timing.half_duplex ? 3 : 2) * link_delay + timing.credit_turnaround + timing.send_overhead;
}

Cycle zero_load_latency(const PipelineTiming& timing, const ZeroLoadPath& path, int flits) {
  const int router = timing.bypass ? 0 : timing.router;
  const auto loop = [&](int delay) { return timing.bypass ? 2 * delay : credit_loop(timing, delay); };
  int head = 2 * kTerminalLatency + router + path.internal_moves * timing.internal_move;
  int longest_loop = loop(kTerminalLatency);
  int links = 0;
  bool narrow = false;
  for (const auto& [delay, cycles_per_flit] : path.links) {
    head += router + delay + (timing.half_duplex ? delay - 1 + timing.late_request : 0);
    longest_loop = std::max(longest_loop, loop(delay));
    links += delay;
    narrow = narrow || cycles_per_flit != 1;
  }
  if (timing.path_setup && flits > 1) head += 2 * links + kTerminalLatency;
  const int depth = timing.input_depth.smallest();
  const bool streams = flits == 1 || (!narrow && (flits <= depth || longest_loop <= depth));
  if (!streams) return LonePacket(timing, path.links, flits).tail_arrival();
  return head + flits - 1;
}

ZeroLoadPath zero_load_path(const Topology& topology, const RoutingFunction& routing, NodeId source,
                            NodeId destination) {
  ZeroLoadPath path;
  RouteQuery query{source, destination, lowest_bit(topology.entry_ports(source)), 0};
  for (;;) {
    const std::size_t steps = path.links.size() + path.internal_moves;
    if (steps > 8 * static_cast<std::size_t>(topology.node_count())) {
      throw std::logic_error("zero_load_path: the routing function leads in a circle");
    }
    RouteSet routes;
    routing.route_unless_arrived(query, routes);
    if (query.here == destination && routes.empty()) return path;
    if (routes.empty()) throw std::logic_error("zero_load_path: no way on");
    const RouteChoice& choice = *routes.begin();
    if (choice.port == kCentralQueues) {
      if (query.held_port == kCentralQueues) ++path.internal_moves;
      query.held_port = kCentralQueues;
      query.held_vc = lowest_bit(choice.vcs);
      continue;
    }
    const int channel = topology.channel_from({query.here, choice.port});
    const Channel& link = topology.channels()[channel];
    path.links.push_back({link.delay(), link.cycles_per_flit});
    query = {link.to.node, destination, link.to.port, lowest_bit(choice.vcs)};
  }
}

}  // namespace switchyard
