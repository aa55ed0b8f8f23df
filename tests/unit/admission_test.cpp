#include "testbench/traffic/admission.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

Experiment line_of_four(const std::string& faults) {
  return experiment_from(
      "topology: {kind: mesh, radix: [4]}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: dimension_order}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\nfaults: " +
      faults + '\n');
}

TEST(Admission, IsAskedOnlyIfSomethingIsFaulty) {
  const Experiment sound = line_of_four("[]");
  EXPECT_EQ(Admission(sound.design).if_any(), nullptr);
  const Experiment faulty = line_of_four("[{node: 1, from: 5}]");
  const Admission admission(faulty.design);
  EXPECT_EQ(admission.if_any(), &admission);
}

TEST(Admission, RefusesPairsWithoutAWay) {
  const Experiment experiment = line_of_four("[{link: [1, 2]}]");
  const Admission admission(experiment.design);
  EXPECT_FALSE(admission.refuses(0, 1, 0));
  EXPECT_TRUE(admission.refuses(0, 2, 0));
  EXPECT_TRUE(admission.refuses(3, 1, 1000));
  EXPECT_FALSE(admission.refuses(3, 2, 0));
}

TEST(Admission, RefusesAllFromAndToANodeWhileItIsFaulty) {
  const Experiment experiment = line_of_four("[{node: 1, from: 5, to: 9}, {node: 1, from: 20}]");
  const Admission admission(experiment.design);
  for (const Cycle now : {0, 4, 9, 19}) {
    EXPECT_FALSE(admission.refuses(1, 3, now)) << now;
    EXPECT_FALSE(admission.refuses(2, 1, now)) << now;
  }
  for (const Cycle now : {5, 8, 20, 10000}) {
    EXPECT_TRUE(admission.refuses(1, 3, now)) << now;
    EXPECT_TRUE(admission.refuses(2, 1, now)) << now;
    EXPECT_FALSE(admission.refuses(2, 3, now)) << now;
  }
  EXPECT_EQ(admission.next_change(1, 0), 5U);
  EXPECT_EQ(admission.next_change(1, 5), 9U);
  EXPECT_EQ(admission.next_change(1, 9), 20U);
  EXPECT_EQ(admission.next_change(1, 20), kNever);
  EXPECT_EQ(admission.next_change(0, 0), kNever);
}

TEST(NetworkInterface, OfAFaultyNodeStartsNothingAndGoesOnWhenItIsRepaired) {
  constexpr int kLong = 40;
  const Experiment experiment = with_packets(line_of_four("[{node: 0, from: 10, to: 300}]"),
                                             {{0, {5, 1, kLong}}, {0, {6, 1, 1}}, {0, {50, 1, 1}}});
  FastBench bench(experiment);
  TailTimes tails;
  bench.bench.observers.add(&tails);
  bench.run(299);
  EXPECT_NE(tails.of(0), kNever) << "it had begun";
  EXPECT_EQ(tails.of(4), kNever) << "it joined the queue before, and waits";
  EXPECT_EQ(bench.bench.scoreboard.refused(), (RefusedPackets{{{0, 1}, 1}})) << "created meanwhile";
  bench.run(20);
  EXPECT_NE(tails.of(4), kNever);
  EXPECT_EQ(bench.bench.scoreboard.log().pending(), 0U);
}

}  // namespace
}  // namespace switchyard
