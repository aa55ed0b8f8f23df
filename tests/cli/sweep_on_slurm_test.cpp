#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "testbench/file/csv.h"
#include "tests/support/fake_slurm.h"
#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

/// With commands of Slurm that run the tasks at once. With a real one script/slurm_test.py tests, which takes
/// minutes.
class SweepOnSlurm : public SweepCommand {
 protected:
  SweepOnSlurm() {
    write_fake_slurm(programs_);
    setenv("PATH", (programs_.string() + ":" + path_).c_str(), 1);
  }
  ~SweepOnSlurm() override { setenv("PATH", path_.c_str(), 1); }

  void program(const std::string& name, const std::string& text) { write_program(programs_, name, text); }
  /// Puts these lines of the shell around each run. `$point` is its number, $PPID the shell of its task.
  void around_runs(const std::string& before, const std::string& after) {
    program("setpriv", "shift 2\nfor word; do [[ $word != */points/* ]] || point=${word##*/}; done\n" +
                           before + "\n\"$@\"\nstatus=$?\n" + after + "\nexit $status");
  }
  CommandResult sweep_there(std::vector<std::string> more = {}) {
    std::vector<std::string> words = axes_;
    words.insert(words.end(), {"--on", "slurm", "--points-per-task", "2"});
    words.insert(words.end(), more.begin(), more.end());
    return sweep(words);
  }
  std::string table() const { return contents_of(out_ / "sweep.csv"); }
  /// That of the same sweep on this machine.
  std::string table_of_this_machine() {
    EXPECT_EQ(sweep(axes_).status, kGood);
    return table();
  }
  /// Lines "end <point> 0" in all logs.
  int ends_of(int point) const {
    int ends = 0;
    for (const auto& entry : fs::recursive_directory_iterator(out_ / "slurm")) {
      if (entry.path().extension() != ".log") continue;
      std::ifstream log(entry.path());
      for (std::string line; std::getline(log, line);)
        ends += line == "end " + std::to_string(point) + " 0" ? 1 : 0;
    }
    return ends;
  }

  const std::vector<std::string> axes_ = {"--over", "traffic.load=0.1:0.5:0.1"};
  const fs::path programs_ = folder_ / "programs";
  const std::string path_ = std::getenv("PATH");
};

TEST_F(SweepOnSlurm, WritesTheSameTableAsHere) {
  const std::string here = table_of_this_machine();
  const CommandResult result =
      sweep_there({"--time", "1:00", "--memory", "1G", "--sbatch=--partition=long", "-j", "7"});
  EXPECT_EQ(result.status, kGood) << result.err;
  EXPECT_EQ(table(), here);
  EXPECT_NE(result.err.find("[5/5] traffic.load=0.5: "), std::string::npos) << result.err;
  const std::string submitted = contents_of(programs_ / "jobs");
  EXPECT_EQ(submitted, "--parsable --no-requeue --ntasks=1 --job-name=tiny --array=0-2%7 --output=" +
                           (out_ / "slurm/0/task_%a.out").string() +
                           " --time=1:00 --mem=1G --partition=long " + (out_ / "slurm/0/job.sh").string() +
                           "\n");
}

TEST_F(SweepOnSlurm, RunsAgainWhatIsLostAndNothingElse) {
  const std::string here = table_of_this_machine();
  const std::string once = "[[ ! -e " + (folder_ / "killed").string() + "$point ]] && touch " +
                           (folder_ / "killed").string() + "$point && kill -9 $PPID && exit";
  around_runs("[[ $point == 0 ]] && " + once, "[[ $point == 3 ]] && " + once);
  EXPECT_EQ(sweep_there().status, kGood);
  EXPECT_EQ(table(), here);
  EXPECT_TRUE(fs::exists(folder_ / "killed0"));
  EXPECT_TRUE(fs::exists(folder_ / "killed3"));
  EXPECT_EQ(ends_of(0), 1) << "lost before its run";
  EXPECT_EQ(ends_of(1), 1) << "lost with it, and had not begun";
  EXPECT_EQ(ends_of(2), 1);
  EXPECT_EQ(ends_of(3), 0) << "its report was written before it was lost";
  EXPECT_EQ(ends_of(4), 1);
  EXPECT_TRUE(fs::exists(out_ / "slurm/1/task_1.sh"));
  EXPECT_FALSE(fs::exists(out_ / "slurm/1/task_2.sh")) << "0 for itself, and 1";
}

TEST_F(SweepOnSlurm, RunsAgainWhatWasKilledWithoutItsTask) {
  const std::string here = table_of_this_machine();
  const std::string killed = (folder_ / "killed").string();
  around_runs("[[ $point == 2 && ! -e " + killed + " ]] && touch " + killed + " && exit 137", "");
  EXPECT_EQ(sweep_there().status, kGood);
  EXPECT_EQ(table(), here);
  EXPECT_TRUE(fs::exists(killed));
  EXPECT_TRUE(fs::exists(out_ / "slurm/1/task_0.sh"));
  EXPECT_FALSE(fs::exists(out_ / "slurm/1/task_1.sh"));
}

