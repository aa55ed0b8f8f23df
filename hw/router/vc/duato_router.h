#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "hw/alloc/half_duplex_links.h"
#include "hw/alloc/recency_order.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/base/random_stream.h"
#include "hw/router/router_core.h"
#include "hw/router/vc/duato_config.h"
#include "hw/router/vc/switch_blocks.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Where a router stands: what it needs to know of the network around it.
struct RouterSite {
  NodeId node = 0;
  int port_count = 0;               ///< The terminal port included, which is the last.
  std::vector<int> link_latency;    ///< [port]: cycles; 1 for the terminal port and for open ports.
  std::vector<bool> first_on_link;  ///< [port]: this end wins the first tie on a half-duplex link.
  std::uint64_t seed = 0;
};

/// What a router's step() knows of the router when it is compiled: nothing.
struct AnyShape {
  using Count = std::uint16_t;  ///< Counts flits and lanes.
  static constexpr int kMostPorts = kMaxPorts;
  static constexpr int kMostLanes = kMaxPorts * kMaxVcs;
};
/// 4 channels, up to 64 lanes that all cross at once, full duplex, blocks of its own: the shape of most runs,
/// in which the masks of all lanes are one word each.
struct PlainShape {
  using Count = std::uint8_t;
  static constexpr int kMostPorts = 10;
  static constexpr int kMostLanes = 64;
  static constexpr int kVcBits = 2;
  static bool fits(const DuatoConfig& config, int port_count);
};

/// Virtual-channel wormhole router with input and output lanes.
///
/// A cycle: accept (flits into input lanes, credits), LT drive_links, ST cross, RC/VA route. A header at the
/// front of an input lane is bound to an output lane that routing allows and that `lane_reuse` finds free;
/// bound lanes cross without further decisions until the tail has passed.
///
/// Ports:     in[p], out[p] are links in topology port order; the last is the terminal port.
/// Config:    see DuatoConfig.
/// Timing:    zero-load head latency t_routing + t_crossbar cycles, then the link: at least 3 cycles a hop
///            with 1-cycle links; 1 flit/cycle/link. A credit leaves in the cycle in which its flit leaves
///            the input lane. A packet streams without a bubble if input_depth >= 2 link_latency +
///            t_routing, plus t_crossbar where output_depth is 0, and output_depth >= t_crossbar where it is
///            not. Between packets a lane loses t_routing - 1 cycles.
/// Deadlock:  that of the routing function, where lane_reuse keeps every header able to reach the front of
///            its lane without a packet that waits for it (atomic, whole_packet); immediate can deadlock.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, body without header).
/// Differs:   from the paper: delays are pipelined (a link takes a flit every cycle whatever its latency);
///            headers_per_cycle counts headers bound, not tried; escape lanes wait until no adaptive lane
///            is free; crossbar `ports` and output_depth 0 are ours. A link fails between packets: one that
///            is bound across it goes on to its tail. Not modelled: flits that a failing link damages.
/// Source:    Petrini, "Efficient Total-Exchange in Wormhole-Routed Toroidal Cubes", 1999, section 6.
/// RTL:       rtl/router/vc_router.sv, for crossbar `ports` without output lanes.
template <class Shape>
class DuatoRouterOf final : public RouterCore {
 public:
  /// `routing` must outlive the router. Without `make_blocks` it decides with blocks of its own.
  DuatoRouterOf(const DuatoConfig& config, const RouterSite& site, const RoutingFunction& routing,
                const SwitchFactory& make_blocks = {});

  void reset() override;
  [[gnu::flatten]] bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override;
  void prefetch_flits(const PortInputs& inputs) const override;
  void prefetch_lanes() const override;
  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override;
  std::vector<Want> wants(const LaneRef& ref) const override;

 private:
  using Count = typename Shape::Count;
  static constexpr std::size_t kMostRanks = std::bit_ceil(static_cast<std::size_t>(Shape::kMostPorts));

  /// A ring of flits. An empty one starts over at slot 0, so that light traffic stays in few cache lines.
  struct Queue {
    Count head = 0;
    Count size = 0;

