#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "hw/alloc/half_duplex_links.h"
#include "hw/alloc/narrow_links.h"
#include "hw/alloc/port_allocator.h"
#include "hw/alloc/recency_order.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/base/random_stream.h"
#include "hw/base/terminals.h"
#include "hw/router/router_core.h"
#include "hw/router/vc/duato_config.h"
#include "hw/router/vc/router_shape.h"
#include "hw/router/vc/switch_blocks.h"
#include "hw/router/vc/vc_store.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Where a router stands: what it needs to know of the network around it.
struct RouterSite {
  NodeId node = 0;
  int port_count = 0;  ///< Those of terminals included.
  NodeTerminals terminals;
  std::vector<int> link_latency;     ///< [port]: cycles; 1 for ports without a link.
  std::vector<int> cycles_per_flit;  ///< [port]: of the link; 1 for ports without one.
  std::vector<bool> first_on_link;   ///< [port]: this end wins the first tie on a half-duplex link.
  std::uint64_t seed = 0;
};

/// Virtual-channel wormhole router with input and output VCs.
///
/// A cycle: accept (flits into input VCs, credits), LT drive_links, SA/ST cross, RC/VA route; with t_routing
/// 0 RC/VA before SA/ST, as lookahead routing has the route ready with the head flit. A head flit at the
/// front of an input VC gets an output VC that routing allows and that `vc_reallocation` finds free; active
/// VCs cross without further decisions until the tail has passed.
///
/// With t_vc_allocation, VA is a stage beside SA: it sees what the last cycle left, and what it allocates
/// counts from the next cycle on. If it is speculative, a head flit asks for the crossbar in the same cycle,
/// to the port of the output VC that it chooses, and only where no VC that holds one asks for the input port
/// or the output port. It crosses if it wins there and gets an output VC of that port. It chooses before any
/// other has got one, and once more if the VC goes to another.
///
/// With bypass, a flit that comes to an empty input VC goes over the link in the same cycle, past the stages
/// of the crossbar: if it is the only one that asks for its input port and its output port, and none is on
/// its way through the crossbar to that port. A head flit asks as if it were speculative.
///
/// Ports:     in[p], out[p] are links and terminals in topology port order.
/// Config:    see DuatoConfig.
/// Timing:    zero-load head latency head_cycles() + crossing_cycles() of its DuatoConfig, then the link: 3
///            cycles a hop with links of 1, and 1 where both are 0: then crossbar and link share a cycle.
///            1 flit/cycle/link. A credit leaves in the cycle in which its flit leaves the input VC. A packet
///            streams without a bubble if its input_depth >= 2 link_latency + head_cycles(), plus
///            crossing_cycles() where output_depth is 0, and output_depth >= crossing_cycles() where it is
///            not. Between packets a VC loses t_routing - 1 cycles, and head_cycles() with t_vc_allocation.
///            With bypass a packet that meets no other spends no cycle in a router.
/// Deadlock:  that of the routing function, where vc_reallocation keeps every head flit able to reach the
///            front of its VC without a packet that waits for it (atomic, whole_packet); immediate can
///            deadlock.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, body without head flit).
/// Differs:   from the paper: delays are pipelined (a link takes a flit every cycle whatever its latency);
///            vc_allocations_per_cycle counts head flits served, not tried; escape VCs wait until no adaptive
///            VC is free; detours (UGAL), crossbar `ports` and output_depth 0 are ours. A link fails between
///            packets: one that crosses it goes on to its tail. Not modelled: flits that a link damages.
/// Source:    Petrini, "Efficient Total-Exchange in Wormhole-Routed Toroidal Cubes", 1999, section 6.
/// RTL:       rtl/router/vc_router.sv, for crossbar `ports` without output VCs.
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
  void prefetch_state() const override;
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  static_assert(Shape::kVcLimit % 64 == 0 && Shape::kPortLimit * Shape::kVcs <= Shape::kVcLimit);
  using Count = typename Shape::Count;
  static constexpr std::size_t kMaxRanks = std::bit_ceil(unsigned{Shape::kPortLimit});

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
  /// The input VC and the output VC of one port and number.
  struct alignas(8) VcState {
    Queue in;
    Queue out;                 ///< Flits that are still in the crossbar included.
    Count output = 0;          ///< Output VC that the input VC holds.
    Count input = 0;           ///< Input VC that holds the output VC.
    Count credits = 0;         ///< Free slots of the far input VC, as far as known.
    std::uint8_t choices = 0;  ///< Routes of the head flit at the front of the input VC; 0: not computed yet.
  };
  /// What a routed head flit at the front of an input VC waits for.
  struct HeadFlit {
    PortMask ports = 0;       ///< Output ports of its routes.
    std::uint16_t space = 0;  ///< Free slots that it must find.
    std::uint8_t wait = 0;    ///< Cycles of routing and VC allocation that are left.
    std::uint8_t direct = 0;  ///< Its choices that are no detours.
  };
  /// An input VC and an output VC that it holds from the next cycle on, or would choose.
  struct Holder {
    std::size_t input;
    std::size_t output;
    bool crosses = false;  ///< Its head flit does already.
  };
  using VcGroup = BitSet<std::uint64_t>;  ///< Bit n: VC n of those that share a VcMasks.
  /// What there is to do with 64 VCs is found here, in one cache line, without a look at the VCs.
  struct alignas(64) VcMasks {
    VcGroup occupied = 0;  ///< Input VCs with flits.
    VcGroup blocked = 0;   ///< Active input VCs whose output VC has no room.
    VcGroup active = 0;    ///< Input VCs with an output VC.
    VcGroup stuck = 0;     ///< Input VCs whose head flit has tried in vain, and no VC has opened since.
    VcGroup ready = 0;     ///< Output VCs with a flit for the link.
    VcGroup credit = 0;    ///< Output VCs with credit.
    VcGroup held = 0;      ///< Output VCs with an input VC.
    VcGroup opened = 0;    ///< Output VCs that were freed or gained space since route() last ran.

    VcGroup crossable() const { return occupied & active & ~blocked; }
    VcGroup routable() const { return occupied & ~active & ~stuck; }
    VcGroup sendable() const { return ready & credit; }
  };
  struct Port {
    RoundRobinArbiter link;           ///< Picks the output VC that uses the link.
    RoundRobinArbiter input_vcs;      ///< Crossbar `ports`: picks the input VC of a granted port.
    std::uint8_t first_to_route = 0;  ///< Where route() starts among the VCs: after the one served last.
  };
  void lay_out();
  SwitchStarts starts() const;
  void accept_flit(PortId p, const Flit& flit);
  void accept_credits(PortId p, VcMask vcs);
  void drive_links(PortOutputs& outputs);
  void drive_link(std::size_t first, PortOutputs& outputs);
  void make_room(std::size_t output);
  bool in_crossbar_only(PortId p, VcId vc) const;
  VcId pick_output_vc(PortId p, VcMask requests);
  VcId pick_input_vc(PortId p, VcMask requests);
  Flit crossed(std::size_t input, std::size_t output, const Flit& flit);
  void leave_crossbar(PortOutputs& outputs);
  void cross(PortOutputs& outputs);
  void cross_vc_per_link(PortOutputs& outputs);
  void cross_vc_per_port(PortOutputs& outputs);
  void match_oldest(const PortArray<PortMask>& requests, PortArray<PortMask>& grants) const;
  VcMask crossable_to(PortId p, PortMask outputs) const;
  VcId oldest_vc(PortId p, VcMask requests) const;
  void keep_foremost(PortArray<PortMask>& requests, PortMask allowed) const;
  std::size_t level_of(VcMask requests) const;
  VcMask foremost(VcMask requests) const;
  void move_flit(std::size_t input, PortOutputs& outputs, bool straight = false);
  void cross_beside_allocation(PortOutputs& outputs);
  void speculate();
  const Holder* guess_of(std::size_t input) const;
  void admit_speculations(PortArray<PortMask>& requests, PortMask& requesting, PortMask allowed);
  void find_unopposed(PortMask allowed);
  bool goes_straight(std::size_t input, PortId out, const PortOutputs& outputs) const;
  void move_granted(std::size_t input, PortMask grant, PortOutputs& outputs);
  void activate_new_holders();
  void route();
  void route_by_vc_allocator(PortMask ports);
  PortMask ports_to_route();
  void retry_stuck_head_flits();
  bool is_routed(std::size_t input);
  static constexpr int kNoneOpen = -1;        ///< In the place of an output VC.
  static constexpr int kNoneWorthwhile = -2;  ///< A detour is open, but too long for now.
  int find_output(std::size_t input);
  void match_head_flits(PortMask ports);
  std::uint64_t wanted_outputs(std::size_t input);
  /// Of the VCs of all ports, without gaps.
  int number_of(std::size_t index) const { return port_of(index) * vc_count_ + vc_of(index); }
  std::size_t vc_of_number(int number) const { return vc_index(number / vc_count_, number % vc_count_); }
  void compute_routes(std::size_t input);
  bool waits_no_longer(std::size_t input);
  int select_output(std::size_t input);
  int select_with_detours(std::span<const RouteChoice> choices, const HeadFlit& head);
  int select_among(std::span<const RouteChoice> choices, int needed);
  bool is_worthwhile(const RouteChoice& detour, std::span<const RouteChoice> direct) const;
  int queue_of(const RouteChoice& choice) const;
  void allocate_output(std::size_t input, std::size_t output);
  void activate(std::size_t input, std::size_t output);
  void ask_for_links(PortOutputs& outputs);
  bool has_work() const;

  /// Calls `visit(input VC, output VC)` for every active input VC whose next flit may cross now.
  template <class Visit>
  void for_each_crossable(Visit&& visit) const;
  template <class Select>
  PortMask ports_with(Select&& select) const;

  /// VCs are numbered so that port and VC are a shift and a mask away, and that the VCs of one port
  /// never straddle two VcMasks: each port has room for a power of two of VCs.
  std::size_t vc_index(PortId port, VcId vc) const {
    return static_cast<std::size_t>(port) << vc_bits() | vc;
  }
  PortId port_of(std::size_t index) const { return static_cast<PortId>(index >> vc_bits()); }
  VcId vc_of(std::size_t index) const {
    return static_cast<VcId>(index & ((std::size_t{1} << vc_bits()) - 1));
  }
  static std::size_t place(std::size_t index) { return index % 64; }  ///< In its VcMasks.
  VcMasks& masks(std::size_t index) { return masks_[kOneGroup ? 0 : index / 64]; }
  const VcMasks& masks(std::size_t index) const { return masks_[kOneGroup ? 0 : index / 64]; }
  Port& port(PortId p) { return port_[p]; }
  /// VC 0 of each port that has a VC in `mask`.
  VcGroup first_vcs(std::uint64_t mask) const {
    for (int b = 0; b < vc_bits(); ++b) mask |= mask >> (1 << b);
    return mask & (~std::uint64_t{0} / low_bits<std::uint64_t>(1 << vc_bits()));
  }
  /// The bits of one port's VCs. `first`: its VC 0.
  VcMask slice(VcGroup mask, std::size_t first) const {
    return static_cast<VcMask::Word>(mask >> place(first)) & all_vcs_;
  }
  VcState& state(std::size_t index) const { return vcs_.state(index); }
  std::size_t crossbar_index(PortId port) const { return stage_ * port_count_ + port; }
  std::span<RouteChoice> routes(std::size_t index) const {
    return {routes_ + index * max_choices_, state(index).choices};
  }
  static constexpr bool kOneGroup = Shape::kVcLimit == 64;
  int vc_bits() const { return Shape::kVcs != 0 ? std::countr_zero(unsigned{Shape::kVcs}) : vc_bits_; }
  std::size_t groups() const { return kOneGroup ? 1 : group_count_; }
  std::size_t stages() const { return Shape::kHasNoPipeline ? 0 : stages_; }
  bool half_duplex() const { return !Shape::kLinksAreFree && duplex_.half_duplex(); }
  bool has_narrow_links() const { return !Shape::kLinksAreFree && narrow_.any(); }
  /// VC allocation is a stage of its own, beside the one in which flits cross.
  bool allocates_beside() const { return !Shape::kRoutesLater && config_.t_vc_allocation != 0; }
  /// Head flits ask for output VCs before flits cross and leave some.
  bool asks_first() const {
    return !Shape::kRoutesLater && (config_.t_routing == 0 || config_.t_vc_allocation != 0);
  }
  bool speculates() const { return allocates_beside() && (config_.speculative || config_.bypass); }
  bool bypasses() const { return !Shape::kRoutesLater && config_.bypass; }
  bool has_priorities() const { return !Shape::kVcsAreEqual && levels_.size() > 1; }
  bool crosses_by_age() const { return !Shape::kCrossesEveryVc && switchyard::crosses_by_age(config_); }
  bool own_blocks() const { return Shape::kDecidesItself || blocks_ == nullptr; }
  bool crosses_every_vc() const { return Shape::kCrossesEveryVc || (queued_output() && crosses_by_vc()); }
  /// Whether the crossbar joins VCs rather than ports.
  bool crosses_by_vc() const { return config_.crossbar == DuatoConfig::Crossbar::Vcs; }
  /// Whether a head flit's turn does not depend on what those before it found: a VC allocator can decide.
  bool allocates_vcs() const {
    return config_.vc_allocations_per_cycle == 1 && config_.selection != DuatoConfig::Selection::Random &&
           !in_transit_first();
  }
  bool in_transit_first() const {
    return config_.head_flit_order == DuatoConfig::HeadFlitOrder::InTransitFirst;
  }
  bool queued_output() const { return Shape::kHasOutputQueues || output_depth_ != 0; }
  int input_depth(VcId vc) const { return Shape::kVcsAreEqual ? input_depth_ : config_.input_depth[vc]; }
  int capacity(VcId vc) const { return input_depth(vc) + output_depth_; }
  bool has_room(const VcState& state) const {
    return queued_output() ? state.out.size < output_depth_ : state.credits != 0;
  }
  bool is_open(std::size_t output, int needed) const;
  /// Free slots of the output VC and the far input VC together.
  int space(const VcState& state) const {
    return static_cast<int>(output_depth_) - state.out.size + state.credits;
  }

  // What a step always needs, in two cache lines.
  [[no_unique_address]] VcStore<VcState> vcs_;  ///< What follows it starts in its last bytes.
  const Count input_depth_;                     ///< The largest of all VCs.
  const Count output_depth_;
  const Count last_input_slot_;
  const Count last_output_slot_;
  const VcMask all_vcs_;
  const std::uint8_t vc_count_;
  std::uint8_t first_port_to_route_ = 0;  ///< Where route() starts: after the first port that it served last.
  PortArray<Port, Shape::kPortLimit> port_{};        ///< [port]
  std::array<VcMasks, Shape::kVcLimit / 64> masks_;  ///< [VC / 64]; groups() of them are in use.

  // What a head flit needs, in one more.
  const RoutingFunction& routing_;
  HeadFlit* head_flits_ = nullptr;  ///< [VC]
  RouteChoice* routes_ = nullptr;   ///< [VC][choice], the adaptive ones first.
  RecencyOrder<kMaxRanks> order_;   ///< Output ports, as their VCs were allocated.
  const NodeId node_;
  PortMask faulty_ports_ = 0;  ///< Their VCs are not allocated.
  const int port_count_;
  const PortMask entries_;
  const Exits exits_;
  const std::uint16_t max_choices_;
  const bool passes_destinations_;  ///< Routing is asked at the destination, too.
  const bool routes_by_packet_;
  const DuatoConfig config_;

  std::vector<VcMask> levels_;  ///< VCs by their priority, the highest first; one: they are equal.
  const std::uint16_t stages_;  ///< Of the crossbar's pipeline.
  const std::uint8_t vc_bits_;
  const std::size_t group_count_;
  std::size_t stage_ = 0;                 ///< Cycle modulo stages_.
  PortMask granted_ports_ = 0;            ///< Ports whose link this router may use in this cycle.
  std::unique_ptr<SwitchBlocks> blocks_;  ///< Null: the arbiters in port_ and an allocator decide.
  std::vector<VcRequest> requests_;       ///< Of this cycle to the VC allocator of blocks_.
  std::span<VcMask> in_crossbar_;         ///< [stage][port]: output VCs whose flit leaves the crossbar then.
  std::span<Flit> crossing_;              ///< [stage][port]: the crossbar's pipeline where output_depth is 0.
  HugePageVector<std::byte> memory_;      ///< Of the VCs and the arrays.

  const std::uint64_t seed_;
  SeparableAllocator allocator_;
  std::unique_ptr<PortAllocator> other_allocator_;  ///< Null: allocator_ decides, or blocks_ do, or ages.
  std::unique_ptr<VcMatching>
      vc_matching_;  ///< Null: head flits are served one after another, by age, or by blocks_.
  std::vector<std::uint64_t> ages_;   ///< [input VC]: of the packet in front; empty: nobody asks.
  std::vector<Holder> new_holders_;   ///< With t_vc_allocation: those of this cycle.
  std::vector<Holder> speculations_;  ///< Of this cycle.
  std::vector<VcGroup> guessed_;      ///< [VC / 64]: input VCs that are active on speculation.
  std::vector<VcGroup> fresh_;        ///< The same, with bypass: a flit has come to the empty VC.
  PortMask unopposed_inputs_ = 0;     ///< Ports for which a single VC asks in this cycle, likewise.
  PortMask unopposed_outputs_ = 0;
  HalfDuplexLinks duplex_;
  NarrowLinks narrow_;
  RandomStream random_;
};

extern template class DuatoRouterOf<AnyShape>;
extern template class DuatoRouterOf<PlainShape>;
extern template class DuatoRouterOf<CubeShape>;
using DuatoRouter = DuatoRouterOf<AnyShape>;

/// The router of the shape that fits best.
std::unique_ptr<RouterCore> make_duato_router(const DuatoConfig& config, const RouterSite& site,
                                              const RoutingFunction& routing,
                                              const SwitchFactory& make_blocks);

}  // namespace switchyard
