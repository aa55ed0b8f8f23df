#include <gtest/gtest.h>

#include <cstdint>
#include <list>
#include <vector>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {
namespace {

/// The same arbiter as a queue: the front has the highest priority, and all up to the winner go to the back.
class QueueArbiter {
 public:
  explicit QueueArbiter(int requesters) : requesters_(requesters) { reset(0); }

  void reset(int start) {
    queue_.clear();
    for (int i = start; i < requesters_; ++i) queue_.push_back(i);
    for (int i = 0; i < start; ++i) queue_.push_back(i);
  }

  int pick(std::uint64_t requests) const {
    for (const int i : queue_) {
      if ((requests >> i & 1) != 0) return i;
    }
    return -1;
  }
  void accept(int winner) {
    while (queue_.back() != winner) queue_.splice(queue_.end(), queue_, queue_.begin());
  }

 private:
  int requesters_;
  std::list<int> queue_;
};

/// An arbiter that never moves its priority.
class FixedArbiter {
 public:
  void reset(int) {}
  int pick(std::uint64_t requests) const { return lowest_bit(requests); }
  void accept(int) {}
};

/// How often each of four requesters that never rest is picked in 100 rounds.
template <class Arbiter>
std::vector<int> shares(Arbiter arbiter) {
  std::vector<int> wins(4, 0);
  for (int round = 0; round < 100; ++round) {
    const int winner = arbiter.pick(std::uint32_t{0b1111});
    arbiter.accept(winner);
    ++wins[static_cast<std::size_t>(winner)];
  }
  return wins;
}

constexpr int kRounds = 3000;

/// Starts where it always did.
class StubbornArbiter : public RoundRobinArbiter {
 public:
  void reset(int) { RoundRobinArbiter::reset(); }
};

/// Rounds of random requests and resets before the arbiter picks another requester than a queue does; kRounds
/// if never.
template <class Mask, class Arbiter>
int rounds_like_a_queue(Arbiter arbiter) {
  constexpr int kRequesters = 8 * sizeof(Mask);
  RandomStream random(/*seed=*/1, 0, Purpose::Process);
  QueueArbiter queue(kRequesters);
  for (int round = 0; round < kRounds; ++round) {
    if (random.below(100) == 0) {
      const auto start = static_cast<int>(random.below(kRequesters));
      arbiter.reset(start);
      queue.reset(start);
    }
    const auto requests = static_cast<Mask>(random.next() & random.next());
    if (requests == 0) continue;
    const int winner = arbiter.pick(requests);
    if (winner != queue.pick(requests)) return round;
    if (random.below(4) == 0) continue;  // Not accepted: the priority stays.
    arbiter.accept(winner);
    queue.accept(winner);
  }
  return kRounds;
}

TEST(RoundRobinArbiter, PicksTheRequesterThatAQueueOfPrioritiesPicks) {
  EXPECT_EQ(rounds_like_a_queue<VcMask>(RoundRobinArbiter()), kRounds);
  EXPECT_EQ(rounds_like_a_queue<PortMask>(RoundRobinArbiter()), kRounds);
  EXPECT_EQ(rounds_like_a_queue<std::uint64_t>(RoundRobinArbiter()), kRounds);
  EXPECT_LT(rounds_like_a_queue<VcMask>(FixedArbiter()), kRounds);  // Mutants.
  EXPECT_LT(rounds_like_a_queue<VcMask>(StubbornArbiter()), kRounds);
}

TEST(RoundRobinArbiter, SharesEquallyAmongRequestersThatNeverRest) {
  EXPECT_EQ(shares(RoundRobinArbiter()), std::vector<int>(4, 25));
  EXPECT_NE(shares(FixedArbiter()), std::vector<int>(4, 25));  // Mutant.
}

TEST(RoundRobinArbiter, PicksARequesterWithinAsManyRoundsAsThereAreRequesters) {
  constexpr int kRequesters = 16;
  RandomStream random(3, 0, Purpose::Process);
  RoundRobinArbiter arbiter;
  for (int waiting = 0; waiting < kRequesters; ++waiting) {
    int rounds = 0;
    for (int winner = -1; winner != waiting && rounds <= kRequesters; ++rounds) {
      winner = arbiter.pick(static_cast<VcMask>(random.next() | bit<VcMask>(waiting)));
      arbiter.accept(winner);
    }
    EXPECT_LE(rounds, kRequesters);
  }
}

TEST(RoundRobinArbiter, PassesOverWhoDoesNotAskInEveryCycle) {
  RoundRobinArbiter arbiter;  // A VC of an input port asks only when its output port is granted.
  for (int round = 0; round < 1000; ++round) {
    EXPECT_EQ(arbiter.grant(VcMask{0b011}), 0);
    EXPECT_EQ(arbiter.grant(VcMask{0b100}), 2);
  }
}

TEST(RoundRobinArbiter, ResetGivesThePriorityBackToRequesterZero) {
  RoundRobinArbiter arbiter;
  arbiter.accept(2);
  EXPECT_EQ(arbiter.pick(std::uint32_t{0b1111}), 3);
  arbiter.reset();
  EXPECT_EQ(arbiter.pick(std::uint32_t{0b1111}), 0);
}

}  // namespace
}  // namespace switchyard
