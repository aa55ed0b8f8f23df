#include "testbench/sweep/decimal.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

std::string round_trip(const std::string& text) {
  const auto decimal = Decimal::parse(text);
  return decimal ? decimal->to_string() : "not a number";
}

TEST(Decimal, IsPrintedAsShortAsCanBe) {
  EXPECT_EQ(round_trip("0.050"), "0.05");
  EXPECT_EQ(round_trip("16"), "16");
  EXPECT_EQ(round_trip("100.0"), "100");
  EXPECT_EQ(round_trip(".5"), "0.5");
  EXPECT_EQ(round_trip("-0.25"), "-0.25");
  EXPECT_EQ(round_trip("0"), "0");
  EXPECT_EQ(round_trip("999999999.999999999"), "999999999.999999999");
}

TEST(Decimal, IsNothingButDigitsAndAPoint) {
  for (const char* text :
       {"", ".", "-", "1e3", "0x10", "1.2.3", "1 ", "+1", "duato", "1234567890", "0.1234567890"}) {
    EXPECT_FALSE(Decimal::parse(text)) << text;
  }
}

TEST(Decimal, HasTheValueThatACompilerWouldReadForIt) {
  EXPECT_EQ(Decimal::parse("0.3")->value(), 0.3);
  EXPECT_EQ(Decimal::parse("-1.005")->value(), -1.005);
}

}  // namespace
}  // namespace switchyard
