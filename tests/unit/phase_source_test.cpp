#include "testbench/traffic/phase_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "testbench/traffic/merged_source.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

/// A packet in every cycle of a list; its destination is its place in the list.
class ListedSource final : public PacketSource {
 public:
  explicit ListedSource(std::vector<Cycle> cycles) : cycles_(std::move(cycles)) {}

  bool next(NodeId, PacketRequest& request) override {
    if (played_ == cycles_.size()) return false;
    request = {cycles_[played_], static_cast<NodeId>(played_), 1};
    ++played_;
    return true;
  }
  bool finite() const override { return false; }

 private:
  std::vector<Cycle> cycles_;
  std::size_t played_ = 0;
};

std::vector<Cycle> every_cycle(Cycle cycles) {
  std::vector<Cycle> list;
  for (Cycle cycle = 0; cycle < cycles; ++cycle) list.push_back(cycle);
  return list;
}

std::vector<Cycle> cycles_of(PacketSource& source) {
  std::vector<Cycle> cycles;
  for (PacketRequest request; source.next(0, request);) cycles.push_back(request.created);
  return cycles;
}

/// What a source that has a packet in every cycle has within its phase: counted cycle by cycle.
std::vector<Cycle> cycles_in(const Phase& phase, std::size_t packets) {
  std::vector<Cycle> cycles;
  for (Cycle cycle = phase.begin; cycles.size() < packets; ++cycle) {
    Cycle since = cycle - phase.begin;
    if (phase.period != 0) since %= phase.period;
    if (since < phase.cycles) cycles.push_back(cycle);
    if (phase.period == 0 && since >= phase.cycles) break;
  }
  return cycles;
}

TEST(PhaseSource, HasItsPacketsInThePhaseOnly) {
  Dice dice(1);
  for (int round = 0; round < 200; ++round) {
    Phase phase;
    phase.begin = static_cast<Cycle>(dice.between(0, 9));
    phase.cycles = static_cast<Cycle>(dice.between(1, 6));
    const auto pause = static_cast<Cycle>(dice.between(0, 5));
    if (dice.chance(0.7)) phase.period = phase.cycles + pause;
    PhaseSource source(std::make_unique<ListedSource>(every_cycle(40)), phase);
    EXPECT_EQ(cycles_of(source), cycles_in(phase, 40))
        << phase.begin << ' ' << phase.cycles << ' ' << phase.period;
  }
}

TEST(PhaseSource, ThatLastsBeginsLater) {
  PhaseSource source(std::make_unique<ListedSource>(std::vector<Cycle>{0, 3, 1000}), {.begin = 7});
  EXPECT_EQ(cycles_of(source), (std::vector<Cycle>{7, 10, 1007}));
}

TEST(PhaseSource, EndsBeforeCyclesThatNobodyCanCount) {
  PhaseSource source(std::make_unique<ListedSource>(std::vector<Cycle>{0, Cycle{1} << 47}),
                     {.begin = 0, .cycles = 1, .period = 1'000'000});
  EXPECT_EQ(cycles_of(source), (std::vector<Cycle>{0}));
}

TEST(MergedSource, HasThePacketsOfAllInOrder) {
  Dice dice(2);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::unique_ptr<PacketSource>> parts;
    std::vector<Cycle> all;
    for (int part = dice.between(1, 4); part > 0; --part) {
      std::vector<Cycle> cycles;
      for (int i = dice.between(0, 20); i > 0; --i) cycles.push_back(static_cast<Cycle>(dice.between(0, 30)));
      std::sort(cycles.begin(), cycles.end());
      all.insert(all.end(), cycles.begin(), cycles.end());
      parts.push_back(std::make_unique<ListedSource>(cycles));
    }
    std::sort(all.begin(), all.end());
    MergedSource merged(1, std::move(parts));
    EXPECT_EQ(cycles_of(merged), all);
  }
}

TEST(MergedSource, TakesThoseOfOneCycleInTheOrderOfTheSources) {
  std::vector<std::unique_ptr<PacketSource>> parts;
  parts.push_back(std::make_unique<ListedSource>(std::vector<Cycle>{4, 5}));
  parts.push_back(std::make_unique<ListedSource>(std::vector<Cycle>{2, 3, 4}));
  MergedSource merged(1, std::move(parts));
  std::vector<NodeId> places;
  for (PacketRequest request; merged.next(0, request);) places.push_back(request.destination);
  EXPECT_EQ(places,
            (std::vector<NodeId>{0, 1, 0, 2, 1}));  // Cycles 2, 3, 4 of the first, 4 of the second, 5.
}

}  // namespace
}  // namespace switchyard
