#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "hw/router/combining/ranade_directions.h"

namespace switchyard {

using OutputMask = BitSet<std::uint8_t>;  ///< Of a switch with two outputs.

/// What the switch of phase 2 of a node is set to.
struct MergeSite {
  int queue = 1;          ///< Messages per stream, here and at the far ends.
  bool combining = true;  ///< Requests to one address become one.
  bool ghosts = true;     ///< What the outputs lead to compares labels.
  bool joins = true;      ///< Both inputs are there; else the first only.
  bool splits = true;     ///< Both outputs are there; else the first only.
  int route_bit = 0;      ///< A request for a row that differs in this bit takes the second output.
  bool row_bit = false;   ///< That bit of its own row.
  friend bool operator==(const MergeSite&, const MergeSite&) = default;
};

/// What the switch is given in a cycle.
struct MergeArrivals {
  std::array<const Flit*, 2> flits{};  ///< [input]: a message or a ghost; null: none.
  OutputMask credits = 0;              ///< The far ends of these freed a slot.
  OutputMask links = 0;                ///< These links are free.
  bool room = false;                   ///< In the direction FIFO.
};

/// What leaves it. The VCs of the flits are left open.
struct MergeDepartures {
  std::array<Flit, 2> flits{};         ///< [output]; not valid(): none.
  std::optional<Direction> direction;  ///< What is to be remembered of a message that left its inputs.
};

/// The switch of phase 2 as its node asks it, with queues, labels and credits of its own: what RTL can stand
/// in for.
///
/// Whatever stands behind it must do as MergeSwitch does, or the network behaves differently. A cycle is
/// merge() and then ghosts(); it has one in every step of the node.
class MergeBlock {
 public:
  virtual ~MergeBlock() = default;

  virtual void reset() = 0;
  virtual MergeDepartures merge(const MergeArrivals& arrivals) = 0;
  /// [output]: ghosts for links that are idle even now.
  virtual std::array<Flit, 2> ghosts(OutputMask idle) = 0;
};

using MergeFactory = std::function<std::unique_ptr<MergeBlock>(NodeId, const MergeSite&)>;

}  // namespace switchyard
