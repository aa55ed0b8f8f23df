#include "tests/support/approximate_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/engine/network_bench.h"
#include "testbench/engine/packet_traffic.h"
#include "testbench/monitor/student_t.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

constexpr Cycle kWarmUp = 1000;
constexpr Cycle kWindow = 2000;
constexpr Cycle kLongestWindow = 40000;
constexpr Cycle kCapacityWindow = 5000;
constexpr double kFewestPackets = 400;
constexpr Cycle kLongestDrain = 60000;
constexpr double kOverload = 0.98;  // A bursty source cannot offer 1.

/// At `fast`, with all monitors.
class FlitRun {
 public:
  explicit FlitRun(const Experiment& experiment)
      : bench_(experiment), engine_(experiment.design, bench_.terminals(), &bench_.links) {}

  void advance(Cycle cycles) {
    for (const Cycle end = engine_.now() + cycles; engine_.now() < end;) engine_.step_cycle();
  }
  Measurement& measurement() { return bench_.measurement; }

 private:
  NetworkBench bench_;
  FastEngine engine_;
};

class PacketRun {
 public:
  explicit PacketRun(const Experiment& experiment)
      : measurement_(experiment.design.topology->terminal_count(), experiment.design.distance),
        traffic_(experiment, measurement_) {}

  void advance(Cycle cycles) {
    traffic_.advance(cycles);
    if (traffic_.ended()) throw std::logic_error("level approximate fails a check");
  }
  Measurement& measurement() { return measurement_; }

 private:
  Measurement measurement_;
  PacketTraffic traffic_;
};

struct Outcome {
  double cycles = 0;  ///< Latency of all packets.
  double packets = 0;
  double accepted = 0;  ///< Flits per terminal and cycle.
  double slowest = 0;   ///< Mean latency of the source that has the largest.
  bool stable = true;

  double latency() const { return cycles / packets; }
};

/// Long enough for some packets.
Cycle window_for(const Experiment& experiment) {
  const double packets_per_cycle = experiment.injection.load / experiment.injection.mean_packet *
                                   experiment.design.topology->terminal_count();
  const double cycles = kFewestPackets / packets_per_cycle;
  return std::clamp(static_cast<Cycle>(cycles), kWindow, kLongestWindow);
}

template <class Run>
Outcome outcome_of(const Experiment& experiment, bool drains) {
  const Cycle window = drains ? window_for(experiment) : kCapacityWindow;
  Run run(experiment);
  Measurement& measurement = run.measurement();
  const auto queued = [&] {
    return static_cast<double>(measurement.flits_created() - measurement.flits_arrived());
  };
  run.advance(kWarmUp);
  measurement.open_window(kWarmUp, kWarmUp + window);
  const double before = queued();
  run.advance(window);
  measurement.close_window();
  const double growth = queued() - before;
  Outcome outcome;
  const auto offered = static_cast<double>(measurement.window_flits_created());
  const double noise = std::sqrt(offered * experiment.injection.mean_packet);
  outcome.stable = growth <= 0.01 * offered + noise;
  for (const std::uint64_t flits : measurement.window_flits_by_source())
    outcome.accepted += static_cast<double>(flits);
  outcome.accepted /= static_cast<double>(window) * experiment.design.topology->terminal_count();
  for (Cycle drain = 0; drains && measurement.tagged_pending() != 0; drain += 200) {
    if (drain > kLongestDrain) throw std::runtime_error("packets of a stable load do not arrive");
    run.advance(200);
  }
  outcome.packets = static_cast<double>(measurement.packet_latency().count());
  if (outcome.packets == 0) return outcome;
  outcome.cycles = measurement.packet_latency().mean() * outcome.packets;
  for (const NodeFigures& node : measurement.nodes()) {
    if (node.delivered == 0) continue;
    outcome.slowest =
        std::max(outcome.slowest, static_cast<double>(node.cycles) / static_cast<double>(node.delivered));
  }
  return outcome;
}

