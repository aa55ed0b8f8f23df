#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hw/alloc/half_duplex_arbiter.h"
#include "hw/alloc/lfsr.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// The chaos router as its paper's loop would be typed in: lists and searches, no masks. An oracle for the
/// real one, but for injection control, and the ground for its mutants.
class NaiveChaosRouter final : public RouterCore {
 public:
  enum class Mutant {
    None,
    ReadsApart,       ///< Frames are read on a pointer of their own: a visit is not atomic.
    VisitsUnserved,   ///< A packet that cannot be delivered stays in the input frame of a visited channel.
    InjectsBetween,   ///< Injection takes the slot that a visit has just freed.
    EmptiesAtOnce,    ///< An output frame counts as empty as soon as its head flit is on the link.
    SendsBehindTail,  ///< A head flit follows as soon as the far frame has any room, and not only when it is
                      ///< empty.
    IgnoresGrants,    ///< Both ends of a half-duplex link send when they like.
    KeepsNothing,     ///< Others take the places of null packets at home.
    ForgetsNull       ///< A packet that was injected over a null packet leaves none.
  };

  /// `first_on_link`: empty if links are full duplex.
  NaiveChaosRouter(const ChaosConfig& config, NodeId node, std::vector<int> link_latency,
                   std::vector<bool> first_on_link, std::uint64_t seed, const RoutingFunction& routing,
                   Mutant mutant = Mutant::None);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef&) const override { return {}; }

 private:
  struct Packet {
    std::vector<Flit> flits;  ///< That have come.
    std::size_t gone = 0;     ///< Of them.

    const Flit& header() const { return flits[0]; }
    bool has_come() const { return flits.back().remaining == 1; }
  };
  using PacketPtr = std::shared_ptr<Packet>;
  struct Queued {
    PacketPtr packet;
    std::vector<PortId> candidates;
    bool eligible;
  };
  struct Frames {
    PacketPtr input;    ///< Not read.
    PacketPtr reading;  ///< Read, but for flits at its end.
    PacketPtr output;
    PacketPtr leaving;
    int unread = 0;  ///< Flits in the input frame.
    int credits = 0;
    int crossing = 0;  ///< Cycles until the head flit on the link is in the far frame.
  };

  void receive(const PortInputs& inputs);
  void move_injected(PortOutputs& outputs);
  void eject(PortOutputs& outputs);
  void read_on(PortOutputs& outputs);
  void visit_channels(PortOutputs& outputs);
  void drive_links(PortOutputs& outputs);
  bool wanted(PortId channel) const;
  bool full() const;
  bool can_deroute() const;
  bool useful(PortId channel) const;
  bool visitable(PortId channel) const;
  bool needs_place(const Flit& header) const;
  bool needs_ejection(const Flit& header) const;
  bool can_inject() const;
  void visit(PortId channel, PortOutputs& outputs);
  void read(PortId channel, PortOutputs& outputs);
  void pass_null(NodeId destination, std::uint32_t created, PortOutputs& outputs);
  void inject(PortOutputs& outputs, bool over_null = false);
  void enqueue(const PacketPtr& packet);
  std::size_t victim();
  bool ejection_has_room() const;
  bool has(InjectionConfig::Policy policy) const { return config_.injection.policy == policy; }
  NodeId after(NodeId node) const { return (node + 1) % config_.injection.nodes; }
  PortId terminal() const { return static_cast<PortId>(link_latency_.size()) - 1; }
  bool has_next() const { return !injected_.empty() && entering_ == nullptr && !moved_; }

  ChaosConfig config_;
  NodeId node_;
  std::vector<int> link_latency_;
  std::vector<bool> first_on_link_;
  std::uint64_t seed_;
  const RoutingFunction& routing_;
  Mutant mutant_;

  std::map<PortId, Frames> frames_;
  std::map<PortId, HalfDuplexArbiter> arbiters_;
  std::map<PortId, bool> granted_;
  std::vector<Queued> queue_;
  std::deque<Flit> injected_;
  PacketPtr entering_;  ///< Its head flit has left the injection buffer, and its tail has not.
  bool moved_ = false;  ///< A flit has left the injection buffer in this cycle.
  std::deque<PacketPtr> ejected_;
  int terminal_credits_ = 0;
  int at_home_ = 0;
  int overtaken_ = 0;
  bool has_first_token_ = false;
  PortId last_ = -1;
  PortId last_read_ = -1;
  std::optional<Lfsr> lfsr_;
};

}  // namespace switchyard
