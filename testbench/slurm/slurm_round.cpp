#include "testbench/slurm/slurm_round.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "testbench/file/pending_file.h"
#include "testbench/process/shell_word.h"

namespace switchyard {
namespace {

std::string task_name(std::size_t task, const char* extension) {
  return fmt::format("task_{}.{}", task, extension);
}

/// A point that has ended is not run again, should Slurm run the task again. A run does not outlive its task.
constexpr const char* kPointFunction = R"(point() {
  grep -qs "^end $1 " "$log" && return
  echo "start $1" >> "$log"
  setpriv --pdeathsig KILL "${@:4}" > "$2" 2> "$3"
  echo "end $1 $?" >> "$log"
}
)";

std::string command_text(const PlannedPoint& planned, const ChildCommand& command) {
  std::string text =
      fmt::format("point {} {} {} {}", planned.combination, shell_word(command.stdout_file.string()),
                  shell_word(command.stderr_file.string()), shell_word(command.program));
  for (const std::string& argument : command.arguments) text += ' ' + shell_word(argument);
  return text + '\n';
}

}  // namespace

SlurmRound::SlurmRound(std::filesystem::path folder, const PointRunner& runner,
                       const std::vector<PlannedPoint>& points, Tasks tasks)
    : folder_(std::move(folder)), points_(points), tasks_(std::move(tasks)) {
  std::filesystem::create_directories(folder_);
  const std::string here = shell_word(std::filesystem::current_path().string());
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    std::string text =
        fmt::format("# Points of a sweep, one after the other.\ncd {} || exit\nlog={}\n{}", here,
                    shell_word((folder_ / task_name(task, "log")).string()), kPointFunction);
    for (const std::size_t point : tasks_[task])
      text += command_text(points[point], runner.prepare(points[point].point, points[point].folder));
    write_file(folder_ / task_name(task, "sh"), text);
  }
  write_file(script(), fmt::format("#!/bin/bash\nexec bash {}/task_$SLURM_ARRAY_TASK_ID.sh\n",
                                   shell_word(folder_.string())));
}

std::map<std::size_t, SlurmRound::Progress> SlurmRound::progress() const {
  std::map<std::size_t, Progress> progress;
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    std::map<std::size_t, std::size_t> points;  // By combination.
    for (const std::size_t point : tasks_[task]) points[points_[point].combination] = point;
    std::ifstream log(folder_ / task_name(task, "log"));
    for (std::string line; std::getline(log, line) && !log.eof();) {  // One that has no end is not whole.
      std::istringstream words(line);
      std::string what;
      std::size_t combination = 0;
      words >> what >> combination;
      const auto point = points.find(combination);
      if (!words || point == points.end()) continue;
      Progress& of_point = progress[point->second];
      of_point.started = true;
      int status = 0;
      if (what == "end" && words >> status) of_point.status = status;
    }
  }
  return progress;
}

}  // namespace switchyard
