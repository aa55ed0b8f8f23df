#include "testbench/sweep/sweep_point.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "testbench/process/child_process.h"
#include "testbench/run/exit_status.h"

namespace switchyard {
namespace {

void append_overrides(std::vector<std::string>& arguments, const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) arguments.insert(arguments.end(), {"--set", assignment});
}

/// The first error that a run told, else what it said last; empty if it said nothing.
std::string complaint_in(const std::filesystem::path& file) {
  constexpr std::string_view kOurs = "switchyard: error: ";
  std::ifstream stream(file);
  std::string last;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(kOurs)) return line.substr(kOurs.size());
    if (line.find(": error: ") != std::string::npos) return line;
    if (!line.empty()) last = line;
  }
  return last;
}

/// Why there are no results; empty if there are.
std::string fault_of(const ChildExit& exit, const std::filesystem::path& folder) {
  if (exit.signal != 0) return fmt::format("killed by signal {} ({})", exit.signal, sigdescr_np(exit.signal));
  const bool ran = exit.status == kGood || exit.status == kFailed || exit.status == kDeadlock ||
                   exit.status == kDivergence;
  if (ran && std::filesystem::exists(folder / "results.json")) return {};
  const std::string said = complaint_in(folder / "stderr");
  return said.empty() ? fmt::format("exit status {}", exit.status) : said;
}

}  // namespace

PointRunner::PointRunner(std::string level, std::vector<std::string> overrides, bool allow_unsafe,
                         std::string program)
    : level_(std::move(level)),
      overrides_(std::move(overrides)),
      allow_unsafe_(allow_unsafe),
      program_(std::move(program)) {}

PointResult PointRunner::run(const SweepCase& point, const std::filesystem::path& folder) const {
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "results.json");  // An earlier sweep's must not be taken for this one's.

  ChildCommand command{program_,
                       {"run", point.config, "--level", level_, "--out", folder.string()},
                       {},
                       folder / "stdout",
                       folder / "stderr"};
  if (level_ == "fast") command.arguments.insert(command.arguments.end(), {"--threads", "1"});
  if (allow_unsafe_) command.arguments.push_back("--allow-unsafe");
  append_overrides(command.arguments, overrides_);
  append_overrides(command.arguments, point.overrides);
  const ChildExit exit = run_child(command);
  if (std::string fault = fault_of(exit, folder); !fault.empty())
    return {{{"outcome", "error"}}, std::move(fault), exit.signal == 0 && exit.status == kBadInput};
  return {nlohmann::ordered_json::parse(std::ifstream(folder / "results.json")), {}};
}

}  // namespace switchyard
