#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"
#include "testbench/monitor/arrival_counts.h"
#include "testbench/monitor/first_failure.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Watches every link: counts flits per VC and checks that credits are conserved.
///
/// A VC's outstanding flits (arrived, and their credit not yet back) are never fewer than none nor more
/// than the VC's depth; when the network has drained they are none. Head flits tell the scoreboard of their
/// hops, and refusals that those of the refused header do not count.
///
/// Errors: the first violation is kept in failure().
class LinkMonitor final : public LinkObserver, public ArrivalCounts {
 public:
  LinkMonitor(const Design& design, Scoreboard& scoreboard);
  ~LinkMonitor() override;

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override;
  LinkObserver* for_worker(std::size_t worker) override;
  void gather() override;
  void prefetch_router(NodeId node) const override;

  /// Index of a router's input VC in flits_per_vc(); the VCs of a port are neighbours.
  std::size_t vc_index(PortRef at, VcId vc) const { return port_index(at) * vcs_ + vc; }
  /// Flits that have arrived at each VC since the beginning, modulo 2^32.
  std::vector<std::uint32_t> flits_per_vc() const;
  std::vector<std::uint16_t> flits_per_port() const override;
  /// All flits that have arrived at any router or terminal: flit-hops, the ejecting router included.
  std::uint64_t flit_hops() const;
  const std::string& failure() const { return own_.failure.what(); }
  /// After a full drain: a failure if some VC has not got all of its credits back, but for those of packets
  /// that circulate for ever.
  void check_drained();

 private:
  /// Its two ends are watched where they are, which may be by two workers; what happens in one cycle counts
  /// in any order.
  class VcState {
   public:
    std::uint32_t flits() const { return flits_.load(std::memory_order_relaxed); }
    /// Flits whose credit is not yet back.
    int outstanding() const { return flits() - credits_.load(std::memory_order_relaxed); }
    void count_flit() { count(flits_); }
    void count_credit() { count(credits_); }

   private:
    /// Each has one writer.
    static void count(std::atomic<std::uint32_t>& counter) {
      counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    std::atomic<std::uint32_t> flits_ = 0;
    std::atomic<std::uint32_t> credits_ = 0;
  };
  /// What one worker sees; it alone writes it.
  struct Sight {
    explicit Sight(std::size_t most_headers) : headers(most_headers) {}

    std::uint64_t flit_hops = 0;
    std::vector<PacketId> headers;  ///< That crossed a channel in a cycle: `header_count` of them.
    std::size_t header_count = 0;
    std::vector<PacketId> refused;  ///< Headers whose refusal has come back over a channel.
    FirstFailure failure;           ///< Places are routers, then terminals.
  };
  class Worker;

  std::size_t port_index(PortRef port) const {
    return static_cast<std::size_t>(port.node) * ports_ + port.port;
  }
  /// First VC of a terminal, to which its router sends.
  std::size_t sink_vc(TerminalId terminal) const {
    return (ports_ * topology_.node_count() + terminal) * vcs_;
  }
  void watch_router(Cycle now, NodeId node, const PortInputs& arrivals, Sight& sight);
  void watch_refusals(NodeId node, const PortInputs& arrivals, Sight& sight);
  void tell_headers(Sight& sight);
  void tell_earlier_headers(Cycle now);
  void count_flit(Cycle now, std::size_t vc_index, std::int32_t depth, NodeId place, Sight& sight);
  void count_credits(Cycle now, std::size_t first_vc, VcMask credits, NodeId place, Sight& sight);
  [[gnu::cold]] void fail(Cycle now, NodeId place, std::size_t vc_index, Sight& sight);
  std::int32_t depth_of(std::size_t vc_index) const;

  const Topology& topology_;
  Scoreboard& scoreboard_;
  std::size_t ports_;
  std::size_t vcs_;
  VcDepths depths_;           ///< Of the VCs between routers.
  VcDepths terminal_depths_;  ///< Of the VCs at the terminal ports.
  bool refuses_;              ///< See RouterTraits.
  VcId vc_bits_;              ///< Of a credit's place, those that tell its VC: none if it may be a refusal.
  VcMask places_;             ///< VCs whose credits give back a place; those of others offer one.
  std::int32_t circulating_;  ///< Packets that are under way when all is delivered.
  std::vector<PacketId> last_header_;    ///< [router][input port]; only of routers that refuse.
  HugePageVector<VcState> vc_states_;    ///< [router][input port][vc], then [terminal][vc].
  std::vector<std::uint32_t> far_vc_;    ///< [router][output port]: first VC at the far end of its link.
  std::vector<PortMask> entries_;        ///< [router]: ports at which terminals send.
  std::vector<std::uint32_t> entry_vc_;  ///< [terminal]: first VC at the port where it sends.
  Sight own_;
  Cycle headers_at_ = 0;  ///< The cycle of those in own_.
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace switchyard
