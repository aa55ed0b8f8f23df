#include "testbench/file/number_in.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace switchyard {
namespace {

TEST(NumberIn, IsTheWholeTextOrNothing) {
  EXPECT_EQ(number_in<std::uint64_t>("12"), 12U);
  EXPECT_EQ(number_in<double>("-1.5e3"), -1500);
  for (const char* text : {"", " 12", "12 ", "12x", "x"}) {
    EXPECT_FALSE(number_in<std::uint64_t>(text)) << text;
    EXPECT_FALSE(number_in<double>(text)) << text;
  }
  EXPECT_FALSE(number_in<std::uint64_t>("1.5"));
}

TEST(NumberIn, IsNothingIfItIsTooLarge) {
  EXPECT_EQ(number_in<std::uint8_t>("255"), 255);
  EXPECT_FALSE(number_in<std::uint8_t>("256"));
  EXPECT_FALSE(number_in<std::uint64_t>("-1"));
}

}  // namespace
}  // namespace switchyard
