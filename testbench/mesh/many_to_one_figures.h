#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "testbench/report/machine_figures.h"

namespace switchyard {

/// A phase of a many-to-one algorithm.
struct PhaseFigures {
  std::string name;
  Cycle steps = 0;              ///< Of a routing phase: to the last arrival; of others: as they are given.
  std::optional<double> bound;  ///< The paper's, for routing.
  bool routes = false;
  std::uint64_t packets = 0;  ///< Delivered.
};

/// What a many-to-one algorithm has shown.
struct ManyToOneFigures final : MachineFigures {
  int side = 0;
  std::uint32_t most = 0;  ///< Packets for one processor.
  std::uint64_t packets = 0;
  std::uint64_t hops = 0;  ///< Of routing phases.
  std::vector<PhaseFigures> phases;
  int most_of_type = 0;  ///< Packets in the buffers of one type, as seen; in large meshes every 16 cycles.
  int most_in_node = 0;  ///< Packets in the buffers of one node, as seen.

  void add_to(nlohmann::ordered_json& results) const override;
  std::string summary(const Experiment& experiment, const Results& results) const override;
  void add_times_to(nlohmann::ordered_json&, const PhysicalUnits&) const override {}
  std::string times_text(const PhysicalUnits& units, const Results& results) const override;
};

}  // namespace switchyard
