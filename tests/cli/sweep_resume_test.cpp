#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/occurrences.h"
#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

class ResumedSweep : public SweepCommand {
 protected:
  fs::path point(const std::string& number) const { return out_ / "points" / number; }

  /// What the point's run printed is marked, so that one that is done again can be told.
  void mark(const std::string& number) const { std::ofstream(point(number) / "stdout") << "marked"; }
  bool is_marked(const std::string& number) const {
    return contents_of(point(number) / "stdout") == "marked";
  }

  void change(const fs::path& file, const std::string& key, const std::string& value) const {
    nlohmann::ordered_json values = nlohmann::ordered_json::parse(contents_of(file));
    values.at(key) = value;
    std::ofstream(file) << values.dump();
  }
};

TEST_F(ResumedSweep, RunsOnlyWhatIsMissing) {
  const std::vector<std::string> axes{"--over", "traffic.load=0.1,0.2,0.3"};
  ASSERT_EQ(sweep(axes).status, 0);
  const std::string table = contents_of(out_ / "points" / "1" / "results.json");
  for (const char* number : {"0", "1", "2"}) mark(number);
  fs::remove(point("1") / "results.json");
  const CommandResult result = sweep({"--over", "traffic.load=0.1,0.2,0.3", "--resume"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find("2 of 3 points are taken over"), std::string::npos) << result.err;
  EXPECT_TRUE(is_marked("0"));
  EXPECT_FALSE(is_marked("1"));
  EXPECT_TRUE(is_marked("2"));
  EXPECT_EQ(table_of(out_ / "sweep.csv").size(), 3U);
  EXPECT_TRUE(fs::exists(out_ / "sweep.png"));
}

TEST_F(ResumedSweep, RunsAgainWhatWasInterruptedOrIsOfAnotherVersion) {
  const std::vector<std::string> axes{"--over", "traffic.load=0.1,0.2,0.3,0.4,0.5"};
  ASSERT_EQ(sweep(axes).status, 0);
  for (const char* number : {"0", "1", "2", "3", "4"}) mark(number);
  change(point("0") / "results.json", "outcome", "interrupted");
  change(point("1") / "manifest.json", "version", "0.0.1");
  change(point("4") / "manifest.json", "commit", "0123456");
  std::ofstream(point("2") / "results.json") << "{ half of";
  ASSERT_EQ(sweep({axes[0], axes[1], "--resume"}).status, 0);
  EXPECT_FALSE(is_marked("0"));
  EXPECT_FALSE(is_marked("1"));
  EXPECT_FALSE(is_marked("2"));
  EXPECT_TRUE(is_marked("3"));
  EXPECT_FALSE(is_marked("4"));
}

TEST_F(ResumedSweep, RunsAgainWhatIsOfAnotherConfigurationOrLevel) {
  const std::vector<std::string> axes{"--over", "traffic.load=0.1,0.2", "--resume"};
  const auto again = [&](const std::vector<std::string>& more) {
    for (const char* number : {"0", "1"}) mark(number);
    std::vector<std::string> arguments = axes;
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(sweep(arguments).status, 0);
    return !is_marked("0") && !is_marked("1");
  };
  ASSERT_EQ(sweep(axes).status, 0);
  EXPECT_FALSE(again({}));
  EXPECT_TRUE(again({"--level", "clocked"}));
  EXPECT_TRUE(again({"--set", "seed=2"}));
  EXPECT_FALSE(again({"--set", "seed=2"}));
  std::ofstream(config_, std::ios::app) << "expect: {stable: true}\n";
  EXPECT_TRUE(again({"--set", "seed=2"}));
}

TEST_F(ResumedSweep, RunsAgainWhatReadsAFileThatHasChangedSince) {
  const fs::path trace = folder_ / "trace.csv";
  std::ofstream(trace) << "cycle,source,destination,flits\n0,0,1,4\n9,3,2,4\n";
  const std::vector<std::string> command{
      "--over",  "seed=1,2",     "--set", "traffic=null",
      "--set",   "measure=null", "--set", "workload={kind: trace, file: " + trace.string() + "}",
      "--resume"};
  ASSERT_EQ(sweep(command).status, 0);
  mark("0");
  ASSERT_EQ(sweep(command).status, 0);
  EXPECT_TRUE(is_marked("0"));
  std::ofstream(trace) << "cycle,source,destination,flits\n0,0,1,4\n";
  fs::last_write_time(trace, fs::last_write_time(trace) + std::chrono::seconds(2));
  ASSERT_EQ(sweep(command).status, 0);
  EXPECT_FALSE(is_marked("0"));
  EXPECT_EQ(nlohmann::json::parse(contents_of(point("1") / "results.json")).at("delivered_packets"), 1);
}

TEST_F(ResumedSweep, SearchesOnForSaturation) {
  const std::vector<std::string> search{"--saturation", "--tolerance", "0.1", "-j", "1"};
  ASSERT_EQ(sweep(search).status, 0);
  const std::string found = contents_of(out_ / "saturation.json");
  std::size_t runs = 0;
  for (const auto& run : fs::directory_iterator(point("0"))) {
    if (runs++ == 0) fs::remove(run.path() / "manifest.json");
  }
  ASSERT_GT(runs, 2U);
  const CommandResult result = sweep({"--saturation", "--tolerance", "0.1", "-j", "1", "--resume"});
  EXPECT_EQ(occurrences(result.err, ", taken over"), runs - 1) << result.err;
  EXPECT_EQ(contents_of(out_ / "saturation.json"), found);
}

TEST_F(ResumedSweep, DoesNotMixInWhatAnEarlierSweepHasLeft) {
  ASSERT_EQ(sweep({"--over", "router.input_depth=4,8", "--over", "traffic.pattern=uniform,tornado",
                   "--picture-per", "traffic.pattern"})
                .status,
            0);
  ASSERT_TRUE(fs::exists(point("3")));
  for (const bool resume : {false, true}) {
    for (const char* number : {"0", "1"}) mark(number);
    std::vector<std::string> next{"--over", "router.output_depth=4,8"};
    if (resume) next.emplace_back("--resume");
    ASSERT_EQ(sweep(next).status, 0);
    EXPECT_FALSE(fs::exists(point("2")));
    EXPECT_FALSE(fs::exists(out_ / "sweep_tornado.png"));
    EXPECT_FALSE(fs::exists(out_ / "sweep_tornado.gp"));
    EXPECT_EQ(is_marked("0"), resume);
  }
  ASSERT_EQ(sweep({"--saturation", "--tolerance", "0.2"}).status, 0);
  EXPECT_FALSE(fs::exists(out_ / "sweep.csv"));
  EXPECT_FALSE(fs::exists(point("1")));
  EXPECT_FALSE(fs::exists(point("0") / "results.json")) << "a run of the sweep";
  ASSERT_EQ(sweep({"--over", "seed=1,2"}).status, 0);
  EXPECT_FALSE(fs::exists(out_ / "saturation.json"));
  EXPECT_FALSE(fs::exists(out_ / "saturation.png"));
  EXPECT_FALSE(fs::exists(point("0") / "0.6"));
}

TEST_F(ResumedSweep, LeavesAloneWhatIsNotASweeps) {
  const std::vector<fs::path> mine{out_ / "notes.txt",
                                   out_ / "sweep_mine.png",
                                   out_ / "mine.gp",
                                   out_ / "points" / "notes.txt",
                                   out_ / "points" / "2025" / "photo.png",
                                   out_ / "points" / "7" / "0.5" / "notes.txt"};
  for (const fs::path& file : mine) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "mine";
  }
  for (const char* seed : {"1", "2"})
    ASSERT_EQ(sweep({"--over", "traffic.load=0.1,0.2", "--set", std::string("seed=") + seed}).status, 0);
  for (const fs::path& file : mine) EXPECT_EQ(contents_of(file), "mine") << file;
}

TEST_F(ResumedSweep, RefusesBadInputBeforeItRemovesAnything) {
  ASSERT_EQ(sweep({"--over", "traffic.load=0.1,0.2"}).status, 0);
  EXPECT_EQ(sweep({"--over", "traffic.load=0.1,2"}).status, 2);
  EXPECT_EQ(table_of(out_ / "sweep.csv").size(), 2U);
  EXPECT_TRUE(fs::exists(point("1") / "results.json"));
}

}  // namespace
}  // namespace switchyard
