#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace switchyard {

/// A configuration run at several levels with several seeds.
struct CosimRegression {
  std::string config;
  std::vector<std::string> overrides;
  std::vector<std::string> levels;                          ///< Each is compared with `fast`.
  std::map<std::string, std::vector<std::string>> options;  ///< Of `run` at some levels.
  std::vector<std::uint64_t> seeds;
  std::filesystem::path folder;  ///< For junit.xml and a folder per run.
  std::size_t jobs = 1;
  std::string program = "/proc/self/exe";  ///< The `switchyard` that runs it.
  bool coverage = false;                   ///< The program counts coverage: print and write what it counted.
};

/// Runs the regression, prints a table and writes junit.xml. Returns the exit status: kGood if every run is
/// the same run as `fast` with its seed (event hash, cycles, outcome) and no level saw a divergence;
/// kDivergence if one did; kFailed if one differs otherwise; kBadInput if one was refused as bad input, which
/// no level of the regression should be. Coverage is that of the modules of rtl/ that ran: it is printed,
/// written to coverage.csv, and a property in junit.xml. An interruption() ends the runs: the table has those
/// that are done and the status is interrupted_status().
int run_regression(const CosimRegression& regression);

}  // namespace switchyard
