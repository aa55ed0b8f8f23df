#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace switchyard {

/// What a page shows: the reports of runs and the tables of sweeps, as their files have them.
///
///     runs      [{folder, manifest, results, network, use, ...}], see below
///     networks  [{nodes: table, channels: table, places: [{x, y}] of Graphviz, or null}]
///     sweeps    [{folder, columns, rows, axes, runs, shown}]
///
/// A table is {columns, rows}; its cells are numbers where they read as such. A run has the number of its
/// network, null if it has none; in `use` the flits per cycle of each channel, an array by VC; those of the
/// tables `queues`, `timeline` and `timeline_channels` that its folder holds; and in `packets` the ways of
/// the slowest, if its command wrote packets.csv. Of the `runs` of a sweep the first 200 are `shown`, as all
/// of a large one would be too much for a browser; its table has them all.
class ResultFolders {
 public:
  /// Adds a folder that `run`, `platform` or `sweep` has written; of a sweep its table and its runs.
  ///
  /// Errors: std::invalid_argument if it is no such folder, or a file of it is not what it should be;
  ///         std::system_error if one cannot be read. Both name the file.
  void add(const std::filesystem::path& folder);

  nlohmann::ordered_json to_json() const;

 private:
  void add_run(const std::filesystem::path& folder);
  void add_sweep(const std::filesystem::path& folder);
  std::size_t number_of(nlohmann::ordered_json network, const std::filesystem::path& folder);

  std::vector<nlohmann::ordered_json> runs_;
  std::vector<nlohmann::ordered_json> networks_;
  std::vector<nlohmann::ordered_json> sweeps_;
};

}  // namespace switchyard
