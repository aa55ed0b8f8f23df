#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const char* const kTinyTorus = R"(
name: tiny
topology: {kind: torus, radix: [4, 4], link_latency: 1}
router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 2}
routing: {kind: duato}
traffic: {pattern: uniform, packet_length: 4, load: 0.2}
measure: {warmup: 500, cycles: 2000}
)";

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line + ',');
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

/// Rows of a CSV file without quotes, by column.
std::vector<Row> table_of(const std::filesystem::path& file) {
  std::istringstream stream(contents_of(file));
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> header = cells_of(line);
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = cells_of(line);
    EXPECT_EQ(cells.size(), header.size()) << line;
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < std::min(cells.size(), header.size()); ++i) row[header[i]] = cells[i];
  }
  return rows;
}

nlohmann::json json_of(const std::filesystem::path& file) { return nlohmann::json::parse(contents_of(file)); }

class SweepCommand : public testing::Test {
 protected:
  SweepCommand() { std::ofstream(config_) << kTinyTorus; }

  CommandResult sweep(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sweep", config_, "--out", out_.string()});
    return run_switchyard(arguments);
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
    const CommandResult result = sweep(arguments);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(out_)) << "it wrote something";
  }

  TemporaryFolder folder_;
  std::string config_ = (folder_ / "tiny.yaml").string();
  std::filesystem::path out_ = folder_ / "out";
};

TEST_F(SweepCommand, WritesARowForEveryCombination) {
  const CommandResult result =
      sweep({"--over", "router.input_depth=4,8", "--over", "traffic.load=0.1:0.3:0.1", "-j", "2"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  ASSERT_EQ(rows.size(), 6U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row row = rows[i];
    EXPECT_EQ(row["router.input_depth"], i < 3 ? "4" : "8");
    EXPECT_EQ(row["traffic.load"], (std::vector<std::string>{"0.1", "0.2", "0.3"}[i % 3]));
    EXPECT_EQ(row["outcome"], "stable");
    EXPECT_EQ(row["stable"], "true");
    EXPECT_NEAR(std::stod(row["offered"]), std::stod(row["traffic.load"]), 0.02);
    EXPECT_GT(std::stod(row["latency_mean"]), 10);
    EXPECT_LE(std::stod(row["latency_p50"]), std::stod(row["latency_max"]));
    const nlohmann::json report = json_of(out_ / "points" / std::to_string(i) / "results.json");
    EXPECT_EQ(row["event_hash"], report["event_hash"]);
  }
}

TEST_F(SweepCommand, GivesEachPointTheEventHashOfRun) {
  ASSERT_EQ(sweep({"--over", "traffic.load=0.1,0.25", "--level", "clocked", "--set", "seed=7"}).status, 0);
  const std::filesystem::path alone = folder_ / "alone";
  ASSERT_EQ(run_switchyard(
                {"run", config_, "--set", "traffic.load=0.25", "--set", "seed=7", "--out", alone.string()})
                .status,
            0);
  EXPECT_EQ(table_of(out_ / "sweep.csv").at(1).at("event_hash"),
            json_of(alone / "results.json")["event_hash"]);
}

TEST_F(SweepCommand, SaysALineForEveryPointInAPipe) {
  const CommandResult result = sweep({"--over", "traffic.load=0.1,0.2", "-j", "1"});
  EXPECT_NE(result.err.find("[1/2] traffic.load=0.1: stable, accepted 0."), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("[2/2] traffic.load=0.2: stable, accepted 0."), std::string::npos) << result.err;
}

TEST_F(SweepCommand, QuotesValuesThatHoldCommas) {
  ASSERT_EQ(sweep({"--over", "topology.radix=[4, 4],[8, 2]"}).status, 0);
  EXPECT_NE(contents_of(out_ / "sweep.csv").find("\n\"[8, 2]\",0."), std::string::npos);
}

TEST_F(SweepCommand, DrawsAPictureInTwoFormats) {
  ASSERT_EQ(sweep({"--over", "traffic.load=0.1,1", "--set", "name=it's `tiny`"}).status, 0);
  EXPECT_EQ(contents_of(out_ / "sweep.png").substr(1, 3), "PNG");
  EXPECT_NE(contents_of(out_ / "sweep.svg").find("it's `tiny`"), std::string::npos);
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(out_)) files.insert(entry.path().filename());
  EXPECT_EQ(files, (std::set<std::string>{"points", "sweep.csv", "sweep.gp", "sweep.png", "sweep.svg"}));
}

TEST_F(SweepCommand, DrawsAPictureEvenIfNoPointIsStable) {
  const CommandResult result = sweep({"--over", "traffic.load=0.98,1"});
  ASSERT_EQ(result.status, 0);
  EXPECT_EQ(result.err.find("sweep.gp"), std::string::npos) << result.err;
  EXPECT_TRUE(std::filesystem::exists(out_ / "sweep.png"));
}

TEST_F(SweepCommand, KeepsTheTableWhereThereIsNoGnuplot) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", /*overwrite=*/1);
  const CommandResult result = sweep({"--over", "traffic.load=0.1,0.2"});
  setenv("PATH", path.c_str(), /*overwrite=*/1);
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("note: no picture: gnuplot cannot be started"), std::string::npos) << result.err;
  EXPECT_EQ(table_of(out_ / "sweep.csv").size(), 2U);
}

