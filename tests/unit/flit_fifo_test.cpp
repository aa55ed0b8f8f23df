#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>

#include "hw/alloc/flit_fifo.h"
#include "hw/base/flit.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

Flit numbered(PacketId number) {
  Flit flit;
  flit.packet = number;
  flit.remaining = 1;
  return flit;
}

TEST(FlitFifo, KeepsOrderAndLosesNothing) {
  for (const int depth : {1, 2, 3, 7, 64}) {
    FlitFifo<Flit> fifo(depth);
    std::deque<PacketId> expected;
    RandomStream random(static_cast<std::uint64_t>(depth), 0, Purpose::Process);
    PacketId next = 0;
    for (int cycle = 0; cycle < 2000; ++cycle) {
      const std::uint32_t bias = cycle / 100 % 2 == 0 ? 3 : 1;  // Now it fills, now it drains.
      if (fifo.size() < depth && random.below(4) < bias) {
        fifo.push(numbered(next));
        expected.push_back(next++);
      }
      if (!fifo.empty() && random.below(4) >= bias) {
        ASSERT_EQ(fifo.front().packet, expected.front()) << "cycle " << cycle << ", depth " << depth;
        fifo.pop();
        expected.pop_front();
      }
      ASSERT_EQ(fifo.size(), static_cast<int>(expected.size()));
    }
  }
}

TEST(FlitFifo, RefusesOverflowAndUnderflowAndStaysAsItWas) {
  FlitFifo<Flit> fifo(2);
  EXPECT_THROW(fifo.pop(), std::logic_error);
  fifo.push(numbered(1));
  fifo.push(numbered(2));
  EXPECT_THROW(fifo.push(numbered(3)), std::logic_error);
  EXPECT_EQ(fifo.size(), 2);
  EXPECT_EQ(fifo.front().packet, 1u);
  fifo.pop();
  EXPECT_EQ(fifo.front().packet, 2u);
}

TEST(FlitFifo, ResetEmptiesIt) {
  FlitFifo<Flit> fifo(2);
  fifo.push(numbered(1));
  fifo.reset();
  EXPECT_TRUE(fifo.empty());
  fifo.push(numbered(2));
  EXPECT_EQ(fifo.front().packet, 2u);
}

}  // namespace
}  // namespace switchyard
