#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "hw/alloc/separable_allocator.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

using Matrix = std::array<PortMask, kMaxPorts>;
using Allocate = std::function<void(const Matrix& requests, Matrix& grants)>;

Matrix random_requests(RandomStream& random, int ports, double density) {
  Matrix requests{};
  for (int i = 0; i < ports; ++i) {
    for (int o = 0; o < ports; ++o) {
      if (random.unit() < density) requests[static_cast<std::size_t>(i)] |= bit<PortMask>(o);
    }
  }
  return requests;
}

/// What is wrong with grants as a matching of these requests; empty: nothing.
std::string fault_of(int ports, const Matrix& requests, const Matrix& grants) {
  PortMask taken = 0;
  bool any_request = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ports); ++i) {
    any_request |= requests[i] != 0;
    if ((grants[i] & ~requests[i]) != 0) return "a grant without a request";
    if (std::popcount(grants[i]) > 1) return "an input has two outputs";
    if ((taken & grants[i]) != 0) return "an output has two inputs";
    taken |= grants[i];
  }
  return any_request && taken == 0 ? "requests, and no grant" : "";
}

std::string fault_in_random_rounds(int ports, const Allocate& allocate) {
  RandomStream random(static_cast<std::uint64_t>(ports), 0, Purpose::Process);
  for (int round = 0; round < 1000; ++round) {
    const Matrix requests = random_requests(random, ports, 0.1 * (1 + round % 9));
    Matrix grants;
    grants.fill(~PortMask{0});  // What was there before must not matter.
    allocate(requests, grants);
    std::string fault = fault_of(ports, requests, grants);
    if (!fault.empty()) return fault;
  }
  return "";
}

/// The same allocator with its priorities written out: [agent] -> its partners, the dearest first.
class ListAllocator {
 public:
  explicit ListAllocator(int ports) : ports_(ports), inputs_(lists()), outputs_(lists()) {}

  Matrix allocate(const Matrix& requests) {
    std::vector<int> proposal(static_cast<std::size_t>(ports_), -1);
    for (int i = 0; i < ports_; ++i) {
      proposal[static_cast<std::size_t>(i)] = first(inputs_[static_cast<std::size_t>(i)], [&](int o) {
        return (requests[static_cast<std::size_t>(i)] >> o & 1) != 0;
      });
    }
    Matrix grants{};
    for (int o = 0; o < ports_; ++o) {
      const int winner = first(outputs_[static_cast<std::size_t>(o)],
                               [&](int i) { return proposal[static_cast<std::size_t>(i)] == o; });
      if (winner < 0) continue;
      grants[static_cast<std::size_t>(winner)] = bit<PortMask>(o);
      to_the_back(outputs_[static_cast<std::size_t>(o)], winner);
      to_the_back(inputs_[static_cast<std::size_t>(winner)], o);
    }
    return grants;
  }

 private:
  std::vector<std::vector<int>> lists() const {
    std::vector<int> order;
    for (int p = 0; p < ports_; ++p) order.push_back(p);
    return std::vector<std::vector<int>>(static_cast<std::size_t>(ports_), order);
  }
  template <class Wanted>
  static int first(const std::vector<int>& order, Wanted wanted) {
    const auto found = std::find_if(order.begin(), order.end(), wanted);
    return found == order.end() ? -1 : *found;
  }
  static void to_the_back(std::vector<int>& order, int served) {
    std::rotate(order.begin(), std::find(order.begin(), order.end(), served) + 1, order.end());
  }

  int ports_;
  std::vector<std::vector<int>> inputs_;
  std::vector<std::vector<int>> outputs_;
};

constexpr int kSizes[] = {2, 5, 32};

TEST(SeparableAllocator, GrantsAMatchingOfTheRequests) {
  for (const int ports : kSizes) {
    SeparableAllocator allocator(ports);
    const auto allocate = [&](const Matrix& requests, Matrix& grants) {
      allocator.allocate(requests, grants);
    };
    EXPECT_EQ(fault_in_random_rounds(ports, allocate), "") << ports << " ports";
  }
}

TEST(SeparableAllocator, AgreesWithListsOfPriorities) {
  for (const int ports : kSizes) {
    SeparableAllocator allocator(ports);
    ListAllocator lists(ports);
    RandomStream random(11, 0, Purpose::Process);
    for (int round = 0; round < 1000; ++round) {
      const Matrix requests = random_requests(random, ports, random.unit());
      Matrix grants{};
      allocator.allocate(requests, grants);
      ASSERT_EQ(grants, lists.allocate(requests)) << "round " << round << ", " << ports << " ports";
    }
  }
}

/// The longest that one of a set of lasting requests waits, in rounds.
int longest_wait(int ports) {
  SeparableAllocator allocator(ports);
  RandomStream random(12, 0, Purpose::Process);
  const Matrix lasting = random_requests(random, ports, 0.7);
  std::array<std::array<int, kMaxPorts>, kMaxPorts> waited{};
  int longest = 0;
  for (int round = 0; round < 20 * ports * ports; ++round) {
    Matrix grants{};
    allocator.allocate(lasting, grants);
    for (std::size_t i = 0; i < static_cast<std::size_t>(ports); ++i) {
      for_each_bit(lasting[i], [&](int o) {
        int& wait = waited[i][static_cast<std::size_t>(o)];
        wait = (grants[i] & bit<PortMask>(o)) != 0 ? 0 : wait + 1;
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
  SeparableAllocator allocator(kPorts);
  Matrix all{};
  for (std::size_t i = 0; i < kPorts; ++i) all[i] = low_bits<PortMask>(kPorts);
  std::array<std::array<int, kPorts>, kPorts> wins{};
  for (int round = 0; round < 16 + 400; ++round) {
    Matrix grants{};
    allocator.allocate(all, grants);
    if (round < 16) continue;  // Until the pointers have parted.
    for (std::size_t i = 0; i < kPorts; ++i) {
      for_each_bit(grants[i], [&](int o) { ++wins[i][static_cast<std::size_t>(o)]; });
    }
  }
  for (const auto& of_input : wins) {
    for (const int share : of_input) EXPECT_EQ(share, 100);
  }
}

TEST(SeparableAllocator, ResetForgetsThePriorities) {
  SeparableAllocator used(5);
  RandomStream random(13, 0, Purpose::Process);
  Matrix grants{};
  for (int round = 0; round < 37; ++round) used.allocate(random_requests(random, 5, 0.5), grants);
  used.reset();
  SeparableAllocator fresh(5);
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
  EXPECT_EQ(fault_in_random_rounds(5, greedy), "an output has two inputs");
}

TEST(SeparableAllocatorMutant, OldGrantsThatAreNotClearedAreFound) {
  SeparableAllocator allocator(4);
  EXPECT_EQ(fault_in_random_rounds(5,
                                   [&](const Matrix& requests, Matrix& grants) {
                                     allocator.allocate(requests, grants);  // Leaves out the last port.
                                   }),
            "a grant without a request");
}

}  // namespace
}  // namespace switchyard
