#pragma once

#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/router/terminal.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Watches every link: counts flits per lane and checks that credits are conserved.
///
/// A lane's outstanding flits (arrived, and their credit not yet back) are never fewer than none nor more
/// than the lane's depth; when the network has drained they are none. Headers tell the scoreboard of their
/// hops.
///
/// Errors: the first violation is kept in failure().
class LinkMonitor final : public LinkObserver {
 public:
  LinkMonitor(const Design& design, Scoreboard& scoreboard);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void prefetch_router(NodeId node) const override;

  /// Index of a router's input lane in flits_per_lane(); the lanes of a port are neighbours.
  std::size_t lane(PortRef at, VcId vc) const {
    return (static_cast<std::size_t>(at.node) * ports_ + static_cast<std::size_t>(at.port)) * vcs_ +
           static_cast<std::size_t>(vc);
  }
  /// Flits that have arrived at each lane since the beginning.
  std::vector<std::uint64_t> flits_per_lane() const;
  /// All flits that have arrived at any router or terminal: flit-hops, the ejecting router included.
  std::uint64_t flit_hops() const { return flit_hops_; }
  const std::string& failure() const { return failure_; }
  /// After a full drain: a failure if some lane has not got all of its credits back, but for those of packets
  /// that circulate for ever.
  void check_drained();

 private:
  /// Two counters in one word, as each flit counts in both.
  class Lane {
   public:
    std::uint64_t flits() const { return word_ & (kOutstanding - 1); }  ///< Since the beginning.
    /// Flits whose credit is not yet back.
    int outstanding() const { return static_cast<int>(static_cast<std::int64_t>(word_) >> kFlitBits); }
    void count_flit() { word_ += kOutstanding + 1; }
    void count_credit() { word_ -= kOutstanding; }

   private:
    static constexpr int kFlitBits = 48;
    static constexpr std::uint64_t kOutstanding = std::uint64_t{1} << kFlitBits;
    std::uint64_t word_ = 0;
  };
  void count_headers(Cycle now);
  void count_flit(Cycle now, std::size_t lane_index, std::int32_t depth, const char* where, NodeId node);
  void count_credits(Cycle now, std::size_t first_lane, VcMask credits, const char* where, NodeId node);
  void fail(Cycle now, const char* where, NodeId node, std::size_t lane_index);
  std::int32_t depth_of(std::size_t lane_index) const;

  const Topology& topology_;
  Scoreboard& scoreboard_;
  std::size_t ports_;
  std::size_t vcs_;
  PortId terminal_port_;
  std::int32_t depth_;                   ///< Of the lanes between routers.
  std::int32_t terminal_depth_;          ///< Of the lanes at the terminal ports.
  std::int32_t circulating_;             ///< Packets that are under way when all is delivered.
  HugePageVector<Lane> lanes_;           ///< [router][input port][vc], then [terminal][vc].
  std::vector<std::uint32_t> far_lane_;  ///< [router][output port]: first lane at the far end of its link.
  std::uint64_t flit_hops_ = 0;
  std::vector<PacketId>
      headers_;  ///< That crossed a channel in cycle `headers_at_`: `header_count_` of them.
  std::size_t header_count_ = 0;
  Cycle headers_at_ = 0;
  std::string failure_;
};

}  // namespace switchyard
