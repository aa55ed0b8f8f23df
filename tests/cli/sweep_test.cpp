#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

nlohmann::json json_of(const std::filesystem::path& file) { return nlohmann::json::parse(contents_of(file)); }

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

/// Where loads are undecided, a search may ask for twice as many.
TEST_F(SweepCommand, NeverCountsPastItsTotal) {
  const CommandResult result =
      sweep({"--saturation", "--tolerance", "0.02", "-j", "1", "--set", "measure={warmup: 0, cycles: 300}"});
  ASSERT_EQ(result.status, 0) << result.err;
  std::istringstream lines(result.err);
  int last = 0;
  for (std::string line; std::getline(lines, line);) {
    int done = 0;
    int total = 0;
    if (std::sscanf(line.c_str(), "[%d/%d]", &done, &total) != 2) continue;
    EXPECT_EQ(done, last + 1);
    EXPECT_LE(done, total) << line;
    last = done;
  }
  EXPECT_GT(last, 6) << "of fifty loads, where all are decided:\n" << result.err;
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
  EXPECT_EQ(files, (std::set<std::string>{"points", "sweep.csv", "sweep.gp", "sweep.json", "sweep.png",
                                          "sweep.svg", "sweep_estimate.csv"}));
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
  EXPECT_NE(result.err.find("note: no picture: gnuplot is not installed"), std::string::npos) << result.err;
  EXPECT_EQ(table_of(out_ / "sweep.csv").size(), 2U);
}

TEST_F(SweepCommand, RefusesAnAxisThatItCannotReadBeforeAnyRun) {
  expect_refused({"--over", "traffic.load=0.1:0.3"},
                 "--over traffic.load=0.1:0.3: an axis reads PATH=FROM:TO:STEP");
  expect_refused({"--over", "seed=1,2", "--over", "seed=3"}, "--over seed is given twice");
  expect_refused({}, "a sweep needs --over, --seeds or --saturation");
}

TEST_F(SweepCommand, ReportsAMisspeltPathOnceAndBeforeAnyRun) {
  expect_refused({"--over", "traffic.lod=0.1,0.2"}, "unknown key 'lod' in traffic; did you mean 'load'?");
}

TEST_F(SweepCommand, NamesThePointThatFailsAndWhyAndKeepsTheOthers) {
  const std::filesystem::path in_the_way = out_ / "points" / "1" / "channels.csv";
  std::filesystem::create_directories(in_the_way / "folder");
  const CommandResult result = sweep({"--over", "router.virtual_channels=3,4", "-j", "1"});
  EXPECT_EQ(result.status, 1);
  const std::string fault = "router.virtual_channels=4: error: " + in_the_way.string() +
                            " cannot be opened for writing: Is a directory";
  EXPECT_NE(result.err.find("[2/2] " + fault), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("switchyard: error: " + fault), std::string::npos) << result.err;
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
  EXPECT_NE(result.err.find("switchyard: error: routing.dateline=false: deadlock: in cycle "),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find(" buffers can never move again; see "), std::string::npos) << result.err;
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  EXPECT_EQ(rows.at(0).at("outcome"), "deadlock");
  EXPECT_NE(rows.at(1).at("outcome"), "deadlock");
}

