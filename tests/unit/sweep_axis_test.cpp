#include "testbench/sweep/sweep_axis.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Values = std::vector<std::string>;

std::string fault_of(const std::string& text) {
  try {
    parse_sweep_axis(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no fault";
}

TEST(SweepAxis, OfARangeHasBothItsEndsAndNoDrift) {
  const SweepAxis axis = parse_sweep_axis("traffic.load=0.05:0.95:0.05");
  EXPECT_EQ(axis.path, "traffic.load");
  EXPECT_EQ(axis.values, (Values{"0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.45", "0.5",
                                 "0.55", "0.6", "0.65", "0.7", "0.75", "0.8", "0.85", "0.9", "0.95"}));
}

TEST(SweepAxis, OfARangeStopsShortOfAnEndThatTheStepsDoNotMeet) {
  EXPECT_EQ(parse_sweep_axis("a=1:8:3").values, (Values{"1", "4", "7"}));
  EXPECT_EQ(parse_sweep_axis("a=2:2:1").values, Values{"2"});
}

TEST(SweepAxis, TakesValuesAsTheyStand) {
  EXPECT_EQ(parse_sweep_axis("routing.kind=duato, dimension_order").values,
            (Values{"duato", "dimension_order"}));
}

TEST(SweepAxis, MixesValuesAndRanges) {
  EXPECT_EQ(parse_sweep_axis("a=1,4:6:1,9").values, (Values{"1", "4", "5", "6", "9"}));
}

TEST(SweepAxis, LeavesCommasAndColonsInBracketsAlone) {
  EXPECT_EQ(parse_sweep_axis("topology.radix=[4, 4],[8, 8]").values, (Values{"[4, 4]", "[8, 8]"}));
  EXPECT_EQ(parse_sweep_axis("traffic.packet_length={min: 1, max: 8},5").values,
            (Values{"{min: 1, max: 8}", "5"}));
}

TEST(SweepAxis, HasNoValueTwiceHoweverItIsWritten) {
  EXPECT_EQ(fault_of("a=1,2,1"), "--over a=1,2,1: 1 is given twice");
  EXPECT_EQ(fault_of("a=0.1,0.10"), "--over a=0.1,0.10: 0.1 and 0.10 are the same value");
  EXPECT_EQ(fault_of("a=1:3:1,2"), "--over a=1:3:1,2: 2 is given twice");
  EXPECT_EQ(fault_of("a=[4,4],[4, 4]"), "--over a=[4,4],[4, 4]: [4,4] and [4, 4] are the same value");
  EXPECT_EQ(fault_of("a=duato,'duato'"), "--over a=duato,'duato': duato and 'duato' are the same value");
  EXPECT_EQ(fault_of("a=[4, 8],[8, 4]"), "no fault");
}

TEST(SweepAxis, WithAFaultIsQuotedAndExplained) {
  EXPECT_EQ(fault_of("traffic.load"),
            "--over traffic.load: an axis reads PATH=FROM:TO:STEP or PATH=VALUE,VALUE,...");
  EXPECT_EQ(fault_of("=1,2"), "--over =1,2: an axis reads PATH=FROM:TO:STEP or PATH=VALUE,VALUE,...");
  EXPECT_EQ(fault_of("a=1:2"), "--over a=1:2: an axis reads PATH=FROM:TO:STEP or PATH=VALUE,VALUE,...");
  EXPECT_EQ(fault_of("a=1,,2"), "--over a=1,,2: a value is missing");
  EXPECT_EQ(fault_of("a="), "--over a=: a value is missing");
  EXPECT_EQ(fault_of("a=1:x:1"), "--over a=1:x:1: 'x' is not a decimal number");
  EXPECT_EQ(fault_of("a=1:2:0"), "--over a=1:2:0: the step, 0, is not positive");
  EXPECT_EQ(fault_of("a=0.9:0.1:0.1"), "--over a=0.9:0.1:0.1: the range is empty: 0.9 is more than 0.1");
  EXPECT_EQ(fault_of("a=0:1:0.0001"), "--over a=0:1:0.0001: 10001 values exceed the limit of 10000");
}

TEST(SweepAxis, CombinationsRunTheLastAxisFastest) {
  const std::vector<SweepAxis> axes{{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}};
  const std::vector<Values> product = combinations(axes);
  EXPECT_EQ(product,
            (std::vector<Values>{{"1", "x"}, {"1", "y"}, {"1", "z"}, {"2", "x"}, {"2", "y"}, {"2", "z"}}));
  EXPECT_EQ(assignments(axes, product[4]), (Values{"a=2", "b=y"}));
}

TEST(SweepAxis, NoneAtAllStillMakeOneCombination) {
  EXPECT_EQ(combinations({}), std::vector<Values>{Values{}});
}

TEST(SweepAxis, OfConfigurationsSaysWhatARunStartsFrom) {
  const SweepCase plain = case_of("one.yaml", {{"a", {"1"}}}, {"1"});
  EXPECT_EQ(plain.config, "one.yaml");
  EXPECT_EQ(plain.overrides, (Values{"a=1"}));
  const SweepCase chosen = case_of("one.yaml", {{kConfigAxis, {"x.yaml"}}, {"a", {"1"}}}, {"x.yaml", "1"});
  EXPECT_EQ(chosen.config, "x.yaml");
  EXPECT_EQ(chosen.overrides, (Values{"a=1"}));
}

}  // namespace
}  // namespace switchyard