TEST_F(SweepOnSlurm, RunsNothingTwiceIfSlurmRunsATaskAgain) {
  program("sbatch", "for task in 0 1 2 0 1 2; do SLURM_ARRAY_TASK_ID=$task bash \"${!#}\"; done; echo 17");
  EXPECT_EQ(sweep_there().status, kGood);
  for (int point = 0; point < 5; ++point) EXPECT_EQ(ends_of(point), 1) << point;
}

TEST_F(SweepOnSlurm, GivesUpWhatIsLostAgainAndAgain) {
  around_runs("[[ $point == 4 ]] && kill -9 $PPID && exit", "");
  setenv("STATE", "NODE_FAIL", 1);
  const CommandResult result = sweep_there();
  EXPECT_EQ(result.status, kFailed);
  const auto rows = read_csv(out_ / "sweep.csv");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[5].front(), "0.5");
  EXPECT_EQ(rows[5].back(), "lost with its Slurm task 5 times: NODE_FAIL");
  EXPECT_EQ(rows[4].back(), "");
  EXPECT_TRUE(fs::exists(out_ / "slurm/4"));
  EXPECT_FALSE(fs::exists(out_ / "slurm/5"));
}

TEST_F(SweepOnSlurm, GivesUpAtOnceWhatTakesTooLongInATaskOfItsOwn) {
  around_runs("[[ $point == 0 ]] && kill -9 $PPID && exit", "");
  setenv("STATE", "TIMEOUT", 1);
  EXPECT_EQ(sweep_there().status, kFailed);
  EXPECT_EQ(read_csv(out_ / "sweep.csv")[1].back(), "lost with its Slurm task 2 times: TIMEOUT")
      << "first with another one, then alone";
}

TEST_F(SweepOnSlurm, TellsARunThatFailsAsHere) {
  const std::vector<std::string> there = {"--over", "measure.cycles=1000,3000000000", "--on", "slurm"};
  program("setpriv",
          "shift 2\n[[ $* != *=3000000000* ]] || { echo 'switchyard: error: no room' >&2; exit 2; }\n\"$@\"");
  EXPECT_EQ(sweep(there).status, kFailed);
  EXPECT_EQ(read_csv(out_ / "sweep.csv")[2].back(), "no room");
}

TEST_F(SweepOnSlurm, SaysWhatSlurmRefuses) {
  program("sbatch", "echo 'sbatch: error: invalid partition specified: long' >&2; exit 1");
  CommandResult result = sweep_there();
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.err, "switchyard: error: sbatch: invalid partition specified: long\n");
  program("sbatch", "echo 17");
  result = sweep_there();
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.err, "switchyard: error: no task of Slurm's job 17 has begun; see " +
                            (out_ / "slurm/0").string() + "\n");
}

TEST_F(SweepOnSlurm, LeavesAnEarlierSweepIfSlurmDoesNotAnswer) {
  const std::string before = table_of_this_machine();
  program("scontrol", "echo 'slurm_load_ctl_conf error: Unable to contact slurm controller' >&2; exit 1");
  const CommandResult result = sweep_there();
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.err,
            "switchyard: error: scontrol: slurm_load_ctl_conf error: Unable to contact slurm controller\n");
  EXPECT_EQ(table(), before);
  EXPECT_TRUE(fs::exists(out_ / "points" / "4" / "results.json"));
  EXPECT_FALSE(fs::exists(out_ / "slurm"));
}

TEST_F(SweepOnSlurm, DoesNotGoOnBesideAJobOfAnEarlierSweep) {
  EXPECT_EQ(sweep_there().status, kGood);
  const std::string before = table();
  program("squeue", "echo RUNNING");
  const CommandResult result = sweep_there();
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.err,
            "switchyard: error: " + out_.string() +
                ": Slurm's job 17 of an earlier sweep goes on there: --resume waits for it, `scancel "
                "17` ends it\n");
  EXPECT_EQ(table(), before);
  const fs::path asked = folder_ / "asked";
  program("squeue", "[[ -e " + asked.string() + " ]] || { touch " + asked.string() + "; echo RUNNING; }");
  const CommandResult resumed = sweep_there({"--resume"});
  EXPECT_EQ(resumed.status, kGood) << resumed.err;
  EXPECT_NE(resumed.err.find("waiting for Slurm's job 17"), std::string::npos) << resumed.err;
  EXPECT_NE(resumed.err.find("5 of 5 points are taken over"), std::string::npos) << resumed.err;
  EXPECT_EQ(table(), before);
}

TEST_F(SweepOnSlurm, NeedsSlurmAndNoSearch) {
  expect_refused({"--saturation", "--on", "slurm"}, "--saturation excludes --on");
  expect_refused({"--over", "traffic.load=0.1", "--time", "5"}, "--time requires --on");
}

}  // namespace
}  // namespace switchyard
