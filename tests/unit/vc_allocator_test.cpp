#include <gtest/gtest.h>

#include <bit>
#include <tuple>
#include <vector>

#include "hw/alloc/vc_allocator.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

using Rows = std::vector<std::uint64_t>;

/// The order in which DuatoRouter::route() tries headers, written out.
class RouteOrder {
 public:
  RouteOrder(int ports, int vcs) : ports_(ports), vcs_(vcs), next_header_(static_cast<std::size_t>(ports)) {}

  Rows allocate(const Rows& requests) {
    Rows grants(requests.size());
    for (int i = 0; i < ports_; ++i) {
      const int port = (next_header_port_ + i) % ports_;
      int& next_header = next_header_[static_cast<std::size_t>(port)];
      for (int j = 0; j < vcs_; ++j) {
        const int vc = (next_header + j) % vcs_;
        const auto lane = static_cast<std::size_t>(port * vcs_ + vc);
        if (requests[lane] == 0) continue;
        grants[lane] = requests[lane];
        next_header = vc + 1;
        next_header_port_ = port + 1;
        return grants;
      }
    }
    return grants;
  }

 private:
  int ports_;
  int vcs_;
  int next_header_port_ = 0;
  std::vector<int> next_header_;
};

class VcAllocatorShapes : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  const int ports_ = std::get<0>(GetParam());
  const int vcs_ = std::get<1>(GetParam());
  const int lanes_ = ports_ * vcs_;
};

TEST_P(VcAllocatorShapes, ServesHeadersInTheOrderOfTheRouter) {
  VcAllocator allocator(ports_, vcs_);
  RouteOrder order(ports_, vcs_);
  RandomStream random(static_cast<std::uint64_t>(lanes_), 0, Purpose::Process);
  Rows grants(static_cast<std::size_t>(lanes_), ~std::uint64_t{0});  // Must not matter.
  for (int round = 0; round < 2000; ++round) {
    Rows requests(static_cast<std::size_t>(lanes_));
    for (std::uint64_t& row : requests) {
      const int output = static_cast<int>(random.below(static_cast<std::uint32_t>(lanes_)));
      if (random.unit() < 0.05 * (round % 20)) row = bit<std::uint64_t>(output);
    }
    allocator.allocate(requests, grants);
    ASSERT_EQ(grants, order.allocate(requests)) << "round " << round;
  }
}

TEST_P(VcAllocatorShapes, AHeaderWaitsForAllOthersAtTheMost) {
  VcAllocator allocator(ports_, vcs_);
  const Rows requests(static_cast<std::size_t>(lanes_), 1);
  Rows grants(requests);
  std::vector<int> served(requests.size());
  for (int round = 0; round < 3 * lanes_; ++round) {
    allocator.allocate(requests, grants);
    int count = 0;
    for (std::size_t lane = 0; lane < grants.size(); ++lane) {
      served[lane] += grants[lane] != 0;
      count += grants[lane] != 0;
    }
    ASSERT_EQ(count, 1);
  }
  EXPECT_EQ(served, std::vector<int>(requests.size(), 3));
}

INSTANTIATE_TEST_SUITE_P(Shapes, VcAllocatorShapes,
                         testing::Values(std::tuple(2, 2), std::tuple(5, 4), std::tuple(5, 2),
                                         std::tuple(4, 16), std::tuple(32, 2)));

TEST(VcAllocator, ResetGoesBackToTheFirstLane) {
  VcAllocator allocator(2, 2);
  const Rows requests{1, 2, 4, 8};
  Rows grants(4);
  for (int i = 0; i < 3; ++i) allocator.allocate(requests, grants);
  allocator.reset();
  allocator.allocate(requests, grants);
  EXPECT_EQ(grants, (Rows{1, 0, 0, 0}));
}

}  // namespace
}  // namespace switchyard
