#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "hw/alloc/matrix_arbiter.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

/// Least recently granted by definition: a list, the one that was granted longest ago first.
class ListArbiter {
 public:
  explicit ListArbiter(int requesters) : order_(static_cast<std::size_t>(requesters)) { reset(0); }

  void reset(int start) {
    std::iota(order_.begin(), order_.end(), 0);
    std::rotate(order_.begin(), order_.begin() + start, order_.end());
  }

  int pick(std::uint64_t requests) const {
    return *std::find_if(order_.begin(), order_.end(), [&](int i) { return (requests >> i & 1) != 0; });
  }
  void accept(int winner) {
    order_.erase(std::find(order_.begin(), order_.end(), winner));
    order_.push_back(winner);
  }

 private:
  std::vector<int> order_;
};

/// The first difference from the list in random rounds and resets, some of them not accepted.
template <class Arbiter>
std::string difference_from_list(Arbiter arbiter, int requesters) {
  ListArbiter list(requesters);
  RandomStream random(static_cast<std::uint64_t>(requesters), 0, Purpose::Process);
  for (int round = 0; round < 3000; ++round) {
    if (random.below(20 * static_cast<std::uint32_t>(requesters)) == 0) {
      const auto start = static_cast<int>(random.below(static_cast<std::uint32_t>(requesters)));
      arbiter.reset(start);
      list.reset(start);
    }
    const std::uint64_t dense = round % 2 != 0 ? ~std::uint64_t{0} : random.next();
    const std::uint64_t requests = random.next() & dense & low_bits<std::uint64_t>(requesters);
    if (requests == 0) continue;
    const int winner = arbiter.pick(requests);
    if (winner != list.pick(requests)) return "round " + std::to_string(round);
    if (random.below(4) == 0) continue;
    arbiter.accept(winner);
    list.accept(winner);
  }
  return "";
}

constexpr int kSizes[] = {1, 2, 3, 5, 16, 33, 63, 64};

TEST(MatrixArbiter, PicksTheRequesterThatWasGrantedLeastRecently) {
  for (const int n : kSizes) EXPECT_EQ(difference_from_list(MatrixArbiter(n), n), "") << n << " requesters";
}

TEST(MatrixArbiter, SharesEquallyAmongRequestersThatNeverRest) {
  for (const int n : kSizes) {
    MatrixArbiter arbiter(n);
    std::vector<int> wins(static_cast<std::size_t>(n), 0);
    for (int round = 0; round < 10 * n; ++round) {
      const int winner = arbiter.pick(low_bits<std::uint64_t>(n));
      arbiter.accept(winner);
      ++wins[static_cast<std::size_t>(winner)];
    }
    EXPECT_EQ(wins, std::vector<int>(static_cast<std::size_t>(n), 10));
  }
}

TEST(MatrixArbiter, PicksARequesterWithinAsManyRoundsAsThereAreRequesters) {
  constexpr int kRequesters = 16;
  RandomStream random(3, 0, Purpose::Process);
  MatrixArbiter arbiter(kRequesters);
  for (int waiting = 0; waiting < kRequesters; ++waiting) {
    int rounds = 0;
    for (int winner = -1; winner != waiting; ++rounds) {
      const std::uint64_t others = random.next() & low_bits<std::uint64_t>(kRequesters);
      winner = arbiter.pick(others | bit<std::uint64_t>(waiting));
      arbiter.accept(winner);
    }
    EXPECT_LE(rounds, kRequesters);
  }
}

TEST(MatrixArbiter, ResetRestoresTheFirstOrder) {
  MatrixArbiter arbiter(4);
  for (const int winner : {2, 0, 3}) arbiter.accept(winner);
  EXPECT_EQ(arbiter.pick(0b1111), 1);
  arbiter.reset();
  EXPECT_EQ(difference_from_list(arbiter, 4), "");
}

/// Never moves anyone back.
class FixedArbiter : public ListArbiter {
 public:
  using ListArbiter::ListArbiter;
  void accept(int) {}
};

TEST(MatrixArbiterMutant, AnOrderThatNeverChangesIsFound) {
  EXPECT_NE(difference_from_list(FixedArbiter(4), 4), "");
}

/// Starts where it always did.
class StubbornArbiter : public MatrixArbiter {
 public:
  using MatrixArbiter::MatrixArbiter;
  void reset(int) { MatrixArbiter::reset(); }
};

TEST(MatrixArbiterMutant, AStartThatIsIgnoredIsFound) {
  EXPECT_NE(difference_from_list(StubbornArbiter(4), 4), "");
}

}  // namespace
}  // namespace switchyard
