#include "testbench/slurm/slurm_command.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "testbench/file/read_file.h"
#include "testbench/process/child_process.h"

namespace switchyard {

Slurm::Answer Slurm::ask(const std::string& program, const std::vector<std::string>& arguments) const {
  const std::filesystem::path out = folder_ / "said.txt";
  const std::filesystem::path err = folder_ / "complained.txt";
  const ChildExit exit = run_child({program, arguments, {}, out, err, /*outlasts_interruptions=*/true});
  return {exit.status == 0 && exit.signal == 0, read_file(out), read_file(err)};
}

std::string Slurm::out_of(const std::string& program, const std::vector<std::string>& arguments) const {
  const Answer answer = ask(program, arguments);
  if (answer.good) return answer.out;
  std::string why = answer.err.substr(0, answer.err.find('\n'));
  const std::string own = program + ": error: ";
  if (why.starts_with(own)) why.erase(0, own.size());
  throw std::invalid_argument(fmt::format("{}: {}", program, why.empty() ? "it failed" : why));
}

std::size_t Slurm::max_tasks() const {
  std::istringstream lines(out_of("scontrol", {"show", "config"}));
  constexpr std::size_t kUsual = 1001;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("MaxArraySize")) return std::stoul(line.substr(line.find('=') + 1));
  }
  return kUsual;
}

std::string Slurm::submit(const std::string& name, const std::filesystem::path& script,
                          const std::filesystem::path& output, std::size_t tasks,
                          const SlurmLimits& limits) const {
  const std::string few = limits.at_a_time == 0 ? "" : fmt::format("%{}", limits.at_a_time);
  std::vector<std::string> arguments = {"--parsable",
                                        "--no-requeue",
                                        "--ntasks=1",
                                        "--job-name=" + name,
                                        fmt::format("--array=0-{}{}", tasks - 1, few),
                                        "--output=" + output.string()};
  if (!limits.time.empty()) arguments.push_back("--time=" + limits.time);
  if (!limits.memory.empty()) arguments.push_back("--mem=" + limits.memory);
  arguments.insert(arguments.end(), limits.options.begin(), limits.options.end());
  arguments.push_back(script.string());
  const std::string said = out_of("sbatch", arguments);
  return said.substr(0, said.find_first_of(";\n"));  // "17;cluster" where there are several.
}

bool Slurm::has(const std::string& job) const {
  const Answer answer = ask("squeue", {"--noheader", "--format=%T", "--jobs=" + job});
  if (answer.good) return !answer.out.empty();
  return answer.err.find("Invalid job id") == std::string::npos;
}

std::map<std::size_t, std::string> Slurm::states(const std::string& job) const {
  const Answer answer =
      ask("squeue", {"--noheader", "--array", "--states=all", "--format=%K %T", "--jobs=" + job});
  std::map<std::size_t, std::string> states;
  if (!answer.good) return states;
  std::istringstream lines(answer.out);
  std::string task;
  for (std::string state; lines >> task >> state;) {
    if (task.find_first_not_of("0123456789") == std::string::npos) states[std::stoul(task)] = state;
  }
  return states;
}

void Slurm::cancel(const std::string& job) const { ask("scancel", {job}); }

}  // namespace switchyard