TEST_F(SweepCommand, TakesInstabilityAndMissedExpectationsForFigures) {
  const CommandResult result = sweep({"--over", "traffic.load=0.1,1", "--set", "expect.max_mean_latency=1"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(table_of(out_ / "sweep.csv").at(1).at("outcome"), "unstable");
}

TEST_F(SweepCommand, TakesAnUndecidedRunForNeitherStableNorUnstable) {
  const CommandResult result = sweep({"--over", "measure.cycles=10,2000"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  EXPECT_EQ(rows.at(0).at("outcome"), "undecided");
  EXPECT_EQ(rows.at(0).at("stable"), "");
  EXPECT_EQ(rows.at(1).at("stable"), "true");
  EXPECT_NE(contents_of(out_ / "sweep.svg").find("undecided"), std::string::npos);
}

TEST_F(SweepCommand, BracketsASaturationThatIsUndecided) {
  const CommandResult result = sweep({"--saturation", "--tolerance", "0.05", "--set", "measure.cycles=200"});
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json search = json_of(out_ / "saturation.json")["searches"][0];
  const Row row = table_of(out_ / "saturation.csv").at(0);
  const double stable = search["load"];
  const double unstable = search["unstable_load"].is_null() ? 1.1 : search["unstable_load"].get<double>();
  EXPECT_EQ(row.at("unstable_load").empty(), search["unstable_load"].is_null());
  EXPECT_GT(unstable - stable, 0.075) << "200 cycles tell nothing close to saturation";
  EXPECT_NE(result.out.find("undecided"), std::string::npos) << result.out;
  for (const nlohmann::json& point : search["points"]) {
    const double load = point["load"];
    if (load > stable && load < unstable) {
      EXPECT_EQ(point["outcome"], "undecided") << load;
    }
  }
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
  const std::string other = write_config("other.yaml", "seed: 9\n");
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
  const std::string other = write_config("other.yaml", "sed: 9\n");
  expect_refused({other, "--over", "traffic.load=0.1"}, "other.yaml:8:1: error: unknown key 'sed'");
}

TEST_F(SweepCommand, DrawsPicturesOfItsAxesOnly) {
  expect_refused({"--over", "traffic.load=0.1", "--picture-per", "traffic.patern"},
                 "--picture-per traffic.patern is not an axis of the sweep");
  expect_refused({"--over", "traffic.load=0.1", "--picture-per", "traffic.load"},
                 "--picture-per traffic.load leaves no axis to draw");
}

TEST_F(SweepCommand, TellsDesignsOfOneFileNameApart) {
  const std::string other = write_config("b/tiny.yaml", "seed: 9\n");
  ASSERT_EQ(sweep({other, "--over", "traffic.load=0.1,0.2"}).status, 0);
  const std::string picture = contents_of(out_ / "sweep.gp");
  EXPECT_NE(picture.find("title 'b/tiny'"), std::string::npos) << picture;
  EXPECT_NE(picture.find("title '" + folder_.path().filename().string() + "/tiny'"), std::string::npos);
}

TEST_F(SweepCommand, GivesTheSaturationOfAPatternAsAShareOfWhatThatAllows) {
  // On a line of four the channel in the middle has the packets of two nodes.
  const CommandResult result =
      sweep({"--saturation", "--tolerance", "0.1", "--set", "traffic.pattern=complement", "--set",
             "topology={kind: mesh, radix: [4]}"});
  ASSERT_EQ(result.status, 0) << result.err;
  const nlohmann::json search = json_of(out_ / "saturation.json")["searches"][0];
  EXPECT_EQ(search["pattern_bound"], 0.5);
  EXPECT_EQ(search["accepted_share_of_pattern_bound"].get<double>(), search["accepted"].get<double>() / 0.5);
  EXPECT_NE(result.out.find(" % of what the pattern allows: at 0.5000 channel "), std::string::npos)
      << result.out;
}

TEST_F(SweepCommand, RefusesTheSameFileAndTheSameValueTwice) {
  expect_refused({config_, "--over", "traffic.load=0.1"}, config_ + " is given twice");
  std::filesystem::create_symlink(config_, folder_ / "alias.yaml");
  expect_refused({(folder_ / "alias.yaml").string(), "--over", "traffic.load=0.1"}, "are the same file");
  expect_refused({"--over", "seed=1,1"}, "--over seed=1,1: 1 is given twice");
}

TEST_F(SweepCommand, IsTitledByItsFileIfTheConfigurationHasNoName) {
  ASSERT_EQ(sweep({"--over", "seed=1,2", "--set", "name=null"}).status, 0);
  EXPECT_NE(contents_of(out_ / "sweep.gp").find("title 'tiny'"), std::string::npos);
}

TEST_F(SweepCommand, DrawsSeedsAsABand) {
  ASSERT_EQ(sweep({"--over", "seed=1:3:1", "--over", "traffic.load=0.1,0.2"}).status, 0);
  const std::string picture = contents_of(out_ / "sweep.gp");
  EXPECT_NE(picture.find("filledcurves"), std::string::npos);
  EXPECT_NE(contents_of(out_ / "sweep.svg").find("95 % interval over 3 seeds"), std::string::npos);
  EXPECT_EQ(picture.find("$curve1"), std::string::npos) << "a curve per seed";
}

TEST_F(SweepCommand, WritesATableAndAPictureOfSaturation) {
  const CommandResult result =
      sweep({"--saturation", "--tolerance", "0.1", "--over", "topology.kind=torus,mesh"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<Row> rows = table_of(out_ / "saturation.csv");
  const nlohmann::json searches = json_of(out_ / "saturation.json")["searches"];
  ASSERT_EQ(rows.size(), 2U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("topology.kind"), searches[i]["axes"]["topology.kind"]);
    EXPECT_NEAR(std::stod(rows[i].at("load")), searches[i]["load"], 1e-5);
    EXPECT_NEAR(std::stod(rows[i].at("accepted")), searches[i]["accepted"], 1e-5);
    EXPECT_NEAR(std::stod(rows[i].at("capacity")), searches[i]["capacity"], 1e-5);
  }
  EXPECT_EQ(contents_of(out_ / "saturation.png").substr(1, 3), "PNG");
  EXPECT_NE(contents_of(out_ / "saturation.svg").find("mesh"), std::string::npos);
}

/// A `gnuplot` of ours that comes first in PATH.
class FakeGnuplot {
 public:
  FakeGnuplot(const std::filesystem::path& folder, const std::string& script) : path_(std::getenv("PATH")) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "gnuplot") << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(folder / "gnuplot", std::filesystem::perms::owner_all);
    setenv("PATH", (folder.string() + ':' + path_).c_str(), /*overwrite=*/1);
  }
  ~FakeGnuplot() { setenv("PATH", path_.c_str(), /*overwrite=*/1); }

 private:
  std::string path_;
};

TEST_F(SweepCommand, EndsWithTwoIfGnuplotFailsOrItsPictureIsCutShort) {
  const char* const cut =
      "printf 'PNG' > sweep.tmp.png; printf '<svg></svg>' > sweep.tmp.svg";  // A full disk.
  for (const char* const script : {"touch sweep.tmp.png; exit 1", cut, "kill -9 $$", "true"}) {
    const FakeGnuplot gnuplot(folder_ / "bin", script);
    const CommandResult result = sweep({"--over", "traffic.load=0.1,0.2"});
    EXPECT_EQ(result.status, 2) << script;
    EXPECT_NE(result.err.find("sweep.png cannot be drawn"), std::string::npos) << result.err;
    EXPECT_EQ(table_of(out_ / "sweep.csv").size(), 2U);
    for (const char* file : {"sweep.png", "sweep.svg", "sweep.tmp.png", "sweep.tmp.svg"})
      EXPECT_FALSE(std::filesystem::exists(out_ / file)) << file << " of " << script;
  }
}

TEST_F(SweepCommand, EndsWithTwoIfItsTableCannotBeWritten) {
  std::filesystem::create_directories(out_ / "sweep.csv" / "folder");
  const CommandResult result = sweep({"--over", "traffic.load=0.1,0.2"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("sweep.csv"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
