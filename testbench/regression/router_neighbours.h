#pragma once

#include <vector>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/design/design.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Everything around one router: sources and sinks at all of its links that keep the link protocol and do
/// otherwise what chance says. Packets go wherever there is a way; the sinks stop for a while now and then.
class RouterNeighbours {
 public:
  RouterNeighbours(const Design& design, NodeId node, double load, int longest_packet, std::uint64_t seed)
      : design_(design),
        node_(node),
        ports_(design.topology->port_count()),
        vcs_(design.router.terminal.virtual_channels),
        terminals_(design.topology->terminal_count()),
        load_(load),
        longest_(longest_packet),
        whole_frames_(design.router.derouting.has_value()),
        random_(seed, node, Purpose::Process),
        sinks_(total_vcs()) {
    for (PortId p = 0; p < ports_; ++p) {
      const bool terminal = design.topology->terminal_ports(node).test(p);
      depths_.push_back(terminal ? design.router.terminal.input_depth : design.router.timing.input_depth);
      for (int vc = 0; vc < vcs_; ++vc) sources_.push_back({depths_.back()[vc], {}});
      open_vcs_.push_back(terminal ? design.router.terminal.injection_vcs : vcs_);
      if (terminal || design.topology->far_end({node, p}).node != kNoNode) linked_.set(p);
    }
  }

  /// What arrives in the next cycle; valid until the next call.
  PortInputs next() {
    PortInputs inputs;
    if (random_.below(50) == 0) sink_rate_ = random_.unit();
    for_each_bit(PortMask{linked_}, [&](PortId p) {
      if (random_.unit() < load_ && send(p)) inputs.flit_ports.set(p);
      VcMask& credits = credits_[p];
      credits = 0;
      for (VcId vc = 0; vc < vcs_; ++vc) {
        int& flits = sinks_[vc_index(p, vc)];
        if (flits == 0 || random_.unit() >= sink_rate_) continue;
        --flits;
        credits.set(vc);
      }
      if (credits != 0) inputs.credit_ports.set(p);
      const bool is_link = !design_.topology->terminal_ports(node_).test(p);
      if (design_.half_duplex() && is_link && random_.below(2) == 0) inputs.request_ports.set(p);
    });
    inputs.flits = flits_.data();
    inputs.credits = credits_.data();
    return inputs;
  }

  /// What the router drove.
  void take(const PortOutputs& outputs) {
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) { ++sinks_[vc_index(p, outputs.flits[p].vc)]; });
    for_each_bit(PortMask{outputs.credit_ports}, [&](PortId p) {
      for_each_bit(outputs.credits[p], [&](VcId vc) { ++sources_[vc_index(p, vc)].credits; });
    });
  }

 private:
  static constexpr PacketId kPacketStep = 0x9E3779B9;  ///< So that all bits of the ids change.

  struct Source {
    int credits;
    Flit last;  ///< Of the packet under way: its last flit sent.
  };

  std::size_t total_vcs() const { return ports_ * vcs_; }
  std::size_t vc_index(PortId p, VcId vc) const { return p * vcs_ + vc; }

  bool send(PortId p) {
    const VcId vc = random_.below(open_vcs_[p]);
    Source& source = sources_[vc_index(p, vc)];
    if (source.credits == 0) return false;
    Flit& flit = source.last;
    flit.head = flit.remaining <= 1;
    if (flit.head && whole_frames_ && source.credits < depths_[p][vc]) return false;
    --source.credits;
    if (flit.head) {
      flit.packet = next_packet_;
      next_packet_ += kPacketStep;
      do {
        flit.destination = random_.below(terminals_);
      } while (!has_way(flit.destination, p, vc));
      flit.remaining = static_cast<std::uint16_t>(1 + random_.below(longest_));
      flit.vc = static_cast<std::uint8_t>(vc);
    } else {
      --flit.remaining;
    }
    flit.payload = payload_of(flit.packet, flit.remaining);
    flits_[p] = flit;
    return true;
  }

  /// Of a packet in a buffer of a class, or in a VC: where routing has taken it, not all destinations are
  /// left.
  bool has_way(TerminalId destination, PortId p, VcId vc) const {
    const PortRef exit = design_.topology->exits().of(destination);
    if (exit.node == node_) return true;
    if (design_.router.kind == "duato") {
      RouteSet routes;
      design_.routing->route({node_, exit.node, p, vc}, routes);
      return !routes.empty();
    }
    if (design_.router.queue_sizes.empty()) return true;
    const QueueCandidates ways = design_.routing->queue_candidates(node_, destination, vc, ports_);
    return (ways.preferred | ways.escape) != 0;
  }

  const Design& design_;
  NodeId node_;
  int ports_;
  int vcs_;
  TerminalId terminals_;
  double load_;
  int longest_;
  bool whole_frames_;  ///< A head flit enters a VC that is empty, and nothing else.
  RandomStream random_;
  std::vector<VcDepths> depths_;  ///< [port]: flits of the router's input VCs.
  std::vector<int> open_vcs_;     ///< [port]: VCs that packets come on.
  std::vector<Source> sources_;   ///< [VC] before the router's input VCs.
  std::vector<int> sinks_;        ///< [VC] behind its output VCs: flits.
  PortMask linked_ = 0;
  double sink_rate_ = 1;
  PacketId next_packet_ = 0;
  PortArray<Flit> flits_{};
  PortArray<VcMask> credits_{};
};

}  // namespace switchyard
