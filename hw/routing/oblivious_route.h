#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Ways from node to node, each of which depends on its two ends only: an oblivious route.
///
/// A way is a list of hops. Where the node alone does not say what the next one is, hops are numbered: those
/// of round r of a network of shuffles are of stage r, those of a torus of stage 1 from the wrap-around link
/// of their ring on.
class ObliviousRoute {
 public:
  /// The last hop of a packet: by which port it came to `here`. in < 0: it begins its way here.
  struct Place {
    NodeId here = 0;
    PortId in = -1;
    int stage = 0;
  };
  struct Hop {
    PortId port = -1;  ///< -1: it has arrived.
    int stage = 0;

    bool arrived() const { return port < 0; }
    friend bool operator==(const Hop&, const Hop&) = default;
  };
  /// In which order a hypercube corrects wrong bits: the lowest first, or for each packet and phase in an
  /// order of its own: any, or upwards from a random bit and around.
  enum class Order : std::uint8_t { LowestFirst, Drawn, DrawnStart };
  static inline const std::array<std::string, 3> kOrders{"lowest_first", "drawn", "drawn_start"};

  virtual ~ObliviousRoute() = default;
  /// `orders`: what an order that is the packet's own is drawn from.
  virtual Hop next(const Place& place, NodeId to, RandomStream orders) const = 0;
  /// All hops that any packet may take from there, wherever it goes.
  virtual std::vector<Hop> hops(const Place& place) const = 0;
  /// Whether the way of some packet may end there.
  virtual bool may_end(const Place& /*place*/) const { return true; }
  virtual int stages() const { return 1; }
  /// What one stage is, for messages.
  virtual std::string stage_name() const { return "hop"; }
  /// A node of the source's own column, its own included. Errors: std::logic_error where there are none.
  virtual bool has_columns() const { return false; }
  virtual NodeId draw_in_column(NodeId /*source*/, RandomStream& /*random*/) const {
    throw std::logic_error("ObliviousRoute: this network has no columns");
  }
};

/// Of a topology:
///
///   hypercube              wrong bits, in the order that is given
///   mesh, torus            in dimension order
///   butterfly              forward links only, the cross link where the column's bit of the row is wrong, up
///                          to the right column and row
///   cube_connected_cycles  the cube link where it corrects a wrong bit, and on around the cycle, up to the
///                          right node; never back
///   d_way_shuffle          n rounds: the destination's digits come in, from the last to the first
///   shuffle_exchange       n rounds: exchange if bit 0 is wrong where it will end up, and shuffle
///
/// A shuffle of a node that is its own neighbour takes no hop. Null for other topologies. `topology` must
/// outlive the route.
///
/// Source:  Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///          Proc. IEEE 1991, section IV.
std::unique_ptr<const ObliviousRoute> make_oblivious_route(const Topology& topology,
                                                           ObliviousRoute::Order order);

}  // namespace switchyard
