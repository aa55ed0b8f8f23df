#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "testbench/experiment/zero_load_figures.h"
#include "testbench/traffic/catalog.h"

namespace switchyard {

struct Design;
struct Experiment;
struct Level;
struct Results;
struct SimulationOptions;
struct SweepFigures;

/// A kind of machine: it runs programs of its own on routers that are for nothing else, in place of traffic.
/// It has no state.
class Machine {
 public:
  /// How messages speak of it.
  struct Words {
    std::string router_kind;  ///< Of the routers that it has.
    std::string name;         ///< "a combining machine"
    std::string use;          ///< What to run on it: "a workload whose name begins with pram_".
    std::string run;          ///< What a run of it is: "a program of a combining machine".
  };

  virtual ~Machine() = default;
  virtual Words words() const = 0;
  /// What a configuration can run on it; builders set Injection::machine.
  virtual std::vector<TrafficCatalog::Workload> workloads() const = 0;
  /// Records as faults what only program and routers together can show.
  virtual void check(const ConfigNode& root, const Design& design, const Injection& injection) const = 0;
  /// Latency where no message waits for another, if that is not the one of packets on the ways of its
  /// routers.
  virtual std::optional<ZeroLoadFigures> zero_load(const Topology& topology) const = 0;
  /// Runs the program to its end, or for measure.cycles at most. Once per process.
  ///
  /// Its scoreboard and monitors are always on; the first violation ends the run and is in the results.
  virtual Results simulate(const Experiment& experiment, const Level& level,
                           const SimulationOptions& options) const = 0;
  virtual const SweepFigures& sweep_figures() const = 0;
  /// Whether a run has steps, of which expect.max_mean_step is.
  virtual bool has_steps() const { return false; }
};

/// The machine that has routers of this kind; null if none has: then they carry packets of any traffic.
inline const Machine* find_machine(const std::vector<const Machine*>& machines,
                                   const std::string& router_kind) {
  for (const Machine* machine : machines) {
    if (machine->words().router_kind == router_kind) return machine;
  }
  return nullptr;
}

}  // namespace switchyard
