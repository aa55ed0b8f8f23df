#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/design/design.h"
#include "testbench/wave/wave_guest.h"
#include "testbench/wave/wave_scope.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// Which wires show what of a network: the scopes of the selected routers and, for the probe, their wires.
struct WaveLayout {
  /// All that one node drives onto one link, or receives from it, as it arrives.
  struct Bundle {
    WireId valid;
    WireId vc, head, tail, packet, destination, remaining;  ///< Of the flit, if there is one.
    WireId credit;
    std::optional<WireId> request;  ///< Half-duplex links only.
    WireId end;                     ///< The bundle is the wires from `valid` up to this one.
  };
  struct Buffer {
    WireId occupancy, packet;
    std::optional<WireId> allocated;  ///< Not of a central queue.
  };
  struct Router {
    NodeId node;
    std::vector<std::optional<Buffer>> buffers;     ///< In the order of visit_buffers(); none at open ports.
    std::vector<std::pair<PortId, WireId>> faulty;  ///< Of the ports to other nodes, if links come and go.
  };
  /// The bundles that show what arrives at a pin: `in` of its own node, `out` of the node at the far end.
  struct ShownAs {
    static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
    std::uint32_t in = kNothing;
    std::uint32_t out = kNothing;
  };

  /// `guest` and `bench` may be null.
  WaveLayout(const Design& design, std::span<const NodeId> nodes, WaveGuest* guest, WaveScope* bench);

  std::size_t router_pin(NodeId node, PortId port) const { return node * port_count + port; }
  /// Where flits arrive at a terminal, and credits, if it is attached to one port. One that is attached to
  /// two has the next pin for credits.
  std::size_t terminal_pin(TerminalId terminal) const {
    return node_count * port_count + 2 * std::size_t{terminal};
  }

  std::size_t node_count;
  std::size_t port_count;
  WaveTree tree;
  WireId clk, rst_n, cycle;
  std::vector<Router> routers;
  std::vector<Bundle> bundles;
  std::vector<ShownAs> shown_as;  ///< [pin]

 private:
  std::size_t terminal_pin(const Topology& topology, TerminalId terminal, PortRef port) const;
  void declare_router(const Design& design, NodeId node);
  std::uint32_t declare_bundle(const Design& design, const char* name);
  Buffer declare_buffer(const std::string& side);
  Buffer declare_queue();

  int vc_bits_ = 1;  ///< To number a buffer.
  int vc_count_ = 1;
  int destination_bits_ = 1;
};

}  // namespace switchyard
