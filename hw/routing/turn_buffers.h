#pragma once

#include <array>

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Black packets go along their column first and then along their row; white ones the other way round.
enum class Colour : std::uint8_t { Black, White };

/// A node of a square mesh: x is its column, y its row. Ports as in Grid: 0 east (x up), 1 west, 2 south
/// (y up), 3 north.
using MeshPlace = std::array<int, 2>;

/// What a packet finds at the far end of a link, by its further way; Home: nothing, it has arrived.
enum class BufferType : std::uint8_t { Straight, TurnLeft, TurnRight, Home };

/// How packets cross a square mesh of nodes with a buffer type for every way through a node: at most one
/// turn, and every hop brings nearer. What follows is the same for both colours, rotated by 90 degrees.
///
/// Virtual channel 4 c + t of a link is the buffer type t of colour c at its end.
///
/// Deadlock: free. A packet waits for a buffer further on in its direction; or, to turn, for one of the
///           dimension that its colour takes second, and no packet leads back from there. Black and white
///           packets have buffers of their own, or travel at different times.
/// Source:   Makedon, Symvonis, "Optimal algorithms for the many-to-one routing problem on two-dimensional
///           meshes", Microprocessors and Microsystems 1993, Figure 4.
class TurnBuffers final : public RoutingFunction {
 public:
  static constexpr int kPorts = 4;
  static constexpr int kTypes = 4;
  static constexpr int kBufferTypes = 3;  ///< Without Home.
  static constexpr int kVcs = 2 * kTypes;

  /// `grid` must outlive this object; it is a square mesh.
  explicit TurnBuffers(const Grid& grid) : grid_(grid) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return 2; }

  static VcId vc_of(Colour colour, BufferType type) {
    return static_cast<VcId>(colour) * kTypes + static_cast<VcId>(type);
  }

  static PortId opposite(PortId port) { return port ^ 1; }
  /// The ports at the left and right hand of a packet on its way to `port`.
  static PortId left_of(PortId port) { return kLeft[port]; }
  static PortId right_of(PortId port) { return opposite(left_of(port)); }

  /// Whether packets of this colour use such buffers at this side: turns lead out of their first dimension.
  static bool uses(Colour colour, PortId port, BufferType type) {
    return type == BufferType::Straight || first_dimension(colour) == static_cast<std::size_t>(port / 2);
  }

  static MeshPlace beyond(MeshPlace here, PortId port) {
    here[port / 2] += port % 2 == 0 ? 1 : -1;
    return here;
  }
  /// Where a packet leaves. Precondition: `here != to`.
  static PortId exit(Colour colour, const MeshPlace& here, const MeshPlace& to) {
    const std::size_t first = first_dimension(colour);
    const std::size_t d = here[first] != to[first] ? first : 1 - first;
    return static_cast<PortId>(2 * d) + (to[d] < here[d] ? 1 : 0);
  }
  /// What it needs where it arrives after leaving through `port`.
  static BufferType type_at(Colour colour, const MeshPlace& next, PortId port, const MeshPlace& to) {
    if (next == to) return BufferType::Home;
    const PortId on = exit(colour, next, to);
    if (on == port) return BufferType::Straight;
    return on == left_of(port) ? BufferType::TurnLeft : BufferType::TurnRight;
  }

 private:
  static constexpr std::array<PortId, kPorts> kLeft{3, 2, 0, 1};

  static std::size_t first_dimension(Colour colour) { return colour == Colour::Black ? 1 : 0; }

  MeshPlace place(NodeId node) const { return {grid_.coordinate(node, 0), grid_.coordinate(node, 1)}; }

  const Grid& grid_;
};

}  // namespace switchyard
