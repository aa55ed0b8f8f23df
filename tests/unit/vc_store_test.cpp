#include "hw/router/vc/vc_store.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

struct State {
  std::uint64_t value = 7;
};

/// A store with a block of its own.
class VcStoreOf {
 public:
  VcStoreOf(std::size_t vcs, int input_depth, int output_depth, std::size_t offset = 0) : store(vcs) {
    BlockLayout layout;
    store.place(layout, input_depth, output_depth);
    size = layout.size();
    block_.resize(size + kCacheLine + offset);
    layout = BlockLayout(std::span(block_).subspan(offset));
    store.place(layout, input_depth, output_depth);
  }

  VcStore<State> store;
  std::size_t size = 0;  ///< As measured without a block.

 private:
  std::vector<std::byte> block_;
};

const std::byte* place_of(const auto& object) { return reinterpret_cast<const std::byte*>(&object); }

TEST(VcStore, KeepsTheStateAndEverySlotOfEveryVcApart) {
  for (const std::size_t vcs : {1, 3, 20, 512}) {
    for (const auto& [input_depth, output_depth] : {std::pair{1, 1}, {8, 4}, {3, 5}, {2, 0}}) {
      const VcStoreOf of(vcs, input_depth, output_depth);
      PacketId number = 0;
      for (std::size_t vc = 0; vc < vcs; ++vc) {
        EXPECT_EQ(of.store.state(vc).value, 7U);
        of.store.state(vc).value = vc;
        for (int slot = 0; slot < input_depth; ++slot) of.store.input_slot(vc, slot).packet = ++number;
        for (int slot = 0; slot < output_depth; ++slot) of.store.output_slot(vc, slot).packet = ++number;
      }
      number = 0;
      for (std::size_t vc = 0; vc < vcs; ++vc) {
        ASSERT_EQ(of.store.state(vc).value, vc);
        for (int slot = 0; slot < input_depth; ++slot)
          ASSERT_EQ(of.store.input_slot(vc, slot).packet, ++number);
        for (int slot = 0; slot < output_depth; ++slot)
          ASSERT_EQ(of.store.output_slot(vc, slot).packet, ++number);
      }
    }
  }
}

TEST(VcStore, TheRowsOfSlotZeroLieSideBySideAndTheOthersBeyondThem) {
  const VcStoreOf of(5, 4, 2);
  const VcStore<State>& store = of.store;
  const std::ptrdiff_t row = 5 * sizeof(Flit);
  for (std::size_t vc = 0; vc < 5; ++vc) {
    EXPECT_EQ(place_of(store.output_slot(vc, 0)) - place_of(store.input_slot(vc, 0)), row);
    EXPECT_EQ(place_of(store.output_slot(vc, 1)) - place_of(store.output_slot(vc, 0)), row);
    EXPECT_EQ(place_of(store.input_slot(vc, 0)) - place_of(store.input_slot(vc, 3)), 3 * row);
  }
  EXPECT_EQ(place_of(store.output_slot(4, 0)) - place_of(store.output_slot(0, 0)),
            4 * std::ptrdiff_t{sizeof(Flit)});
  EXPECT_GE(place_of(store.input_slot(0, 3)), place_of(store.state(4)) + sizeof(State));
}

TEST(VcStore, StartsAtACacheLineAndStaysWithinWhatTheLayoutMeasured) {
  for (const std::size_t offset : {0, 1, 8, 16, 40, 63}) {
    const VcStoreOf of(20, 8, 4, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&of.store.state(0)) % kCacheLine, 0U) << offset;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&of.store.output_slot(0, 0)) % alignof(Flit), 0U) << offset;
    EXPECT_EQ(place_of(of.store.output_slot(19, 3)) + sizeof(Flit), place_of(of.store.state(0)) + of.size)
        << offset;
  }
  const VcStoreOf of(20, 8, 4);
  EXPECT_EQ(of.store.states().size(), 20U);
  EXPECT_EQ(&of.store.states().back(), &of.store.state(19));
}

TEST(VcStore, ItsRingsAreAsLongAsTheNextPowerOfTwo) {
  EXPECT_EQ(VcStore<State>::ring_length(1), 1U);
  EXPECT_EQ(VcStore<State>::ring_length(3), 4U);
  EXPECT_EQ(VcStore<State>::ring_length(4), 4U);
  EXPECT_EQ(VcStore<State>::ring_length(5), 8U);
}

}  // namespace
}  // namespace switchyard
