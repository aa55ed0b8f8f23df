#include "testbench/monitor/link_monitor.h"

#include <fmt/format.h>

#include "hw/base/bits.h"

namespace switchyard {

LinkMonitor::LinkMonitor(const Design& design, Scoreboard& scoreboard)
    : topology_(*design.topology),
      scoreboard_(scoreboard),
      ports_(topology_.port_count()),
      vcs_(design.router.terminal.virtual_channels),
      depths_(design.router.timing.input_depth),
      terminal_depths_(design.router.terminal.input_depth),
      refuses_(design.router.refuses),
      vc_bits_(refuses_ ? 0 : -1),
      places_(design.router.slot_period != 0 ? bit<VcMask>(0) : ~VcMask{0}),
      circulating_(design.router.circulating_packets),
      last_header_(refuses_ ? ports_ * topology_.node_count() : 0),
      vc_states_((ports_ * topology_.node_count() + topology_.terminal_count()) * vcs_),
      far_vc_(ports_ * topology_.node_count()),
      own_(far_vc_.size() + 1) {
  for (const Channel& channel : topology_.channels()) {
    far_vc_[port_index(channel.from)] = static_cast<std::uint32_t>(vc_index(channel.to, 0));
  }
  for (NodeId node = 0; node < topology_.node_count(); ++node)
    entries_.push_back(topology_.entry_ports(node));
  for (TerminalId terminal = 0; terminal < topology_.terminal_count(); ++terminal) {
    const auto [entry, exit] = topology_.attachment(terminal);
    entry_vc_.push_back(entry.node == kNoNode ? 0 : static_cast<std::uint32_t>(vc_index(entry, 0)));
    if (exit.node != kNoNode) far_vc_[port_index(exit)] = static_cast<std::uint32_t>(sink_vc(terminal));
  }
}

LinkMonitor::~LinkMonitor() = default;

/// One of several that report at a time.
class LinkMonitor::Worker final : public LinkObserver {
 public:
  explicit Worker(LinkMonitor& monitor) : sight(monitor.far_vc_.size() + 1), monitor_(monitor) {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    monitor_.watch_router(now, node, arrivals, sight);
  }
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override {
    monitor_.at_terminal(now, terminal, arrivals);
  }
  void prefetch_router(NodeId node) const override { monitor_.prefetch_router(node); }

  Sight sight;

 private:
  LinkMonitor& monitor_;
};

LinkObserver* LinkMonitor::for_worker(std::size_t /*worker*/) {
  return workers_.emplace_back(std::make_unique<Worker>(*this)).get();
}

void LinkMonitor::gather() {
  for (const auto& worker : workers_) {
    tell_headers(worker->sight);
    own_.failure.join(worker->sight.failure);
  }
}

std::uint64_t LinkMonitor::flit_hops() const {
  std::uint64_t hops = own_.flit_hops;
  for (const auto& worker : workers_) hops += worker->sight.flit_hops;
  return hops;
}

/// Tells the scoreboard of them. Their records are far apart; in a row, many of them are fetched at a time.
void LinkMonitor::tell_headers(Sight& sight) {
  for (std::size_t i = 0; i < sight.header_count; ++i) scoreboard_.hopped(sight.headers[i]);
  sight.header_count = 0;
  for (const PacketId packet : sight.refused) scoreboard_.hop_refused(packet);
  sight.refused.clear();
}

/// Those of an earlier cycle: in time for their arrival, which is in a later one.
void LinkMonitor::tell_earlier_headers(Cycle now) {
  if (now == headers_at_) return;
  tell_headers(own_);
  headers_at_ = now;
}

void LinkMonitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  tell_earlier_headers(now);
  watch_router(now, node, arrivals, own_);
}

inline void LinkMonitor::count_flit(Cycle now, std::size_t vc_index, std::int32_t depth, NodeId place,
                                    Sight& sight) {
  VcState& state = vc_states_[vc_index];
  state.count_flit();
  if (state.outstanding() > depth) fail(now, place, vc_index, sight);
}

[[gnu::always_inline]] inline void LinkMonitor::count_credits(Cycle now, std::size_t first_vc, VcMask credits,
                                                              NodeId place, Sight& sight) {
  for_each_bit(credits & places_, [&](VcId vc) {
    const std::size_t index = first_vc + (vc & vc_bits_);
    VcState& state = vc_states_[index];
    state.count_credit();
    if (state.outstanding() < 0) fail(now, place, index, sight);
  });
}

