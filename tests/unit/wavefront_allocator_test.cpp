#include <gtest/gtest.h>

#include <vector>

#include "hw/alloc/separable_allocator.h"
#include "hw/alloc/wavefront_allocator.h"
#include "tests/support/matching.h"

namespace switchyard {
namespace {

using WideAllocator = BasicWavefrontAllocator<std::uint64_t>;

/// The definition: pairs in the order of their diagonals, each taken if nothing of it is taken yet.
class PairByPair {
 public:
  explicit PairByPair(int ports) : ports_(ports) {}

  void reset(int start) { first_ = start; }

  Matrix allocate(const Matrix& requests) {
    Matrix grants{};
    std::vector<bool> input_taken(64, false);
    std::vector<bool> output_taken(64, false);
    bool any = false;
    for (int distance = 0; distance < ports_; ++distance) {
      for (int i = 0; i < ports_; ++i) {
        for (int o = 0; o < ports_; ++o) {
          const auto input = static_cast<std::size_t>(i);
          const auto output = static_cast<std::size_t>(o);
          if ((i + o) % ports_ != (first_ + distance) % ports_ || !has(requests, i, o)) continue;
          if (input_taken[input] || output_taken[output]) continue;
          input_taken[input] = output_taken[output] = any = true;
          add(grants, i, o);
        }
      }
    }
    if (any) first_ = first_ == ports_ - 1 ? 0 : first_ + 1;
    return grants;
  }

 private:
  int ports_;
  int first_ = 0;
};

constexpr int kSizes[] = {1, 2, 3, 5, 16, 33, 64};

TEST(WavefrontAllocator, GrantsAMaximalMatchingOfTheRequests) {
  for (const int ports : kSizes) {
    WideAllocator allocator(ports);
    EXPECT_EQ(fault_in_random_rounds(ports, allocate_with(allocator), fault_of_maximal_matching), "")
        << ports;
  }
}

TEST(WavefrontAllocator, AgreesWithItsDefinition) {
  for (const int ports : kSizes) {
    WideAllocator allocator(ports);
    PairByPair pairs(ports);
    RandomStream random(21, 0, Purpose::Process);
    for (int round = 0; round < 200; ++round) {
      if (random.below(20) == 0) {
        const int start = random_starts(random, 1, ports).front();
        allocator.reset(start);
        pairs.reset(start);
      }
      const Matrix requests = random_requests(random, ports, round % 8 == 0 ? 0 : random.unit());
      Matrix grants{};
      allocator.allocate(requests, grants);
      ASSERT_EQ(grants, pairs.allocate(requests)) << "round " << round << ", " << ports << " ports";
    }
  }
}

TEST(WavefrontAllocator, IsTheSameForNarrowMasks) {
  EXPECT_TRUE((decide_alike<WavefrontAllocator, WideAllocator>(200)));
}

/// Whatever else is asked: its diagonal comes first within as many rounds as there are ports.
TEST(WavefrontAllocator, GrantsALastingRequestWithinAsManyRoundsAsThereArePorts) {
  RandomStream random(23, 0, Purpose::Process);
  for (const int ports : {2, 5, 16}) {
    WideAllocator allocator(ports);
    for (int trial = 0; trial < 200; ++trial) {
      const auto i = static_cast<int>(random.below(static_cast<std::uint32_t>(ports)));
      const auto o = static_cast<int>(random.below(static_cast<std::uint32_t>(ports)));
      int rounds = 0;
      for (Matrix grants{}; !has(grants, i, o); ++rounds) {
        Matrix requests = random_requests(random, ports, 0.9);
        add(requests, i, o);
        allocator.allocate(requests, grants);
      }
      ASSERT_LE(rounds, ports);
    }
  }
}

TEST(WavefrontAllocator, GivesEveryPairOfAFullMatrixTheSameShare) {
  constexpr int kPorts = 5;
  WideAllocator allocator(kPorts);
  for (const std::vector<int>& of_input : wins_of_full_matrix(allocator, kPorts, 10 * kPorts)) {
    for (const int share : of_input) EXPECT_EQ(share, 10);
  }
}

TEST(WavefrontAllocator, ResetMakesDiagonalZeroTheFirst) {
  WideAllocator used(5);
  RandomStream random(24, 0, Purpose::Process);
  Matrix grants{};
  for (int round = 0; round < 37; ++round) used.allocate(random_requests(random, 5, 0.8), grants);
  used.reset();
  PairByPair fresh(5);
  for (int round = 0; round < 50; ++round) {
    const Matrix requests = random_requests(random, 5, 0.8);
    used.allocate(requests, grants);
    ASSERT_EQ(grants, fresh.allocate(requests));
  }
}

TEST(WavefrontAllocatorMutant, AMatchingThatIsNotMaximalIsFound) {
  BasicSeparableAllocator<std::uint64_t> separable(5);
  EXPECT_EQ(fault_in_random_rounds(5, allocate_with(separable), fault_of_maximal_matching),
            "a pair could be added");
}

}  // namespace
}  // namespace switchyard
