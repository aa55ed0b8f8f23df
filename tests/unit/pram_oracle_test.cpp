#include "testbench/pram/pram_oracle.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Operations = std::vector<std::optional<PramOperation>>;
using Answers = std::vector<std::optional<PramAnswer>>;

PramOperation add(std::uint32_t operand) { return {7, Operation::Add, false, operand}; }
PramOperation read() { return {7, Operation::None, true, 0}; }
PramOperation write(Operation rule, std::uint32_t value) { return {7, rule, false, value}; }
PramAnswer answer(std::uint32_t returned, std::uint32_t before) { return {returned, before}; }

TEST(PramOracle, MultiprefixGoesInTheOrderOfTheProcessors) {
  PramOracle oracle(10);
  EXPECT_EQ(oracle.step(0, {add(5), add(6), std::nullopt, add(1)},
                        {answer(0, 0), answer(5, 0), std::nullopt, answer(11, 0)}),
            "");
  EXPECT_TRUE(oracle.may_hold(7, 12));
  EXPECT_EQ(oracle.step(1, {add(1), add(1)}, {answer(13, 12), answer(12, 12)}),
            "step 1: processor 0 gets 13 from the multiprefix on address 7, not 12");
}

TEST(PramOracle, EveryOperationIsCarriedOut) {
  const auto after = [](Operation operation, std::uint32_t first, std::uint32_t second) {
    PramOracle oracle(10);
    oracle.step(0, {write(Operation::WritePriority, first)}, {answer(0, 0)});
    oracle.step(1, {PramOperation{7, operation, false, second}}, {answer(first, first)});
    for (std::uint32_t value = 0; value < 32; ++value) {
      if (oracle.may_hold(7, value)) return value;
    }
    return ~0U;
  };
  EXPECT_EQ(after(Operation::Add, 12, 10), 22U);
  EXPECT_EQ(after(Operation::Max, 12, 10), 12U);
  EXPECT_EQ(after(Operation::Min, 12, 10), 10U);
  EXPECT_EQ(after(Operation::And, 12, 10), 8U);
  EXPECT_EQ(after(Operation::Or, 12, 10), 14U);
  EXPECT_EQ(after(Operation::Xor, 12, 10), 6U);
}

TEST(PramOracle, ReadersSeeTheWordBeforeTheStep) {
  PramOracle oracle(10);
  EXPECT_EQ(oracle.step(0, {write(Operation::WritePriority, 4), read()}, {answer(0, 0), answer(0, 0)}), "");
  EXPECT_EQ(oracle.step(1, {read()}, {answer(0, 5)}),
            "step 1: processor 0 reads 5 at address 7; 4 was there");
}

TEST(PramOracle, TheFirstProcessorWinsAPriorityWrite) {
  PramOracle oracle(10);
  oracle.step(0, {write(Operation::WritePriority, 4), write(Operation::WritePriority, 5)},
              {answer(0, 0), answer(0, 0)});
  EXPECT_TRUE(oracle.may_hold(7, 4));
  EXPECT_FALSE(oracle.may_hold(7, 5));
}

TEST(PramOracle, AnyOfTheValuesOfAnArbitraryWriteMayStayAndAllMustSeeTheSame) {
  const Operations writes{write(Operation::WriteArbitrary, 4), write(Operation::WriteArbitrary, 5)};
  const Answers none{answer(0, 0), answer(0, 0)};
  for (const std::uint32_t seen : {4U, 5U}) {
    PramOracle oracle(10);
    oracle.step(0, writes, none);
    EXPECT_TRUE(oracle.may_hold(7, 4) && oracle.may_hold(7, 5));
    EXPECT_EQ(oracle.step(1, {read(), read()}, {answer(0, seen), answer(0, seen)}), "");
    EXPECT_EQ(oracle.may_hold(7, 4), seen == 4);
  }
  PramOracle oracle(10);
  oracle.step(0, writes, none);
  EXPECT_EQ(oracle.step(1, {read()}, {answer(0, 6)}),
            "step 1: processor 0 sees 6 at address 7, which nobody wrote");
  PramOracle divided(10);
  divided.step(0, writes, none);
  EXPECT_NE(divided.step(1, {read(), read()}, {answer(0, 4), answer(0, 5)}), "");
}

TEST(PramOracle, MissingAndUnwantedAnswersAreFaults) {
  PramOracle oracle(10);
  EXPECT_EQ(oracle.step(0, {read()}, {std::nullopt}), "step 0: processor 0 has no answer");
  EXPECT_EQ(oracle.step(1, {std::nullopt}, {answer(0, 0)}), "step 1: processor 0 has an answer to nothing");
}

TEST(PramOracle, TwoKindsOfChangeInOneStepAreAFaultOfTheProgram) {
  PramOracle oracle(10);
  EXPECT_EQ(oracle.step(0, {add(1), write(Operation::WritePriority, 1)}, {answer(0, 0), answer(1, 0)}),
            "step 0: processor 1: two kinds of change of address 7 in one step");
}

TEST(PramOracle, CountsTheWordsOfAllSteps) {
  PramOracle oracle(10);
  oracle.step(0, {add(1), add(1), PramOperation{3, Operation::None, true, 0}},
              {answer(0, 0), answer(1, 0), answer(0, 0)});
  oracle.step(1, {add(1)}, {answer(2, 2)});
  EXPECT_EQ(oracle.touched_words(), 3U);
}

}  // namespace
}  // namespace switchyard