    /// `last_slot`: the rings are as long as a power of two.
    std::size_t tail(std::size_t last_slot) const { return (std::size_t{head} + size) & last_slot; }
    void pop(std::size_t last_slot) {
      --size;
      head = static_cast<Count>((head + std::size_t{1}) & last_slot & (std::size_t{size == 0} - 1));
    }
  };
  /// The input lane and the output lane of one port and channel.
  struct alignas(8) Lane {
    Queue in;
    Queue out;                 ///< Flits that are still in the crossbar included.
    Count output = 0;          ///< Output lane that the input lane is bound to.
    Count input = 0;           ///< Input lane that holds the output lane.
    Count credits = 0;         ///< Free slots of the far input lane, as far as known.
    std::uint8_t choices = 0;  ///< Routes of the header at the front of the input lane; 0: not computed yet.
  };
  /// What a routed header at the front of an input lane waits for.
  struct Header {
    PortMask ports = 0;       ///< Output ports of its routes.
    std::uint16_t space = 0;  ///< Free slots that it must find.
    std::uint8_t wait = 0;    ///< Cycles of t_routing that are left.
  };
  /// What there is to do with 64 lanes is found here, in one cache line, without a look at the lanes.
  struct alignas(64) LaneMasks {
    std::uint64_t occupied = 0;  ///< Input lanes with flits.
    std::uint64_t blocked = 0;   ///< Input lanes that are bound, and the output lane has no room.
    std::uint64_t bound = 0;     ///< Input lanes with an output lane.
    std::uint64_t stuck = 0;   ///< Input lanes whose header has tried in vain, and no lane has opened since.
    std::uint64_t ready = 0;   ///< Output lanes with a flit for the link.
    std::uint64_t credit = 0;  ///< Output lanes with credit.
    std::uint64_t held = 0;    ///< Output lanes with an input lane.
    std::uint64_t opened = 0;  ///< Output lanes that were freed or gained space since route() last ran.

    std::uint64_t crossable() const { return occupied & bound & ~blocked; }
    std::uint64_t routable() const { return occupied & ~bound & ~stuck; }
    std::uint64_t sendable() const { return ready & credit; }
  };
  struct Port {
    RoundRobinArbiter link;        ///< Picks the output lane that uses the link.
    RoundRobinArbiter lanes;       ///< Crossbar `ports`: picks the input lane of a granted port.
    std::uint8_t next_header = 0;  ///< Where route() starts among the lanes: after the one served last.
  };
  void lay_out();
  SwitchStarts starts() const;
  void accept_flit(PortId p, const Flit& flit);
  void accept_credits(PortId p, VcMask vcs);
  void drive_links(PortOutputs& outputs);
  void drive_link(std::size_t first, PortOutputs& outputs);
  void make_room(std::size_t output);
  bool in_crossbar_only(PortId p, VcId vc) const;
  VcId pick_link_lane(PortId p, VcMask requests);
  VcId pick_input_lane(PortId p, VcMask requests);
  Flit crossed(std::size_t input, std::size_t output, const Flit& flit);
  void leave_crossbar(PortOutputs& outputs);
  void cross(PortOutputs& outputs);
  void cross_lane_per_link(PortOutputs& outputs);
  void cross_lane_per_port(PortOutputs& outputs);
  void move_flit(std::size_t input, PortOutputs& outputs);
  void route();
  void route_by_vc_allocator(PortMask ports);
  PortMask ports_to_route();
  void retry_stuck_headers();
  bool is_routed(std::size_t lane);
  int find_output(std::size_t lane);
  void compute_routes(std::size_t input);
  int select_output(std::size_t input);
  void bind(std::size_t input, std::size_t output);
  void ask_for_links(PortOutputs& outputs);
  bool has_work() const;

  /// Calls `visit(input lane, output lane)` for every bound input lane whose next flit may cross now.
  template <class Visit>
  void for_each_crossable(Visit&& visit) const;
  template <class Select>
  PortMask ports_with(Select&& select) const;