TEST_F(SweepCommand, RefusesAnAxisThatItCannotReadBeforeAnyRun) {
  expect_refused({"--over", "traffic.load=0.1:0.3"},
                 "--over traffic.load=0.1:0.3: an axis reads PATH=FROM:TO:STEP");
  expect_refused({"--over", "seed=1,2", "--over", "seed=3"}, "--over seed is given twice");
  expect_refused({}, "a sweep needs --over or --saturation");
}

TEST_F(SweepCommand, ReportsAMisspeltPathOnceAndBeforeAnyRun) {
  expect_refused({"--over", "traffic.lod=0.1,0.2"}, "unknown key 'lod' in traffic; did you mean 'load'?");
}

TEST_F(SweepCommand, NamesThePointThatFailsAndKeepsTheOthers) {
  const CommandResult result = sweep({"--over", "router.virtual_channels=3,99"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("switchyard: error: router.virtual_channels=99: error: "), std::string::npos)
      << result.err;
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("outcome"), "stable");
  EXPECT_EQ(rows[1].at("outcome"), "error");
  EXPECT_EQ(rows[1].at("accepted"), "");
}

TEST_F(SweepCommand, EndsWithThreeIfAnyPointDeadlocks) {
  config_ = std::string(std::getenv("SWITCHYARD_SOURCE")) + "/configs/small/torus_no_dateline.yaml";
  const CommandResult result = sweep({"--allow-unsafe", "--over", "routing.dateline=false,true"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("switchyard: error: routing.dateline=false: deadlock; see "), std::string::npos);
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  EXPECT_EQ(rows.at(0).at("outcome"), "deadlock");
  EXPECT_NE(rows.at(1).at("outcome"), "deadlock");
}

TEST_F(SweepCommand, TakesInstabilityAndMissedExpectationsForFigures) {
  const CommandResult result = sweep({"--over", "traffic.load=0.1,1", "--set", "expect.max_mean_latency=1"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(table_of(out_ / "sweep.csv").at(1).at("outcome"), "unstable");
}

TEST_F(SweepCommand, DoesNotTakeAnEarlierSweepsResultsForItsOwn) {
  ASSERT_EQ(sweep({"--over", "router.virtual_channels=3,4"}).status, 0);
  EXPECT_EQ(sweep({"--over", "router.virtual_channels=3,99"}).status, 1);
  EXPECT_EQ(table_of(out_ / "sweep.csv").at(1).at("outcome"), "error");
}

TEST_F(SweepCommand, FindsTheSaturationThatAScanFinds) {
  ASSERT_EQ(sweep({"--over", "traffic.load=0.04:1:0.04"}).status, 0);
  double last_stable = 0;
  double first_unstable = 1;
  for (const Row& row : table_of(out_ / "sweep.csv")) {
    const double load = std::stod(row.at("traffic.load"));
    if (row.at("outcome") == "stable") {
      last_stable = load;
    } else {
      first_unstable = std::min(first_unstable, load);
    }
  }
  ASSERT_GT(last_stable, 0);
  const CommandResult result = sweep({"--saturation", "--tolerance", "0.04"});
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json search = json_of(out_ / "saturation.json")["searches"][0];
  const double load = search["load"];
  EXPECT_GE(load, first_unstable - 0.041);
  EXPECT_LE(load, last_stable);
  EXPECT_NEAR(search["accepted"], load, 0.03);
  EXPECT_EQ(search["accepted_share_of_capacity"].get<double>(),
            search["accepted"].get<double>() / search["capacity"].get<double>());
  EXPECT_NE(result.out.find("tiny: saturation load 0."), std::string::npos) << result.out;
}

TEST_F(SweepCommand, SearchesTheSaturationOfEveryCombination) {
  ASSERT_EQ(sweep({"--saturation", "--tolerance", "0.1", "--over", "topology.kind=torus,mesh"}).status, 0);
  const nlohmann::json searches = json_of(out_ / "saturation.json")["searches"];
  ASSERT_EQ(searches.size(), 2U);
  EXPECT_EQ(searches[1]["axes"]["topology.kind"], "mesh");
  EXPECT_GT(searches[0]["load"], searches[1]["load"]);
}

TEST_F(SweepCommand, RefusesToSearchTheLoadAndToSweepItToo) {
  expect_refused({"--saturation", "--over", "traffic.load=0.1,0.2"},
                 "--over traffic.load contradicts --saturation");
  expect_refused({"--saturation", "--tolerance", "0"},
                 "--tolerance 0 is not a decimal number above 0 and up to 1");
  expect_refused({"--over", "seed=1,2", "--tolerance", "0.1"}, "--tolerance requires --saturation");
}

TEST_F(SweepCommand, ComparesSeveralConfigurations) {
  const std::string other = (folder_ / "other.yaml").string();
  std::ofstream(other) << kTinyTorus << "seed: 9\n";
  const CommandResult result = sweep({other, "--over", "traffic.pattern=uniform,tornado", "--over",
                                      "traffic.load=0.1,0.2", "--picture-per", "traffic.pattern"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0].at("config"), config_);
  EXPECT_EQ(rows[4].at("config"), other);
  EXPECT_NE(rows[0].at("event_hash"), rows[4].at("event_hash"));
  for (const char* picture : {"sweep_uniform.png", "sweep_tornado.svg", "sweep_tornado.gp"}) {
    EXPECT_TRUE(std::filesystem::exists(out_ / picture)) << picture;
  }
  EXPECT_FALSE(std::filesystem::exists(out_ / "sweep.png"));
}

TEST_F(SweepCommand, RefusesABadFileAmongSeveral) {
  const std::string other = (folder_ / "other.yaml").string();
  std::ofstream(other) << kTinyTorus << "sed: 9\n";
  expect_refused({other, "--over", "traffic.load=0.1"}, "other.yaml:8:1: error: unknown key 'sed'");
}

TEST_F(SweepCommand, DrawsPicturesOfItsAxesOnly) {
  expect_refused({"--over", "traffic.load=0.1", "--picture-per", "traffic.patern"},
                 "--picture-per traffic.patern is not an axis of the sweep");
  expect_refused({"--over", "traffic.load=0.1", "--picture-per", "traffic.load"},
                 "--picture-per traffic.load leaves no axis to draw");
}

}  // namespace
}  // namespace switchyard
