#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

nlohmann::ordered_json to_json(const ManyToOneFigures& figures);

/// A run of a many-to-one algorithm for a person.
std::string summary_of_many_to_one(const Experiment& experiment, const Results& results);

}  // namespace switchyard
