#pragma once

#include <optional>
#include <vector>

#include "hw/alloc/half_duplex_arbiter.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/base/random_stream.h"
#include "hw/router/duato_config.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Where a router stands: what it needs to know of the network around it.
struct RouterSite {
  NodeId node = 0;
  int port_count = 0;                   ///< The terminal port included, which is the last.
  std::vector<int> link_latency;        ///< [port]: cycles; 1 for the terminal port and for open ports.
  std::vector<bool> first_on_link;      ///< [port]: this end wins the first tie on a half-duplex link.
  std::uint64_t seed = 0;
};

/// Virtual-channel wormhole router with input and output lanes.
///
/// A cycle: accept (flits into input lanes, credits), LT drive_links, ST cross, RC/VA route. A header at the
/// front of an input lane is bound to an output lane that routing allows and that `lane_reuse`
/// finds free; bound lanes cross without further decisions until the tail has passed.
///
/// Ports:     in[p], out[p] are links in topology port order; the last is the terminal port.
/// Config:    see DuatoConfig.
/// Timing:    zero-load head latency t_routing + t_crossbar cycles, then the link: 3 cycles a hop at the least
///            with 1-cycle links; 1 flit/cycle/link. A credit leaves in the cycle in which its flit
///            leaves the input lane. Full rate needs input_depth >= 2 link_latency + t_routing, plus
///            t_crossbar where output_depth is 0; output_depth >= t_crossbar where it is not.
/// Deadlock:  that of the routing function, where lane_reuse keeps every header able to reach the front of its lane
///            without a packet that waits for it (atomic, whole_packet); immediate can deadlock.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, body without header).
/// Differs:   from the paper: delays are pipelined (a link takes a flit every cycle whatever its latency);
///            headers_per_cycle counts headers bound, not tried; escape lanes wait until no adaptive lane
///            is free; crossbar `ports` and output_depth 0 are ours.
/// Source:    Petrini, "Efficient Total-Exchange in Wormhole-Routed Toroidal Cubes", 1999, section 6.
class DuatoRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router.
  DuatoRouter(const DuatoConfig& config, const RouterSite& site, const RoutingFunction& routing);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override;
  std::vector<Want> wants(const LaneRef& lane) const override;

 private:
  /// A queue in a slice of a flit array, and what its lane is bound to.
  struct InputLane {
    std::uint16_t head = 0;
    std::uint16_t size = 0;
    std::uint16_t output = 0;    ///< Output lane, while bound.
    std::uint8_t choices = 0;    ///< Entries of routes_, once routed.
    std::uint8_t wait = 0;       ///< Cycles of t_routing that are left.
  };
  struct OutputLane {
    std::uint16_t head = 0;
    std::uint16_t size = 0;      ///< Flits, those still in the crossbar included.
    std::uint16_t visible = 0;   ///< Flits that have left the crossbar.
    std::uint16_t credits = 0;   ///< Free slots of the far input lane, as far as known.
    std::uint16_t input = 0;     ///< Input lane, while held.
    std::uint16_t space = 0;     ///< Free slots of this lane and the far input lane together.
  };
  /// Masks over the lanes of one port; they mirror the lanes' state.
  struct Port {
    VcMask occupied = 0;  ///< Input lanes with flits.
    VcMask bound = 0;     ///< Input lanes with an output lane.
    VcMask routed = 0;    ///< Input lanes whose front header has its routes_ computed.
    VcMask ready = 0;     ///< Output lanes with a flit for the link.
    VcMask credit = 0;    ///< Output lanes with credit.
    VcMask held = 0;      ///< Output lanes with an input lane.
    RoundRobinArbiter link;   ///< Picks the output lane that uses the link.
    RoundRobinArbiter lanes;  ///< Crossbar `ports`: picks the input lane of a granted port.
    std::uint8_t next_header = 0;  ///< Where route() starts among the lanes: after the one served last.
  };

  void accept(const PortInputs& inputs);
  void take_grants(const PortInputs& inputs);
  void drive_links(PortOutputs& outputs);
  void cross(PortOutputs& outputs);
  void cross_every_lane(PortOutputs& outputs);
  void cross_lane_per_link(PortOutputs& outputs);
  void cross_lane_per_port(PortOutputs& outputs);
  void mature();
  void route();
  void ask_for_links(PortOutputs& outputs);

  /// Calls `visit(port, vc, output lane)` for every bound input lane whose next flit may cross now.
  template <class Visit>
  void for_each_crossable(Visit&& visit);
  void move_flit(PortId port, VcId vc, PortOutputs& outputs);
  bool has_room(std::size_t output) const;
  void compute_routes(PortId port, VcId vc);
  void bind(PortId port, VcId vc, std::size_t output);
  int space_needed(int length) const;
  bool is_open(std::size_t output, int needed) const;
  int select_output(std::size_t lane);

  std::size_t lane_of(PortId port, VcId vc) const {
    return static_cast<std::size_t>(port) * vc_count_ + static_cast<std::size_t>(vc);
  }
  Port& port(PortId p) { return ports_[static_cast<std::size_t>(p)]; }
  const Flit& front(std::size_t lane) const { return input_flits_[lane * input_depth_ + inputs_[lane].head]; }
  bool queued_output() const { return output_depth_ != 0; }
  int capacity() const { return static_cast<int>(input_depth_ + output_depth_); }

  const DuatoConfig config_;
  const NodeId node_;
  const int port_count_;
  const PortId terminal_;
  const std::size_t vc_count_;
  const std::size_t input_depth_;
  const std::size_t output_depth_;
  const RoutingFunction& routing_;
  const std::size_t max_choices_;
  const std::uint64_t seed_;

  std::vector<Port> ports_;
  std::vector<InputLane> inputs_;
  std::vector<OutputLane> outputs_;
  std::vector<Flit> input_flits_;      ///< [lane][slot]
  std::vector<Flit> output_flits_;     ///< [lane][slot]; the crossbar's pipeline where output_depth is 0.
  std::vector<RouteChoice> routes_;    ///< [lane][choice]
  std::vector<VcMask> in_crossbar_;    ///< [stage][port]: lanes whose flit leaves the crossbar then.
  SeparableAllocator allocator_;
  std::vector<HalfDuplexArbiter> duplex_;  ///< [port]; empty if the links are full duplex.
  RandomStream random_;

  PortMask occupied_ports_ = 0;  ///< Ports with a non-empty input lane.
  PortMask ready_ports_ = 0;     ///< Ports with a flit for the link.
  PortMask granted_ports_ = 0;   ///< Ports whose link this router may use in this cycle.
  int next_header_port_ = 0;     ///< Where route() starts: after the port that was served last.
  int maturing_ = 0;             ///< Flits in the crossbar's pipeline.
  std::size_t stage_ = 0;        ///< Cycle modulo t_crossbar.
  bool acted_ = false;           ///< Something changed in this step.
};

}  // namespace switchyard
