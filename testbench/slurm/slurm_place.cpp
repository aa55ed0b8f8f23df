#include "testbench/slurm/slurm_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <stdexcept>
#include <thread>

#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/file/read_file.h"
#include "testbench/process/interruption.h"
#include "testbench/slurm/slurm_round.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxAttempts = 5;
constexpr std::size_t kUsualTasks = 100;

fs::path slurm_folder(const fs::path& sweep_folder) { return fs::absolute(sweep_folder) / "slurm"; }

/// Waits longer and longer, so that Slurm is not asked too often; at once if there is an interruption.
class Patience {
 public:
  void wait() {
    using namespace std::chrono_literals;
    constexpr auto kLook = 50ms;
    for (auto waited = 0ms; waited < pause_ && interruption() == 0; waited += kLook)
      std::this_thread::sleep_for(kLook);
    pause_ = std::min<std::chrono::milliseconds>(pause_ * 3 / 2, 10s);
  }

 private:
  std::chrono::milliseconds pause_{500};
};

/// Whether a run that ended so was ended from outside.
bool is_lost(int status) {
  for (const int signal : {SIGHUP, SIGINT, SIGKILL, SIGTERM}) {
    if (status == 128 + signal) return true;
  }
  return false;
}

ChildExit exit_of(int status) { return status > 128 ? ChildExit{0, status - 128} : ChildExit{status, 0}; }

/// The points that are still to be run.
class SlurmPoints {
 public:
  SlurmPoints(const PointRunner& runner, const std::vector<PlannedPoint>& points,
              const PointPlace::Done& done)
      : runner_(runner), points_(points), done_(done), attempts_(points.size(), 0) {
    for (std::size_t i = 0; i < points.size(); ++i) open_.insert(i);
  }

  bool empty() const { return open_.empty(); }

  /// Those that were lost go each for itself, so that what befalls them befalls no others.
  SlurmRound::Tasks tasks(std::size_t points_per_task) const {
    SlurmRound::Tasks tasks;
    std::vector<std::size_t> shared;
    for (const std::size_t i : open_) {
      if (attempts_[i] == 0) shared.push_back(i);
      if (attempts_[i] != 0) tasks.push_back({i});
    }
    for (std::size_t i = 0; i < shared.size(); i += points_per_task) {
      const auto begin = shared.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = std::min(points_per_task, shared.size() - i);
      tasks.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    return tasks;
  }

  /// Takes what has ended by itself, as the logs have it. A report may come here later than the log of its
  /// task: `job_goes_on` leaves time for that.
  void take_ended(const SlurmRound& round, bool job_goes_on) {
    for (const auto& [i, progress] : round.progress()) {
      if (!open_.contains(i) || !progress.status || is_lost(*progress.status)) continue;
      const PointResult result = runner_.collect(exit_of(*progress.status), points_[i].folder);
      if (result.measured() || !job_goes_on) end(i, result);
    }
  }

  /// Once no task goes on: a run that had its report written before it was lost is done. What was lost before
  /// has one more attempt behind it, or is given up. False if nothing has begun.
  bool settle(const SlurmRound& round, const std::map<std::size_t, std::string>& states) {
    const auto progress = round.progress();
    for (std::size_t task = 0; task < round.tasks().size(); ++task) {
      const auto state = states.find(task);
      const bool alone = round.tasks()[task].size() == 1;
      for (const std::size_t i : round.tasks()[task]) {
        const auto of_point = progress.find(i);
        if (!open_.contains(i) || of_point == progress.end()) continue;
        if (const PointResult result = runner_.collect({}, points_[i].folder);
            result.measured() && result.done()) {
          end(i, result);
          continue;
        }
        ++attempts_[i];
        const std::string why = state == states.end() ? "LOST" : state->second;
        const bool hopeless = alone && (why == "TIMEOUT" || why == "OUT_OF_MEMORY");
        if (hopeless || attempts_[i] == kMaxAttempts) give_up(i, why);
      }
    }
    return !progress.empty();
  }

 private:
  void end(std::size_t i, const PointResult& result) {
    open_.erase(i);
    done_(i, result);
  }

  void give_up(std::size_t i, const std::string& why) {
    end(i, {{{"outcome", "error"}},
            fmt::format("lost with its Slurm task{}: {}",
                        attempts_[i] == 1 ? "" : fmt::format(" {} times", attempts_[i]), why)});
  }

  const PointRunner& runner_;
  const std::vector<PlannedPoint>& points_;
  const PointPlace::Done& done_;
  std::set<std::size_t> open_;
  std::vector<int> attempts_;
};

}  // namespace

void SlurmPlace::settle_earlier(const fs::path& sweep_folder, bool resume) const {
  const fs::path folder = slurm_folder(sweep_folder);
  const bool any_earlier = fs::exists(folder / "job");
  fs::create_directories(folder);
  const Slurm slurm(folder);
  try {
    slurm.max_tasks();  // It answers.
  } catch (...) {
    if (!any_earlier) fs::remove_all(folder);
    throw;
  }
  if (!any_earlier) return;
  const std::string job = read_file(folder / "job");
  if (!slurm.has(job)) return;
  if (!resume)
    throw std::invalid_argument(fmt::format(
        "{}: Slurm's job {} of an earlier sweep goes on there: --resume waits for it, `scancel {}` ends it",
        sweep_folder.string(), job, job));
  catch_interruptions();
  print_error("waiting for Slurm's job {} of the earlier sweep\n", job);
  Patience patience;
  while (interruption() == 0 && slurm.has(job)) patience.wait();
}

void SlurmPlace::run(const fs::path& sweep_folder, const PointRunner& runner,
                     const std::vector<PlannedPoint>& planned, const Done& done) const {
  if (planned.empty()) return;
  catch_interruptions();
  const fs::path folder = slurm_folder(sweep_folder);
  fs::create_directories(folder);
  const Slurm slurm(folder);
  const std::size_t most = slurm.max_tasks();
  const std::size_t wanted =
      limits_.points_per_task != 0 ? limits_.points_per_task : (planned.size() - 1) / kUsualTasks + 1;
  const std::size_t points_per_task = std::max(wanted, (planned.size() - 1) / most + 1);
  SlurmPoints points(runner, planned, done);
  for (int number = 0; !points.empty() && interruption() == 0; ++number) {
    SlurmRound::Tasks tasks = points.tasks(points_per_task);
    tasks.resize(std::min(tasks.size(), most));  // The others in the next round.
    const SlurmRound round(folder / std::to_string(number), runner, planned, std::move(tasks));
    const std::string job =
        slurm.submit(name_, round.script(), round.output(), round.tasks().size(), limits_);
    write_file(folder / "job", job);
    bool cancelled = false;
    for (Patience patience; slurm.has(job); patience.wait()) {
      points.take_ended(round, /*job_goes_on=*/true);
      if (interruption() == 0 || cancelled) continue;
      slurm.cancel(job);
      cancelled = true;
    }
    points.take_ended(round, /*job_goes_on=*/false);
    if (cancelled) return;
    if (!points.settle(round, slurm.states(job)))
      throw std::invalid_argument(fmt::format("no task of Slurm's job {} has begun; see {}", job,
                                              (folder / std::to_string(number)).string()));
  }
}

}  // namespace switchyard
