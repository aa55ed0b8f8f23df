#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/design/design.h"
#include "hw/design/read/catalog.h"
#include "testbench/traffic/catalog.h"
#include "testbench/traffic/injection.h"

namespace switchyard {

/// How a run is measured; all times in cycles.
struct MeasureConfig {
  std::optional<Cycle> warmup;  ///< Not given: found automatically, see judge_warm_up().
  Cycle cycles =
      10000;  ///< Open loop: length of the measured window. Finite workloads: the most a run may take.
  std::optional<double> precision;  ///< Goes on until the interval's half width is this share of the mean,
  Cycle max_cycles = 0;             ///< but not beyond a window of this length.
  Cycle drain = 100000;             ///< Longest wait for the tagged packets after the window.
  Cycle watchdog =
      2000;  ///< A packet that stands still for so long is looked into; >= 8 round trips of a link.
};

/// Thresholds that make a run fail (exit status 1).
struct Expectations {
  std::optional<bool> stable;
  std::optional<double> min_accepted;            ///< Flits per node and cycle.
  std::optional<double> max_mean_latency;        ///< Cycles, packet latency.
  std::optional<double> max_p99_latency;         ///< Cycles, packet latency.
  std::optional<double> max_mean_step;           ///< Cycles, of a step of a combining machine.
  std::optional<std::size_t> unreachable_pairs;  ///< That faults leave; 0 if not given.
  std::optional<std::string> verdict;  ///< Of `check`: acyclic, escape, dynamic, preemptive or unsafe.
};

/// What a cycle and a flit are.
struct PhysicalUnits {
  double clock_period = 1;        ///< ns
  std::optional<int> flit_width;  ///< Bits.
};

class Machine;

/// One configuration file, read and checked.
struct Experiment {
  Design design;
  const Machine* machine = nullptr;  ///< That has such routers; null if they carry packets of any traffic.
  Injection injection;
  MeasureConfig measure;
  Expectations expect;
  std::vector<std::filesystem::path> files;  ///< Data that it names: traces, permutations.
  std::optional<PhysicalUnits> units;        ///< None: cycles and flits.
  std::string config;                        ///< YAML after overrides.
};

/// The parts that a configuration may name.
struct Catalogs {
  Catalog hardware;
  TrafficCatalog traffic;                ///< With the workloads of the machines.
  std::vector<const Machine*> machines;  ///< Which live as long as the program.
};

/// Errors: ConfigError with all faults of the document.
Experiment read_experiment(ConfigDocument& document, const Catalogs& catalogs);

}  // namespace switchyard