inline void LinkMonitor::watch_router(Cycle now, NodeId node, const PortInputs& arrivals, Sight& sight) {
  const std::size_t first = node * ports_;
  const PortMask entries = entries_[node];
  PacketId* header = &sight.headers[sight.header_count];
  std::uint64_t hops = 0;
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    const Flit& flit = arrivals.flits[p];
    const bool hop = !entries.test(p);
    const std::int32_t depth = (hop ? depths_ : terminal_depths_)[flit.vc];
    count_flit(now, (first + p) * vcs_ + flit.vc, depth, node, sight);
    hops += hop;
    *header = flit.packet;
    header += hop & flit.head;
  });
  sight.flit_hops += hops;
  sight.header_count = header - sight.headers.data();
  for_each_bit(arrivals.credit_ports,
               [&](PortId p) { count_credits(now, far_vc_[first + p], arrivals.credits[p], node, sight); });
  if (refuses_) [[unlikely]]
    watch_refusals(node, arrivals, sight);
}

void LinkMonitor::watch_refusals(NodeId node, const PortInputs& arrivals, Sight& sight) {
  const std::size_t first = node * ports_;
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    if (arrivals.flits[p].head) last_header_[first + p] = arrivals.flits[p].packet;
  });
  for_each_bit(arrivals.credit_ports, [&](PortId p) {
    if (arrivals.credits[p].test(1)) sight.refused.push_back(last_header_[far_vc_[first + p] / vcs_]);
  });
}

void LinkMonitor::at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) {
  tell_earlier_headers(now);
  const NodeId place = topology_.node_count() + terminal;
  if (arrivals.flit_ports != 0) {
    ++own_.flit_hops;
    const VcId vc = arrivals.flits[0].vc;
    count_flit(now, sink_vc(terminal) + vc, terminal_depths_[vc], place, own_);
  }
  if (arrivals.credit_ports != 0) count_credits(now, entry_vc_[terminal], arrivals.credits[0], place, own_);
}

void LinkMonitor::prefetch_router(NodeId node) const {
  const std::size_t first = node * ports_;
  __builtin_prefetch(&vc_states_[first * vcs_]);
  for (std::size_t p = 0; p < ports_; ++p) __builtin_prefetch(&vc_states_[far_vc_[first + p]]);
}

std::vector<std::uint32_t> LinkMonitor::flits_per_vc() const {
  std::vector<std::uint32_t> flits;
  flits.reserve(vc_states_.size());
  for (const VcState& state : vc_states_) flits.push_back(state.flits());
  return flits;
}

std::vector<std::uint16_t> LinkMonitor::flits_per_port() const {
  std::vector<std::uint16_t> flits(vc_states_.size() / vcs_);
  auto state = vc_states_.begin();
  for (std::uint16_t& of_port : flits) {
    std::uint32_t sum = 0;
    for (std::size_t vc = 0; vc < vcs_; ++vc, ++state) sum += state->flits();
    of_port = static_cast<std::uint16_t>(sum);
  }
  return flits;
}

void LinkMonitor::fail(Cycle now, NodeId place, std::size_t vc_index, Sight& sight) {
  if (!sight.failure.would_be(now, place)) return;
  const bool at_terminal = place >= topology_.node_count();
  std::string what = fmt::format(
      "cycle {}: credits are not conserved: {} {} sees {} flits outstanding on a VC {} of depth {}", now,
      at_terminal ? "terminal" : "router", at_terminal ? place - topology_.node_count() : place,
      vc_states_[vc_index].outstanding(), vc_index % vcs_, depth_of(vc_index));
  sight.failure.set(now, place, std::move(what));
}

std::int32_t LinkMonitor::depth_of(std::size_t vc_index) const {
  const std::size_t port = vc_index / vcs_;
  const bool at_sink = port >= ports_ * topology_.node_count();
  const bool of_terminal = at_sink || entries_[port / ports_].test(port % ports_);
  return (of_terminal ? terminal_depths_ : depths_)[vc_index % vcs_];
}

void LinkMonitor::check_drained() {
  std::int64_t missing = 0;
  for (const VcState& state : vc_states_) missing += state.outstanding();
  if (missing <= circulating_) return;  // A packet that circulates is in one VC at most.
  for (std::size_t index = 0; index < vc_states_.size() && failure().empty(); ++index) {
    if (vc_states_[index].outstanding() == 0) continue;
    const std::size_t port = index / vcs_;
    const bool at_terminal = port >= ports_ * topology_.node_count();
    own_.failure.set(
        kNever, 0,
        at_terminal
            ? fmt::format("drained, but {} credits of VC {} of terminal {} are missing",
                          vc_states_[index].outstanding(), index % vcs_,
                          port - ports_ * topology_.node_count())
            : fmt::format("drained, but {} credits of VC {} of node {}, port {} are missing",
                          vc_states_[index].outstanding(), index % vcs_, port / ports_, port % ports_));
  }
}

}  // namespace switchyard
