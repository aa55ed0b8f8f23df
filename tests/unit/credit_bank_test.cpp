#include "hw/alloc/credit_bank.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {
namespace {

using Bank = CreditBank<VcMask, std::uint8_t>;

TEST(CreditBank, AfterResetItsBuffersAreEmptyAndTheOthersClosed) {
  Bank bank;
  bank.reset(0b101, 3);
  EXPECT_EQ(bank.open(), 0b101);
  EXPECT_EQ(bank.count(0), 3);
  EXPECT_EQ(bank.count(1), 0);
  EXPECT_EQ(bank.count(2), 3);
}

TEST(CreditBank, ABufferIsOpenWhileItHasAFreeSlot) {
  RandomStream random(2, 0, Purpose::Selection);
  Bank bank;
  bank.reset(low_bits<VcMask>(16), 2);
  std::array<int, 16> expected;
  expected.fill(2);
  for (int i = 0; i < 5000; ++i) {
    const std::size_t buffer = random.below(16);
    if (random.below(2) == 0 && expected[buffer] > 0) {
      bank.spend(buffer);
      --expected[buffer];
    } else if (expected[buffer] < 2) {
      bank.give(buffer);
      ++expected[buffer];
    }
    for (std::size_t b = 0; b < 16; ++b) {
      ASSERT_EQ(bank.count(b), expected[b]);
      ASSERT_EQ(bank.open().test(b), expected[b] != 0) << b;
    }
  }
}

}  // namespace
}  // namespace switchyard
