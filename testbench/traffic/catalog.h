#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/config/names_of.h"
#include "hw/topology/topology.h"
#include "testbench/traffic/injection.h"
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/process.h"

namespace switchyard {

struct TrafficCatalog;

/// What builders read, and what they may know of the run.
struct TrafficContext {
  ConfigNode config;         ///< The map under `traffic` or `workload`.
  const Topology* topology;  ///< Null if it is at fault: then only what does not need it is checked.
  std::uint64_t seed;
  const TrafficCatalog& catalog;
  int flit_width = 32;  ///< Bits: flit.width, if there is one.
};

/// What the creation process of a node has to offer.
struct Offer {
  double load;            ///< Flits per cycle, 0..1.
  double mean_packet;     ///< Flits.
  ConfigNode configured;  ///< Where the load comes from,
  std::string name;       ///< and what a fault calls it.
};

/// Makes the process of the nodes that have the same to offer. It records what is wrong as faults, and then
/// returns null.
using ProcessMaker = std::function<std::shared_ptr<const CreationProcess>(const Offer&)>;

/// A part that a configuration can name. `build` reads the keys of the part itself; it records what is wrong
/// as faults, and then returns null (an injection without a source).
template <class Build>
struct TrafficPart {
  std::string name;
  std::string summary;
  std::function<Build> build;
};

/// Every pattern, process and workload by name. The first process is the default.
struct TrafficCatalog {
  std::vector<TrafficPart<std::shared_ptr<const Pattern>(const TrafficContext&)>> patterns;
  std::vector<TrafficPart<ProcessMaker(const TrafficContext&)>> processes;
  using Workload = TrafficPart<Injection(const TrafficContext&)>;
  std::vector<Workload> workloads;
};

/// The part that `name` names; a fault and null if there is none.
template <class Part>
const Part* find_part(const std::vector<Part>& parts, const ConfigNode& name) {
  const auto index = name.as_choice(names_of(parts));
  return index ? &parts[*index] : nullptr;
}

}  // namespace switchyard
