#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

nlohmann::ordered_json to_json(const PramFigures& figures);
nlohmann::ordered_json to_json(const PramStall& stall);

/// The figures of a program for a person: a dozen lines.
std::string summary_of_program(const Experiment& experiment, const Results& results);

/// Who waits for whom, a line each.
std::string describe(const PramStall& stall);

}  // namespace switchyard
