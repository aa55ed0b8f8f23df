#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "hw/alloc/separable_allocator.h"
#include "tests/support/matching.h"
#include "tests/support/priority_lists.h"

namespace switchyard {
namespace {

/// Wide enough for every size; that it agrees with the narrow one is tested below.
using WideAllocator = BasicSeparableAllocator<std::uint64_t>;

constexpr int kSizes[] = {2, 5, 32, 64};

TEST(SeparableAllocator, GrantsAMatchingOfTheRequests) {
  for (const int ports : kSizes) {
    WideAllocator allocator(ports);
    EXPECT_EQ(fault_in_random_rounds(ports, allocate_with(allocator), fault_of_matching), "") << ports;
  }
}

TEST(SeparableAllocator, AgreesWithListsOfPriorities) {
  for (const int ports : kSizes) {
    WideAllocator allocator(ports);
    ListAllocator lists({}, ports);
    RandomStream random(11, 0, Purpose::Process);
    for (int round = 0; round < 1000; ++round) {
      if (random.below(50) == 0) {
        const std::vector<int> inputs = random_starts(random, ports, ports);
        const std::vector<int> outputs = random_starts(random, ports / 2, ports);  // The others start at 0.
        allocator.reset(inputs, outputs);
        lists.reset(inputs, outputs);
      }
      const Matrix requests = random_requests(random, ports, random.unit());
      Matrix grants{};
      allocator.allocate(requests, grants);
      ASSERT_EQ(grants, lists.allocate(requests)) << "round " << round << ", " << ports << " ports";
    }
  }
}

TEST(SeparableAllocator, IsTheSameForNarrowMasks) {
  EXPECT_TRUE((decide_alike<SeparableAllocator, WideAllocator>(1000)));
}

/// The longest that one of a set of lasting requests waits, in rounds.
int longest_wait(int ports) {
  WideAllocator allocator(ports);
  RandomStream random(12, 0, Purpose::Process);
  const Matrix lasting = random_requests(random, ports, 0.7);
  std::array<std::array<int, 64>, 64> waited{};
  int longest = 0;
  for (int round = 0; round < 20 * ports * ports; ++round) {
    Matrix grants{};
    allocator.allocate(lasting, grants);
    for (std::size_t i = 0; i < static_cast<std::size_t>(ports); ++i) {
      for_each_bit(lasting[i], [&](int o) {
        int& wait = waited[i][static_cast<std::size_t>(o)];
        wait = (grants[i] & bit<std::uint64_t>(o)) != 0 ? 0 : wait + 1;
        longest = std::max(longest, wait);
      });
    }
  }
  return longest;
}

TEST(SeparableAllocator, GrantsALastingRequestWithinTheSquareOfThePorts) {
  for (const int ports : {2, 5, 16}) EXPECT_LT(longest_wait(ports), ports * ports);
}

TEST(SeparableAllocator, GivesEveryPairOfAFullMatrixTheSameShare) {
  constexpr int kPorts = 4;
  WideAllocator allocator(kPorts);
  wins_of_full_matrix(allocator, kPorts, 16);  // Until the pointers have parted.
  for (const std::vector<int>& of_input : wins_of_full_matrix(allocator, kPorts, 400)) {
    for (const int share : of_input) EXPECT_EQ(share, 100);
  }
}

TEST(SeparableAllocator, ResetForgetsThePriorities) {
  WideAllocator used(5);
  RandomStream random(13, 0, Purpose::Process);
  Matrix grants{};
  for (int round = 0; round < 37; ++round) used.allocate(random_requests(random, 5, 0.5), grants);
  used.reset();
  WideAllocator fresh(5);
  for (int round = 0; round < 50; ++round) {
    const Matrix requests = random_requests(random, 5, 0.8);
    Matrix expected{};
    used.allocate(requests, grants);
    fresh.allocate(requests, expected);
    ASSERT_EQ(grants, expected);
  }
}

TEST(SeparableAllocatorMutant, OutputsThatGrantEveryProposalAreFound) {
  const auto greedy = [](const Matrix& requests, Matrix& grants) {
    for (std::size_t i = 0; i < 5; ++i) grants[i] = requests[i] & (~requests[i] + 1);
  };
  EXPECT_EQ(fault_in_random_rounds(5, greedy, fault_of_matching), "an output has two inputs");
}

TEST(SeparableAllocatorMutant, OldGrantsThatAreNotClearedAreFound) {
  WideAllocator allocator(4);  // Leaves out the last port.
  EXPECT_EQ(fault_in_random_rounds(5, allocate_with(allocator), fault_of_matching),
            "a grant without a request");
}

}  // namespace
}  // namespace switchyard
