#include "hw/base/ratio.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(Ratio, KeepsWhatADivisionOfIntegersLoses) {
  EXPECT_DOUBLE_EQ(ratio(1, 4), 0.25);
  EXPECT_DOUBLE_EQ(ratio(-1, 4), -0.25);
  EXPECT_DOUBLE_EQ(ratio(std::uint64_t{7}, 2), 3.5);
  EXPECT_DOUBLE_EQ(ratio(3, 0.5), 6);
  EXPECT_DOUBLE_EQ(ratio(1.5, std::uint32_t{3}), 0.5);
}

}  // namespace
}  // namespace switchyard
