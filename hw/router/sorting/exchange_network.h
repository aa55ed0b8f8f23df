#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/sorting/sorting_program.h"
#include "hw/topology/topology.h"

namespace switchyard {

class Grid;

/// What all processors of an exchange machine do in one step.
struct ExchangeStep {
  std::uint8_t phase = 0;  ///< Of the program.
  bool begins_phase = false;
  std::uint8_t bit = 0;     ///< Of the index; the two processors that differ in it exchange.
  std::uint8_t stage = 0;   ///< Of a sort, from 1 on.
  std::int8_t turn = 0;     ///< A rotation instead: 1: shuffle; -1: unshuffle.
  std::uint8_t turned = 0;  ///< Processor i is at the node i rotated right by so many places.
  std::uint16_t hop = 0;    ///< Of an exchange over several links: which one, from 0 on.
  std::uint16_t hops = 1;
};

/// A network on which the processors whose numbers differ in one bit exchange records.
///
///   hypercube         one step over the link of the bit
///   shuffle_exchange  rotations of all records until the bit is at place 0, then a step over the exchange
///                     link
///   mesh, torus       2^j steps for bit j of a coordinate: all records move so many places, up or down
///
/// Source:  Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///          Proc. IEEE 1991, section XI.
class ExchangeNetwork {
 public:
  /// Of the bits of a processor's number on a mesh or torus: those of one dimension after those of another,
  /// or in turn.
  enum class Index : std::uint8_t { RowMajor, Shuffled };
  static constexpr int kMaxBits = 12;

  /// Nothing if it has not 2, 4, ... or 2^kMaxBits nodes, as many on each side of a grid. `topology` must
  /// outlive it.
  static std::optional<ExchangeNetwork> of(const Topology& topology, Index index);

  int bits() const { return bits_; }
  NodeId processors() const { return NodeId{1} << bits_; }
  /// Of the processor whose state is at that node, when all are rotated right by `turned` places.
  NodeId index_of(NodeId node, int turned) const;
  NodeId node_of(NodeId index) const;
  /// By which it sends to its partner, if bit `bit` of its index is set, and from which it is sent to.
  PortId partner_port(int bit, bool set) const;
  /// Opposite to another port of a grid: what comes by that one leaves by this one.
  PortId opposite(PortId port) const;

  /// The steps of a program, known before it runs.
  std::vector<ExchangeStep> steps_of(const SortingProgram& program) const;

 private:
  enum class Shape : std::uint8_t { Cube, Grid, Shuffle };

  ExchangeNetwork(Shape shape, int bits, const Grid* grid, Index index)
      : shape_(shape), bits_(bits), grid_(grid), index_(index) {}

  /// Where bit `bit` of an index is in coordinates of a grid.
  int dimension_of(int bit) const;
  int coordinate_bit_of(int bit) const;
  int hops_of(int bit) const { return shape_ == Shape::Grid ? 1 << coordinate_bit_of(bit) : 1; }

  Shape shape_;
  int bits_;
  const Grid* grid_;
  Index index_;
};

}  // namespace switchyard