Experiment experiment_of(const RandomPacketNetwork& network, double load, std::uint64_t seed) {
  ConfigDocument document =
      ConfigDocument::from_text(network.experiment(load, seed), "random_packet_network.yaml");
  static const Catalogs kCatalogs = standard_catalogs();
  return read_experiment(document, kCatalogs);
}

/// Largest stable load, to 4 %.
template <class Run>
double capacity_of(const RandomPacketNetwork& network) {
  double nearly_empty = 0.02;
  while (!outcome_of<Run>(experiment_of(network, nearly_empty, 1), /*drains=*/false).stable)
    nearly_empty /= 4;
  const Outcome empty = outcome_of<Run>(experiment_of(network, nearly_empty, 1), /*drains=*/true);
  const double slow = ApproximateError::kMaxDelay * empty.slowest;
  const auto carries = [&](double load) {
    const Outcome outcome = outcome_of<Run>(experiment_of(network, load, 1), /*drains=*/false);
    return outcome.stable && outcome.slowest <= slow;
  };
  if (carries(kOverload)) return kOverload;
  double low = 0;
  double high = kOverload;
  while (high - low > 0.04 * high && high > 0.002) {
    const double load = low == 0 ? high / 2 : (low + high) / 2;
    (carries(load) ? low : high) = load;
  }
  return low;
}

double relative_error(double approximate, double fast) { return fast == 0 ? 0 : approximate / fast - 1; }

/// Half of the 95 % interval of their mean.
double interval_of(const std::vector<double>& errors) {
  if (errors.size() < 2) return 0;
  const auto count = static_cast<double>(errors.size());
  const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
  double squares = 0;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  return student_t_975(static_cast<int>(errors.size()) - 1) * std::sqrt(squares / (count - 1) / count);
}

ErrorAtLoad error_at(const RandomPacketNetwork& network, double load, std::uint64_t seeds) {
  Outcome fast;
  Outcome approximate;
  std::vector<double> errors;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Experiment experiment = experiment_of(network, load, seed);
    const auto add = [](Outcome& sum, const Outcome& outcome) {
      sum.cycles += outcome.cycles;
      sum.packets += outcome.packets;
      sum.accepted += outcome.accepted;
    };
    const Outcome with_flits = outcome_of<FlitRun>(experiment, /*drains=*/true);
    const Outcome without = outcome_of<PacketRun>(experiment, /*drains=*/true);
    errors.push_back(relative_error(without.latency(), with_flits.latency()));
    add(fast, with_flits);
    add(approximate, without);
  }
  return {load,
          fast.latency(),
          approximate.latency(),
          relative_error(approximate.latency(), fast.latency()),
          interval_of(errors),
          relative_error(approximate.accepted, fast.accepted)};
}

}  // namespace

ApproximateError approximate_error(const RandomPacketNetwork& network, const ErrorEffort& effort) {
  ApproximateError error;
  std::optional<Experiment> overloaded;
  try {
    overloaded.emplace(experiment_of(network, kOverload, 1));
  } catch (const ConfigError&) {
    error.legal = false;
    return error;
  }
  try {
    make_approximate_network(overloaded->design, /*arrived=*/{});
  } catch (const std::invalid_argument& refusal) {
    error.refused = refusal.what();
    return error;
  }
  error.capacity = capacity_of<FlitRun>(network);
  if (effort.finds_capacity)
    error.capacity_error = relative_error(capacity_of<PacketRun>(network), error.capacity);
  error.overload = outcome_of<FlitRun>(*overloaded, /*drains=*/false).accepted;
  error.overload_error =
      relative_error(outcome_of<PacketRun>(*overloaded, /*drains=*/false).accepted, error.overload);
  for (std::size_t i = 0; i < ApproximateError::kShares.size(); ++i)
    error.at[i] = error_at(network, ApproximateError::kShares[i] * error.capacity, effort.seeds);
  return error;
}

}  // namespace switchyard
