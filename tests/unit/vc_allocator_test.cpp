#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/alloc/vc_allocator.h"
#include "hw/base/random_stream.h"
#include "tests/support/matching.h"

namespace switchyard {
namespace {

using Requests = std::vector<VcRequest>;

/// The order in which DuatoRouter::route() tries head flits, written out.
class RouteOrder {
 public:
  RouteOrder(int ports, int vcs) : ports_(ports), vcs_(vcs), next_header_(static_cast<std::size_t>(ports)) {}

  void reset(int port_start, const std::vector<int>& vc_starts) {
    next_header_port_ = port_start;
    next_header_ = vc_starts;
  }

  void allocate(Requests& requests) {
    for (int i = 0; i < ports_; ++i) {
      const int port = (next_header_port_ + i) % ports_;
      int& next_header = next_header_[static_cast<std::size_t>(port)];
      for (int j = 0; j < vcs_; ++j) {
        const int vc = (next_header + j) % vcs_;
        for (VcRequest& request : requests) {
          if (request.port != port || request.vc != vc) continue;
          request.granted = true;
          next_header = vc + 1;
          next_header_port_ = port + 1;
          return;
        }
      }
    }
  }

 private:
  int ports_;
  int vcs_;
  int next_header_port_ = 0;
  std::vector<int> next_header_;
};

class VcAllocatorShapes : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  /// Each VC asks with a probability, for any output VC.
  Requests requests(RandomStream& random, double density) const {
    Requests requests;
    for (PortId port = 0; port < ports_; ++port) {
      for (VcId vc = 0; vc < vcs_; ++vc) {
        if (random.unit() >= density) continue;
        requests.push_back({port, vc, static_cast<PortId>(random.below(static_cast<std::uint32_t>(ports_))),
                            static_cast<VcId>(random.below(static_cast<std::uint32_t>(vcs_)))});
      }
    }
    return requests;
  }

  const int ports_ = std::get<0>(GetParam());
  const int vcs_ = std::get<1>(GetParam());
};

TEST_P(VcAllocatorShapes, ServesHeadFlitsInTheOrderOfTheRouter) {
  VcAllocator allocator;
  RouteOrder order(ports_, vcs_);
  RandomStream random(1, 0, Purpose::Process);
  for (int round = 0; round < 2000; ++round) {
    if (random.below(50) == 0) {
      const int port_start = random_starts(random, 1, ports_).front();
      const std::vector<int> vc_starts = random_starts(random, ports_, vcs_);
      allocator.reset(port_start, vc_starts);
      order.reset(port_start, vc_starts);
    }
    Requests served = requests(random, 0.05 * (round % 20));
    Requests expected = served;
    for (VcRequest& request : served) request.granted = true;  // Must not matter.
    allocator.allocate(served);
    order.allocate(expected);
    ASSERT_EQ(served, expected) << "round " << round;
  }
}

TEST_P(VcAllocatorShapes, AHeadFlitWaitsForAllOthersAtMost) {
  VcAllocator allocator;
  RandomStream random(1, 0, Purpose::Process);
  Requests waiting = requests(random, 1);
  std::vector<int> served(waiting.size());
  for (std::size_t round = 0; round < 3 * served.size(); ++round) {
    allocator.allocate(waiting);
    for (std::size_t i = 0; i < waiting.size(); ++i) served[i] += waiting[i].granted ? 1 : 0;
  }
  EXPECT_EQ(served, std::vector<int>(served.size(), 3));
}

INSTANTIATE_TEST_SUITE_P(Shapes, VcAllocatorShapes,
                         testing::Values(std::tuple(2, 2), std::tuple(5, 4), std::tuple(5, 2),
                                         std::tuple(4, 16), std::tuple(32, 2)));

TEST(VcAllocator, ResetGoesBackToTheFirstVc) {
  VcAllocator allocator;
  Requests requests{{.port = 0, .vc = 0}, {.port = 0, .vc = 1}, {.port = 1, .vc = 0}};
  for (int i = 0; i < 2; ++i) allocator.allocate(requests);
  EXPECT_FALSE(requests[0].granted);
  allocator.reset();
  allocator.allocate(requests);
  EXPECT_TRUE(requests[0].granted);
}

}  // namespace
}  // namespace switchyard
