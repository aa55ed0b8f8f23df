#include "hw/alloc/port_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "hw/alloc/wavefront_allocator.h"
#include "tests/support/matching.h"
#include "tests/support/priority_lists.h"

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;
using Rule = AllocatorConfig::Arbiter;

constexpr int kMaxTested = 32;
constexpr int kPortCounts[] = {1, 2, 5, 8, kMaxTested};

AllocatorConfig islip(int iterations) { return {Kind::Islip, Rule::RoundRobin, iterations}; }

const std::vector<AllocatorConfig>& made_of_arbiters() {
  static const std::vector<AllocatorConfig> kConfigs{{Kind::SeparableInputFirst, Rule::RoundRobin, 1},
                                                     {Kind::SeparableInputFirst, Rule::Matrix, 1},
                                                     {Kind::SeparableInputFirst, Rule::Fixed, 1},
                                                     {Kind::SeparableOutputFirst, Rule::RoundRobin, 1},
                                                     {Kind::SeparableOutputFirst, Rule::Matrix, 1},
                                                     {Kind::SeparableOutputFirst, Rule::Fixed, 1},
                                                     islip(1),
                                                     islip(2),
                                                     islip(kMaxTested)};
  return kConfigs;
}

std::vector<AllocatorConfig> all_allocators() {
  std::vector<AllocatorConfig> configs = made_of_arbiters();
  configs.push_back({Kind::Wavefront, Rule::RoundRobin, 1});
  configs.push_back({Kind::Maximum, Rule::RoundRobin, 1});
  return configs;
}

std::string name_of(const AllocatorConfig& config) {
  return AllocatorConfig::kKinds[static_cast<std::size_t>(config.kind)] + " of " +
         AllocatorConfig::kArbiters[static_cast<std::size_t>(config.arbiters)] + ", " +
         std::to_string(config.iterations) + " iterations";
}

/// A PortAllocator behind the interface of the wide ones.
class Allocator {
 public:
  Allocator(const AllocatorConfig& config, int ports)
      : ports_(static_cast<std::size_t>(ports)), allocator_(make_port_allocator(config, ports)) {
    allocator_->reset({});
  }

  void reset(const AllocatorStarts& starts) { allocator_->reset(starts); }
  void allocate(const Matrix& requests, Matrix& grants) {
    std::array<PortMask, kMaxTested> asked{};
    std::array<PortMask, kMaxTested> given{};
    for (std::size_t i = 0; i < ports_; ++i) {
      asked[i] = static_cast<PortMask::Word>(requests[i]);
      given[i] = static_cast<PortMask::Word>(grants[i]);  // Must not matter.
    }
    allocator_->allocate(std::span(asked).first(ports_), std::span(given).first(ports_));
    for (std::size_t i = 0; i < ports_; ++i) grants[i] = PortMask::Word{given[i]};
  }

 private:
  std::size_t ports_;
  std::unique_ptr<PortAllocator> allocator_;
};

std::size_t size_of(const Matrix& grants) {
  std::size_t size = 0;
  for (const std::uint64_t outputs : grants) size += outputs != 0 ? 1 : 0;
  return size;
}

/// By trying every choice of every input.
std::size_t size_of_maximum(const Matrix& requests, int ports, int input = 0, std::uint64_t taken = 0) {
  if (input == ports) return 0;
  std::size_t best = size_of_maximum(requests, ports, input + 1, taken);
  for_each_bit(requests[static_cast<std::size_t>(input)] & ~taken, [&](int o) {
    best = std::max(best, 1 + size_of_maximum(requests, ports, input + 1, taken | bit<std::uint64_t>(o)));
  });
  return best;
}

TEST(PortAllocator, GrantsAMatchingOfTheRequestsWhateverItsKind) {
  for (const AllocatorConfig& config : all_allocators()) {
    for (const int ports : kPortCounts) {
      Allocator allocator(config, ports);
      EXPECT_EQ(fault_in_random_rounds(ports, allocate_with(allocator), fault_of_matching), "")
          << name_of(config) << ", " << ports << " ports";
    }
  }
}

TEST(PortAllocator, MadeOfArbitersAgreesWithListsOfPriorities) {
  for (const AllocatorConfig& config : made_of_arbiters()) {
    for (const int ports : kPortCounts) {
      Allocator allocator(config, ports);
      ListAllocator lists(config, ports);
      RandomStream random(31, 0, Purpose::Process);
      for (int round = 0; round < 300; ++round) {
        if (random.below(50) == 0) {
          const std::vector<int> inputs = random_starts(random, ports, ports);
          const std::vector<int> outputs = random_starts(random, ports / 2, ports);  // The others start at 0.
          allocator.reset({inputs, outputs});
          lists.reset(inputs, outputs);
        }
        const Matrix requests = random_requests(random, ports, random.unit());
        Matrix grants{};
        allocator.allocate(requests, grants);
        ASSERT_EQ(grants, lists.allocate(requests))
            << name_of(config) << ", " << ports << " ports, round " << round;
      }
    }
  }
}

