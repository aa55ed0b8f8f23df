#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace switchyard {

/// A column of the table of a sweep.
struct SweepColumn {
  /// Over the seeds; of stable runs only: other figures say nothing of a run that is not.
  enum class Mean { None, OfAll, OfStable };

  const char* name;
  const char* place;  ///< JSON pointer into results.json.
  Mean mean = Mean::None;
};

/// Two figures of a run that the picture of a sweep shows.
struct SweepCurve {
  const char* label;      ///< Of the upper one.
  const char* mean;       ///< JSON pointer into results.json.
  const char* ci95;       ///< JSON pointer; empty: there is none.
  const char* low_label;  ///< Of the lower one.
  const char* low;        ///< JSON pointer.
};

/// What a sweep shows of runs of one kind.
struct SweepFigures {
  const char* key;  ///< Of results.json, by which such a run is known; empty: any other run.
  std::span<const SweepColumn> columns;
  SweepCurve curve;
  /// In a few words, for a run that is as it should be: ", mean step 31.20"; empty if there is nothing.
  std::string (*describe)(const nlohmann::ordered_json& results);
};

}  // namespace switchyard
