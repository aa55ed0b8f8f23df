#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "tests/support/approximate_error.h"
#include "tests/support/dice.h"
#include "tests/support/sanitized.h"
#include "tlm/approximate/approximate_network.h"

namespace switchyard {
namespace {

constexpr int kNetworks = kSanitized ? 3 : SY_APPROXIMATE_NETWORKS;

using Draw = RandomPacketNetwork (*)(std::uint64_t);

/// Calls `visit(network, error)` for so many networks that the level has a model of.
template <class Visit>
void for_each_network(Draw draw, const std::string& router, int networks, const ErrorEffort& effort,
                      Visit&& visit) {
  int compared = 0;
  for (std::uint64_t number = 1; compared < networks; ++number) {
    const RandomPacketNetwork network = draw(number);
    if ((network.settings.at("router") == "duato") != (router == "duato")) continue;
    const ApproximateError error = approximate_error(network, effort);
    if (!error.legal || !error.refused.empty()) continue;
    ++compared;
    visit(network, error);
  }
}

/// `share` of the errors is no larger.
double quantile(std::vector<double> errors, double share) {
  for (double& error : errors) error = std::abs(error);
  std::sort(errors.begin(), errors.end());
  return errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1))];
}

/// What docs/results/approximate.md says of one share of the largest stable load.
struct Promise {
  double half;   ///< Half of the networks are no further off than that,
  double nine;   ///< nine in ten,
  double most;   ///< 99 in 100,
  double worst;  ///< and all.
};
using Promises = std::array<Promise, ApproximateError::kShares.size()>;
constexpr Promises kDuato{
    {{0.01, 0.03, 0.08, 0.12}, {0.01, 0.05, 0.12, 0.16}, {0.02, 0.08, 0.14, 0.3}, {0.05, 0.15, 0.55, 0.65}}};
constexpr Promises kAttached{
    {{0.01, 0.03, 0.12, 0.2}, {0.01, 0.06, 0.18, 0.26}, {0.03, 0.13, 0.22, 0.35}, {0.07, 0.24, 0.45, 0.8}}};

void expect_promise(Draw draw, const Promises& promises) {
  std::array<std::vector<double>, ApproximateError::kShares.size()> latency;
  for_each_network(draw, "duato", kNetworks, {.finds_capacity = false},
                   [&](const RandomPacketNetwork&, const ApproximateError& error) {
                     for (std::size_t i = 0; i < latency.size(); ++i) {
                       latency[i].push_back(error.at[i].latency);
                       EXPECT_NEAR(error.at[i].accepted, 0, 0.1);
                     }
                   });
  for (std::size_t i = 0; i < latency.size(); ++i) {
    EXPECT_LE(quantile(latency[i], 0.5), promises[i].half) << ApproximateError::kShares[i];
    EXPECT_LE(quantile(latency[i], 0.9), promises[i].nine) << ApproximateError::kShares[i];
    EXPECT_LE(quantile(latency[i], 0.99), promises[i].most) << ApproximateError::kShares[i];
    EXPECT_LE(quantile(latency[i], 1), promises[i].worst) << ApproximateError::kShares[i];
  }
}

TEST(ApproximatePromise, HoldsForRandomNetworksOfVirtualChannelRouters) {
  expect_promise(random_packet_network, kDuato);
}

TEST(ApproximatePromise, HoldsForTerminalsAnywhereAndLinksOfAnyWidth) {
  expect_promise(random_attached_network, kAttached);
}

/// Under overload, too, but for the flits of packets that are arriving at the ends of the window.
void expect_same_runs(Draw draw) {
  for_each_network(draw, "packet_switched", kNetworks, {.seeds = 1, .finds_capacity = false},
                   [](const RandomPacketNetwork& network, const ApproximateError& error) {
                     for (const ErrorAtLoad& at : error.at)
                       EXPECT_EQ(at.approximate, at.fast) << network.experiment(at.load, 1);
                     EXPECT_NEAR(error.overload_error, 0, 0.005) << network.experiment(0.98, 1);
                   });
}

TEST(ApproximatePromise, IsTheSameRunForRandomNetworksOfPacketSwitchedNodes) {
  expect_same_runs(random_packet_network);
}

TEST(ApproximatePromise, IsTheSameRunForCentralQueuesWithTerminalsAnywhere) {
  expect_same_runs(random_attached_network);
}

/// All links alike, so that all ways take as long.
TEST(ApproximatePromise, APacketAloneInARandomNetworkTakesWhatTheAnalysisSays) {
  int checked = 0;
  for (std::uint64_t number = 1; checked < 200; ++number) {
    const RandomPacketNetwork network = random_packet_network(number);
    if (network.settings.at("topology") == "custom" || network.settings.at("faults") != "none" ||
        network.settings.at("router") != "duato")
      continue;
    ConfigDocument document = ConfigDocument::from_text(network.experiment(0.1, 1), "alone.yaml");
    std::optional<Experiment> experiment;
    Cycle arrived = 0;
    std::unique_ptr<ApproximateNetwork> alone;
    try {
      experiment.emplace(read_experiment(document, standard_catalogs()));
      alone = make_approximate_network(experiment->design,
                                       [&](const PacketArrival& arrival) { arrived = arrival.arrived; });
    } catch (const ConfigError&) {
      continue;
    } catch (const std::invalid_argument&) {
      continue;
    }
    const Design& design = experiment->design;
    Dice dice(number);
    const auto nodes = static_cast<int>(design.topology->node_count());
    const auto source = static_cast<NodeId>(dice.between(0, nodes - 2));
    const auto destination = static_cast<NodeId>(dice.between(static_cast<int>(source) + 1, nodes - 1));
    const int loop = credit_loop(design.router.timing, design.topology->channels().front().latency);
    const int longest = experiment->injection.longest_packet;
    const int flits = design.router.timing.input_depth.smallest() < loop
                          ? std::min(longest, design.router.timing.input_depth.smallest())
                          : longest;
    alone->send(0, source, destination, flits, 0);
    while (alone->next() != kNever) alone->run(alone->next() + 1);
    const ZeroLoadPath path = zero_load_path(*design.topology, *design.routing, source, destination);
    EXPECT_EQ(arrived, zero_load_latency(design.router.timing, path, flits))
        << source << " to " << destination << ", " << flits << " flits\n"
        << network.experiment(0.1, 1);
    ++checked;
  }
}

}  // namespace
}  // namespace switchyard
