#include "testbench/app/experiment.h"

#include <limits>

#include "hw/design/read_design.h"
#include "testbench/workload/read_injection.h"
#include "testbench/workload/standard_catalog.h"

namespace switchyard {
namespace {

constexpr std::int64_t kLongest = 1'000'000'000'000;

MeasureConfig read_measure(const ConfigNode& root, bool finite) {
  const ConfigNode node = root.child("measure");
  MeasureConfig config;
  if (finite) config.cycles = 10'000'000;
  const ConfigNode warmup = node.child("warmup");
  if (warmup.exists() && finite) {
    warmup.fail("measure.warmup has no meaning for a workload: all of its packets are measured");
  } else if (warmup.exists() && !(warmup.is_scalar() && warmup.as_string() == "auto")) {
    config.warmup = static_cast<Cycle>(warmup.as_integer({0, kLongest}));
  }
  config.cycles = static_cast<Cycle>(node.integer("cycles", {1, kLongest}, static_cast<std::int64_t>(config.cycles)));
  config.drain = static_cast<Cycle>(node.integer("drain", {0, kLongest}, static_cast<std::int64_t>(config.drain)));
  config.watchdog = static_cast<Cycle>(node.integer("watchdog", {500, kLongest}, static_cast<std::int64_t>(config.watchdog)));
  return config;
}

Expectations read_expectations(const ConfigNode& root) {
  const ConfigNode node = root.child("expect");
  constexpr RealRange kAny{0, std::numeric_limits<double>::infinity()};
  Expectations expect;
  if (node.child("stable").exists()) expect.stable = node.boolean("stable", true);
  if (node.child("min_accepted").exists()) expect.min_accepted = node.real("min_accepted", kAny);
  if (node.child("max_mean_latency").exists()) expect.max_mean_latency = node.real("max_mean_latency", kAny);
  if (node.child("max_p99_latency").exists()) expect.max_p99_latency = node.real("max_p99_latency", kAny);
  return expect;
}

/// Faults that only the traffic and the router together can show.
void check_packet_length(const ConfigNode& root, const Design& design, const Injection& injection) {
  if (injection.longest_packet <= design.longest_packet) return;
  const ConfigNode depth = root.child("router").child("input_depth");
  depth.fail("router.input_depth = " + std::to_string(design.longest_packet) + " cannot hold the longest packet, " +
             std::to_string(injection.longest_packet) + " flits, as router.switching = cut_through requires");
}

}  // namespace

Catalogs standard_catalogs() { return {standard_catalog(), standard_traffic_catalog()}; }

Experiment read_experiment(ConfigDocument& document, const Catalogs& catalogs) {
  const ConfigNode root = document.root();
  Experiment experiment;
  std::optional<Design> design = read_design(root, catalogs.hardware);
  const Topology* topology = design ? design->topology.get() : nullptr;
  experiment.injection = read_injection(root, topology, design ? design->seed : 0, catalogs.traffic);
  experiment.measure = read_measure(root, experiment.injection.finite);
  experiment.expect = read_expectations(root);
  if (design) check_packet_length(root, *design, experiment.injection);
  document.finish();
  experiment.design = *std::move(design);
  experiment.config = document.to_yaml();
  return experiment;
}

}  // namespace switchyard
