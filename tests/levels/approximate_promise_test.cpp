#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/approximate_error.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

constexpr int kNetworks = kSanitized ? 3 : SY_APPROXIMATE_NETWORKS;

/// RESULTS.md, "Without flits", in per cent of what `fast` has: of networks drawn from all that the level
/// accepts.
constexpr double kLatencyOfMost = 0.35;

/// `share` of them is no larger.
double quantile(std::vector<double> errors, double share) {
  std::sort(errors.begin(), errors.end());
  return errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1))];
}

TEST(ApproximatePromise, HoldsForNetworksDrawnFromAllThatTheLevelAccepts) {
  std::vector<double> latency;
  int compared = 0;
  for (std::uint64_t number = 1; compared < kNetworks; ++number) {
    const RandomPacketNetwork network = random_packet_network(number);
    const ApproximateError error = approximate_error(network, {.seeds = 1, .finds_capacity = false});
    if (!error.legal || !error.refused.empty()) continue;
    ++compared;
    for (const ErrorAtLoad& at : error.at) latency.push_back(std::abs(at.latency));
  }
  EXPECT_LE(quantile(latency, 0.99), kLatencyOfMost);
}

}  // namespace
}  // namespace switchyard
