#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "testbench/report/machine_figures.h"

namespace switchyard {

/// What a program of an exchange machine has shown.
struct SortingFigures final : MachineFigures {
  struct Phase {
    std::string name;
    Cycle steps = 0;
  };

  std::string program;
  NodeId processors = 0;
  std::vector<Phase> phases;
  Cycle steps = 0;         ///< Of all.
  std::uint64_t hops = 0;  ///< Of records and counts over links.

  void add_to(nlohmann::ordered_json& results) const override;
  std::string summary(const Experiment& experiment, const Results& results) const override;
  void add_times_to(nlohmann::ordered_json&, const PhysicalUnits&) const override {}
  std::string times_text(const PhysicalUnits& units, const Results& results) const override;
};

}  // namespace switchyard
