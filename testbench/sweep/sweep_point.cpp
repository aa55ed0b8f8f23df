#include "testbench/sweep/sweep_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>

#include "testbench/file/json_text.h"
#include "testbench/process/interruption.h"
#include "testbench/report/exit_status.h"
#include "testbench/report/sweep_figures.h"
#include "testbench/report/version.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

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

const PointResult& interrupted() {
  static const PointResult kResult{{{"outcome", "interrupted"}}, "interrupted"};
  return kResult;
}

/// Why there are no results; empty if there are.
std::string fault_of(const ChildExit& exit, const std::filesystem::path& folder) {
  if (exit.signal != 0) return fmt::format("killed by signal {} ({})", exit.signal, sigdescr_np(exit.signal));
  for (const int signal : {SIGINT, SIGTERM}) {
    if (exit.status == 128 + signal) return fmt::format("interrupted ({})", sigdescr_np(signal));
  }
  const bool ran = exit.status == kGood || exit.status == kFailed || exit.status == kDeadlock ||
                   exit.status == kDivergence;
  if (ran && std::filesystem::exists(folder / "results.json")) return {};
  const std::string said = complaint_in(folder / "stderr");
  return said.empty() ? fmt::format("exit status {}", exit.status) : said;
}

}  // namespace

Stability PointResult::stability() const {
  const std::string found = outcome();
  if (found == "stable" || found == "finished") return Stability::Stable;
  return found == "undecided" ? Stability::Undecided : Stability::Unstable;
}

PointResult result_of(ordered_json results, const std::vector<const Machine*>& machines) {
  const auto ran = std::ranges::find_if(
      machines, [&](const Machine* machine) { return results.contains(machine->sweep_figures().key); });
  return {std::move(results), {}, false, ran == machines.end() ? nullptr : *ran};
}

PointRunner::PointRunner(std::string level, std::vector<std::string> overrides,
                         std::vector<std::string> options, std::vector<const Machine*> machines,
                         std::string program)
    : level_(std::move(level)),
      overrides_(std::move(overrides)),
      options_(std::move(options)),
      machines_(std::move(machines)),
      program_(std::move(program)) {}

ChildCommand PointRunner::prepare(const SweepCase& point, const std::filesystem::path& folder) const {
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "results.json");  // An earlier sweep's must not be taken for this one's.

  ChildCommand command{program_,
                       {"run", point.config, "--level", level_, "--out", folder.string()},
                       {},
                       folder / "stdout",
                       folder / "stderr"};
  if (level_ == "fast") command.arguments.insert(command.arguments.end(), {"--threads", "1"});
  command.arguments.insert(command.arguments.end(), options_.begin(), options_.end());
  append_overrides(command.arguments, overrides_);
  append_overrides(command.arguments, point.overrides);
  return command;
}

PointResult PointRunner::collect(const ChildExit& exit, const std::filesystem::path& folder) const {
  if (std::string fault = fault_of(exit, folder); !fault.empty())
    return {{{"outcome", "error"}}, std::move(fault), exit.signal == 0 && exit.status == kBadInput};
  return result_of(read_json(folder / "results.json"), machines_);
}

PointResult PointRunner::run(const SweepCase& point, const std::filesystem::path& folder) const {
  if (interruption() != 0) return interrupted();
  const ChildExit exit = run_child(prepare(point, folder));
  const int signal = exit.signal != 0 ? exit.signal : exit.status - 128;
  const bool was_interrupted = interruption() != 0 && (signal == SIGINT || signal == SIGTERM);
  return was_interrupted ? interrupted() : collect(exit, folder);
}

std::optional<PointResult> PointRunner::earlier(const std::string& config,
                                                const std::vector<std::filesystem::path>& files,
                                                const std::string& commit,
                                                const std::filesystem::path& folder) const {
  const std::filesystem::path written = folder / "results.json";
  const auto is_newer = [&](const std::filesystem::path& file) {
    return std::filesystem::last_write_time(file) > std::filesystem::last_write_time(written);
  };
  if (!std::filesystem::exists(written) || std::any_of(files.begin(), files.end(), is_newer))
    return std::nullopt;
  try {
    const auto manifest = ordered_json::parse(std::ifstream(folder / "manifest.json"));
    const bool same = manifest.at("version") == kVersion && manifest.at("commit") == commit &&
                      manifest.at("level") == level_ && manifest.at("config") == config;
    PointResult result = result_of(ordered_json::parse(std::ifstream(written)), machines_);
    if (same && result.done()) return result;
  } catch (const nlohmann::json::exception&) {  // There is none, or it is of another kind.
  }
  return std::nullopt;
}

}  // namespace switchyard
