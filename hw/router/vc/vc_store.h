#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "hw/base/flit.h"
#include "hw/router/vc/block_layout.h"

namespace switchyard {

/// The VCs of one router: for each a State, and slots for the flits of its input VC and of its output VC.
///
/// A large network does not fit the cache, so a step costs as much as the cache lines that it touches. What a
/// step touches lies together, in this order:
///
///     states of VC 0, 1, 2 ...
///     input slot N - 1 of VC 0, 1, 2 ...
///     ...
///     input slot 0 of VC 0, 1, 2 ...
///     output slot 0 of VC 0, 1, 2 ...      <- slots_
///     ...
///     output slot M - 1 of VC 0, 1, 2 ...
///
/// A row holds one slot of every VC. That is not the usual order, in which the slots of one VC are
/// neighbours: a queue that empties starts over at slot 0, so in light traffic all flits are in the two rows
/// of slots 0, one behind the other, and the other rows cost nothing. The input slots count downwards from
/// slots_ and the output slots upwards, so that one pointer finds both: all slots are one array, and its
/// origin is in the middle.
///
/// A queue is a ring of a power of two of slots, so that an index wraps by a mask.
template <class State>
class VcStore {
  static_assert(kCacheLine % sizeof(Flit) == 0 && alignof(Flit) == sizeof(Flit),
                "a flit lies in one cache line");
  static_assert(kCacheLine % sizeof(State) == 0 && alignof(State) <= alignof(Flit),
                "a state lies in one cache line");
  static_assert(std::is_trivially_destructible_v<State> && std::is_trivially_destructible_v<Flit>,
                "a BlockLayout destroys nothing");

 public:
  explicit VcStore(std::size_t vcs) : vcs_(static_cast<std::uint16_t>(vcs)) {}

  /// Slots of a ring for so many flits.
  static std::size_t ring_length(int depth) { return std::bit_ceil(static_cast<std::size_t>(depth)); }

  /// Precondition: no state or slot is used before a layout that has a block.
  void place(BlockLayout& layout, int input_depth, int output_depth) {
    const std::size_t inputs = vcs_ * ring_length(input_depth);
    std::span<State> states;
    std::span<Flit> slots;
    layout.place(states, vcs_);
    layout.place(slots, inputs + vcs_ * ring_length(output_depth));
    states_ = states.data();
    slots_ = slots.data() + (slots.empty() ? 0 : inputs);
  }

  std::size_t size() const { return vcs_; }
  std::span<State> states() const { return {states_, vcs_}; }
  State& state(std::size_t vc) const { return states_[vc]; }
  Flit& input_slot(std::size_t vc, std::size_t slot) const { return (slots_ - (slot + 1) * vcs_)[vc]; }
  Flit& output_slot(std::size_t vc, std::size_t slot) const { return (slots_ + slot * vcs_)[vc]; }

 private:
  State* states_ = nullptr;
  Flit* slots_ = nullptr;  ///< Slot 0 of output VC 0.
  std::uint16_t vcs_;
};

}  // namespace switchyard
