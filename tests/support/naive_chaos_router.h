#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/router/chaos_config.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// The chaos router as its paper's loop would be typed in: lists and searches, no masks. An oracle for the
/// real one, and the ground for its mutants.
class NaiveChaosRouter final : public RouterCore {
 public:
  enum class Mutant {
    None,
    ReadsApart,      ///< Frames are read on a pointer of their own: a visit is not atomic.
    VisitsUnserved,  ///< A packet that cannot be delivered stays in the input frame of a visited channel.
    InjectsBetween,  ///< Injection takes the slot that a visit has just freed.
    EmptiesAtOnce    ///< An output frame counts as empty as soon as its packet is on the link.
  };

  NaiveChaosRouter(const ChaosConfig& config, NodeId node, std::vector<int> link_latency, std::uint64_t seed,
                   const RoutingFunction& routing, Mutant mutant = Mutant::None);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override;
  std::vector<Want> wants(const LaneRef&) const override { return {}; }

 private:
  struct Queued {
    Flit flit;
    std::vector<PortId> ways;
    bool ripe;
  };
  struct Frames {
    std::optional<Flit> input;
    std::optional<Flit> output;
    bool credit = true;
    int crossing = 0;  ///< Cycles until the packet on the link is in the far frame.
  };

  bool wanted(PortId channel) const;
  bool can_deroute() const;
  bool useful(PortId channel) const;
  bool visitable(PortId channel) const;
  void visit(PortId channel, PortOutputs& outputs);
  void read(PortId channel, PortOutputs& outputs);
  void inject(PortOutputs& outputs);
  void enqueue(const Flit& flit);
  std::size_t victim();
  bool delivery_has_room() const;

  ChaosConfig config_;
  NodeId node_;
  std::vector<int> link_latency_;
  std::uint64_t seed_;
  const RoutingFunction& routing_;
  Mutant mutant_;

  std::map<PortId, Frames> frames_;
  std::vector<Queued> queue_;
  std::vector<Flit> injected_;
  bool may_inject_ = true;  ///< One packet per cycle, as the terminal gets one credit per cycle.
  std::vector<Flit> delivered_;
  int terminal_credits_ = 0;
  PortId last_ = -1;
  PortId last_read_ = -1;
  std::optional<Lfsr> lfsr_;
};

}  // namespace switchyard
