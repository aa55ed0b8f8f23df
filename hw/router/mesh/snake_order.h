#pragma once

#include <cstdint>

#include "hw/base/divisor.h"
#include "hw/routing/turn_buffers.h"

namespace switchyard {

/// An indexing of the nodes of a square mesh along a snake, and the order of packets that are sorted along
/// it.
///
/// The snake runs along lines, forth on the even ones and back on the odd ones. Row-major snake-like-column
/// order: lines are columns, and packets are ordered by the row of their destination, then by its column.
/// Column-major snake-like-row order is the same with rows and columns exchanged.
class SnakeOrder {
 public:
  enum class Kind : std::uint8_t { RowMajor, ColumnMajor };

  SnakeOrder(Kind kind, int side) : place_axis_(kind == Kind::RowMajor ? 1 : 0), side_(side) {}

  int side() const { return side_.value(); }
  /// Of a node: its line, and its place along that.
  int line(const MeshPlace& node) const { return node[1 - place_axis_]; }
  int place(const MeshPlace& node) const { return node[place_axis_]; }
  bool runs_forth(const MeshPlace& node) const { return line(node) % 2 == 0; }
  /// Of a node along the whole snake, from 0.
  std::uint32_t index(const MeshPlace& node) const {
    const int along = runs_forth(node) ? place(node) : side() - 1 - place(node);
    return line(node) * side() + along;
  }
  /// Ports to the next place, or line, up or down.
  PortId place_port(bool up) const { return static_cast<PortId>(2 * place_axis_) + (up ? 0 : 1); }
  PortId line_port(bool up) const { return static_cast<PortId>(2 * (1 - place_axis_)) + (up ? 0 : 1); }
  /// To the next node of the snake, or the one before; -1 at its ends.
  PortId next_port(const MeshPlace& node, bool up) const {
    const bool along_up = runs_forth(node) == up;
    if (place(node) != (along_up ? side() - 1 : 0)) return place_port(along_up);
    return line(node) == (up ? side() - 1 : 0) ? -1 : line_port(up);
  }

  /// What packets are sorted by; kNoNode, where there is no packet, comes last.
  std::uint32_t key(NodeId destination) const {
    if (place_axis_ == 1 || destination == kNoNode) return destination;
    const std::uint32_t row = side_.quotient(destination);
    return (destination - row * side_.value()) * side_.value() + row;
  }
  /// The row, or column, that a key is of: its sequence.
  std::uint32_t sequence(std::uint32_t key) const { return side_.quotient(key); }

 private:
  std::size_t place_axis_;
  Divisor side_;
};

}  // namespace switchyard
