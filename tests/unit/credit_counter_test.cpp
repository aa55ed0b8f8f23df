#include <gtest/gtest.h>

#include <stdexcept>

#include "hw/alloc/credit_counter.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

TEST(CreditCounter, CountsWhatIsNotOut) {
  for (const int depth : {1, 2, 5, 64}) {
    CreditCounter credits(depth);
    RandomStream random(static_cast<std::uint64_t>(depth), 0, Purpose::Process);
    int out = 0;
    for (int cycle = 0; cycle < 1000; ++cycle) {
      if (out > 0 && random.below(2) == 0) {
        credits.increment();
        --out;
      }
      if (out < depth && random.below(2) == 0) {
        credits.decrement();
        ++out;
      }
      ASSERT_EQ(credits.count(), depth - out);
    }
  }
}

TEST(CreditCounter, RefusesToLeaveItsRangeAndStaysAsItWas) {
  CreditCounter credits(1);
  EXPECT_THROW(credits.increment(), std::logic_error);
  EXPECT_EQ(credits.count(), 1);
  credits.decrement();
  EXPECT_THROW(credits.decrement(), std::logic_error);
  EXPECT_EQ(credits.count(), 0);
  credits.reset();
  EXPECT_EQ(credits.count(), 1);
}

}  // namespace
}  // namespace switchyard