  /// Lanes are numbered so that port and channel are a shift and a mask away, and that the lanes of one port
  /// never straddle two LaneMasks: each port has room for a power of two of channels.
  std::size_t lane_of(PortId port, VcId vc) const {
    return static_cast<std::size_t>(port) << vc_bits() | static_cast<std::size_t>(vc);
  }
  PortId port_of(std::size_t lane) const { return static_cast<PortId>(lane >> vc_bits()); }
  VcId vc_of(std::size_t lane) const { return static_cast<VcId>(lane & ((std::size_t{1} << vc_bits()) - 1)); }
  LaneMasks& masks(std::size_t lane) { return masks_[kPlain ? 0 : lane / 64]; }
  const LaneMasks& masks(std::size_t lane) const { return masks_[kPlain ? 0 : lane / 64]; }
  Port& port(PortId p) { return port_[static_cast<std::size_t>(p)]; }
  /// Lane 0 of each port that has a lane in `mask`.
  std::uint64_t first_lanes(std::uint64_t mask) const {
    for (int b = 0; b < vc_bits(); ++b) mask |= mask >> (1 << b);
    return mask & (~std::uint64_t{0} / low_bits<std::uint64_t>(1 << vc_bits()));
  }
  /// The bits of one port's lanes. `first`: its lane 0.
  VcMask slice(std::uint64_t mask, std::size_t first) const {
    return static_cast<VcMask>((mask >> (first % 64)) & all_vcs_);
  }
  Lane& lane(std::size_t index) const { return lanes_[index]; }
  Flit& input_slot(std::size_t lane, std::size_t slot) const {
    return *(reinterpret_cast<Flit*>(lanes_) - (slot + 1) * lane_count_ + lane);
  }
  Flit& output_slot(std::size_t lane, std::size_t slot) const {
    return output_slots_[lane + slot * lane_count_];
  }
  std::size_t crossbar_index(PortId port) const {
    return stage_ * static_cast<std::size_t>(port_count_) + static_cast<std::size_t>(port);
  }
  std::span<RouteChoice> routes(std::size_t index) const {
    return {routes_ + index * max_choices_, lane(index).choices};
  }
  static constexpr bool kPlain = std::is_same_v<Shape, PlainShape>;
  int vc_bits() const {
    if constexpr (kPlain) return Shape::kVcBits;
    return vc_bits_;
  }
  std::size_t groups() const { return kPlain ? 1 : group_count_; }
  std::size_t stages() const { return kPlain ? 0 : stages_; }
  bool half_duplex() const { return !kPlain && duplex_.half_duplex(); }
  bool own_blocks() const { return kPlain || blocks_ == nullptr; }
  bool crosses_every_lane() const { return kPlain || (queued_output() && crosses_by_lane()); }
  /// Whether the crossbar joins lanes rather than ports.
  bool crosses_by_lane() const { return config_.crossbar == DuatoConfig::Crossbar::Lanes; }
  /// Whether a header's turn does not depend on what those before it found: a VC allocator can decide.
  bool allocates_lanes() const {
    return config_.headers_per_cycle == 1 && config_.selection != DuatoConfig::Selection::Random;
  }
  bool queued_output() const { return kPlain || output_depth_ != 0; }
  int capacity() const { return static_cast<int>(input_depth_ + output_depth_); }
  bool has_room(const Lane& lane) const {
    return queued_output() ? lane.out.size < output_depth_ : lane.credits != 0;
  }
  int space_needed(int length) const;
  bool is_open(const Lane& lane, int needed) const;
  /// Free slots of the output lane and the far input lane together.
  int space(const Lane& lane) const { return static_cast<int>(output_depth_) - lane.out.size + lane.credits; }

  // What a step always needs, in two cache lines.
  Lane* lanes_ = nullptr;         ///< Behind slot 0 of the input lanes, which lies behind the other slots.
  Flit* output_slots_ = nullptr;  ///< Slot 0 of the output lanes; the other slots lie behind it.
  const std::uint16_t lane_count_;
  const Count input_depth_;
  const Count output_depth_;
  const Count last_input_slot_;
  const Count last_output_slot_;
  const VcMask all_vcs_;
  const std::uint8_t vc_count_;
  std::uint8_t next_header_port_ = 0;  ///< Where route() starts: after the first port that it served last.
  std::array<Port, Shape::kMostPorts> port_{};           ///< [port]
  std::array<LaneMasks, Shape::kMostLanes / 64> masks_;  ///< [lane / 64]; groups() of them are in use.

  // What a header needs, in one more.
  const RoutingFunction& routing_;
  Header* headers_ = nullptr;       ///< [lane]
  RouteChoice* routes_ = nullptr;   ///< [lane][choice], the adaptive ones first.
  RecencyOrder<kMostRanks> order_;  ///< Output ports, as headers were bound to their lanes.
  const NodeId node_;
  PortMask faulty_ports_ = 0;  ///< No header is bound to their lanes.
  const int port_count_;
  const PortId terminal_;
  const std::uint32_t max_choices_;
  const DuatoConfig config_;

  const std::uint16_t stages_;  ///< Of the crossbar's pipeline.
  const std::uint8_t vc_bits_;
  const std::size_t group_count_;
  std::size_t stage_ = 0;                 ///< Cycle modulo stages_.
  PortMask granted_ports_ = 0;            ///< Ports whose link this router may use in this cycle.
  std::unique_ptr<SwitchBlocks> blocks_;  ///< Null: the arbiters in port_ and allocator_ decide.
  std::vector<LaneRequest> requests_;     ///< Of this cycle to the VC allocator of blocks_.
  std::span<VcMask> in_crossbar_;     ///< [stage][port]: output lanes whose flit leaves the crossbar then.
  std::span<Flit> crossing_;          ///< [stage][port]: the crossbar's pipeline where output_depth is 0.
  HugePageVector<std::byte> memory_;  ///< Of the lanes and the arrays.

  const std::uint64_t seed_;
  SeparableAllocator allocator_;
  HalfDuplexLinks duplex_;
  RandomStream random_;
};

extern template class DuatoRouterOf<AnyShape>;
extern template class DuatoRouterOf<PlainShape>;
using DuatoRouter = DuatoRouterOf<AnyShape>;

/// The router of the shape that fits best.
std::unique_ptr<RouterCore> make_duato_router(const DuatoConfig& config, const RouterSite& site,
                                              const RoutingFunction& routing,
                                              const SwitchFactory& make_blocks);

}  // namespace switchyard