TEST(PortAllocator, WavefrontIsThatOfTheBlockFromTheDiagonalGiven) {
  for (const int ports : kPortCounts) {
    Allocator allocator({Kind::Wavefront, {}, 1}, ports);
    BasicWavefrontAllocator<std::uint64_t> block(ports);
    RandomStream random(32, 0, Purpose::Process);
    for (int round = 0; round < 200; ++round) {
      if (random.below(20) == 0) {
        const int first = random_starts(random, 1, ports).front();
        allocator.reset({{}, {}, first});
        block.reset(first);
      }
      const Matrix requests = random_requests(random, ports, random.unit());
      Matrix grants{};
      Matrix expected{};
      allocator.allocate(requests, grants);
      block.allocate(requests, expected);
      ASSERT_EQ(grants, expected) << ports << " ports, round " << round;
    }
  }
}

TEST(PortAllocator, MaximumFindsAsManyPairsAsThereAreByTryingAll) {
  for (int ports = 1; ports <= 6; ++ports) {
    Allocator allocator({Kind::Maximum, {}, 1}, ports);
    RandomStream random(33, 0, Purpose::Process);
    for (int round = 0; round < 500; ++round) {
      const Matrix requests = random_requests(random, ports, random.unit());
      Matrix grants{};
      allocator.allocate(requests, grants);
      ASSERT_EQ(fault_of_matching(requests, grants), "");
      ASSERT_EQ(size_of(grants), size_of_maximum(requests, ports)) << ports << " ports, round " << round;
    }
  }
}

/// No other has more pairs, and some have fewer: the yardstick measures something.
TEST(PortAllocator, MaximumIsNeverSmallerThanAnother) {
  constexpr int kPorts = 10;
  for (const AllocatorConfig& config : all_allocators()) {
    Allocator other(config, kPorts);
    Allocator maximum({Kind::Maximum, {}, 1}, kPorts);
    RandomStream random(34, 0, Purpose::Process);
    bool was_smaller = false;
    for (int round = 0; round < 500; ++round) {
      const Matrix requests = random_requests(random, kPorts, 0.25);
      Matrix grants{};
      Matrix most{};
      other.allocate(requests, grants);
      maximum.allocate(requests, most);
      ASSERT_LE(size_of(grants), size_of(most)) << name_of(config);
      was_smaller |= size_of(grants) < size_of(most);
    }
    EXPECT_EQ(was_smaller, config.kind != Kind::Maximum) << name_of(config);
  }
}

TEST(PortAllocator, MaximumServesTheFirstInputThatTurnsWithEachRound) {
  constexpr int kPorts = 6;
  for (int start = 0; start < kPorts; ++start) {
    Allocator allocator({Kind::Maximum, {}, 1}, kPorts);
    allocator.reset({{}, {}, start});
    Matrix one_output{};  // All want the same.
    for (int i = 0; i < kPorts; ++i) add(one_output, i, 3);
    for (int round = 0; round < 2 * kPorts; ++round) {
      Matrix grants{};
      allocator.allocate(one_output, grants);
      EXPECT_TRUE(has(grants, (start + round) % kPorts, 3)) << "round " << round;
      allocator.allocate(Matrix{}, grants);  // Nobody asks: nobody loses a turn.
    }
  }
}

TEST(PortAllocator, WithAsManyIterationsAsPortsIslipIsMaximal) {
  for (const int ports : kPortCounts) {
    Allocator enough(islip(ports), ports);
    EXPECT_EQ(fault_in_random_rounds(ports, allocate_with(enough), fault_of_maximal_matching), "") << ports;
  }
  Allocator too_few(islip(1), 5);
  EXPECT_EQ(fault_in_random_rounds(5, allocate_with(too_few), fault_of_maximal_matching),
            "a pair could be added");
}

/// McKeown: under full load the pointers of one iteration part within N cycles, and stay so.
TEST(PortAllocator, IslipOfOneIterationSettlesIntoPerfectMatchings) {
  for (const int ports : kPortCounts) {
    Allocator allocator(islip(1), ports);
    wins_of_full_matrix(allocator, ports, ports);
    for (const std::vector<int>& of_input : wins_of_full_matrix(allocator, ports, 4 * ports)) {
      for (const int share : of_input) EXPECT_EQ(share, 4) << ports << " ports";
    }
  }
}

/// The longest that one of a set of lasting requests waits among others that come and go, in rounds.
int longest_wait_beside_others(const AllocatorConfig& config, int ports) {
  Allocator allocator(config, ports);
  RandomStream random(35, 0, Purpose::Process);
  int longest = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int i = random_starts(random, 1, ports).front();
    const int o = random_starts(random, 1, ports).front();
    int rounds = 0;
    for (Matrix grants{}; !has(grants, i, o) && rounds <= 2 * ports * ports; ++rounds) {
      Matrix requests = random_requests(random, ports, 0.9);
      add(requests, i, o);
      allocator.allocate(requests, grants);
    }
    longest = std::max(longest, rounds);
  }
  return longest;
}

TEST(PortAllocator, GrantsALastingRequestWithinTheSquareOfThePortsUnlessItsPrioritiesAreFixed) {
  for (const AllocatorConfig& config : all_allocators()) {
    if (config.kind == Kind::Maximum) continue;
    for (const int ports : {2, 5, 16}) {
      const int longest = longest_wait_beside_others(config, ports);
      const bool is_fixed = config.kind <= Kind::SeparableOutputFirst && config.arbiters == Rule::Fixed;
      const int bound = config.kind == Kind::Wavefront ? ports : ports * ports;
      if (!is_fixed) {
        EXPECT_LE(longest, bound) << name_of(config) << ", " << ports << " ports";
      }
      if (is_fixed && ports == 16) {
        EXPECT_GT(longest, bound) << name_of(config) << " starves nobody";
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
