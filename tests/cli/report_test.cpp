#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/file/csv.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::string config_file(const std::string& name) { return (source_folder() / "configs" / name).string(); }

/// Runs, sweeps and their page in a folder of their own.
class ReportPage : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void run(const std::string& file, const std::string& out, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {"run", config_file(file), "--out", path(out)};
    command.insert(command.end(), more.begin(), more.end());
    ASSERT_EQ(run_switchyard(command).status, kGood);
  }
  CommandResult report(const std::vector<std::string>& folders) const {
    std::vector<std::string> command = {"report", "--out", path("page.html")};
    for (const std::string& name : folders) command.push_back(path(name));
    return run_switchyard(command);
  }
  /// The line that says what is wrong; there is no page then.
  std::string refusal(const std::vector<std::string>& folders) const {
    const CommandResult result = report(folders);
    EXPECT_EQ(result.status, kBadInput);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "page.html"));
    return std::regex_replace(result.err, std::regex(folder_.path().string() + "/"), "");
  }
  /// What a page shows.
  nlohmann::json data_of(const std::string& page) const {
    const std::string text = contents_of(folder_ / page);
    const std::string begin = "id=\"data\">";
    const std::size_t at = text.find(begin) + begin.size();
    return nlohmann::json::parse(text.substr(at, text.find("</script>", at) - at));
  }
  nlohmann::json results_of(const std::string& run) const {
    return nlohmann::json::parse(contents_of(folder_ / run / "results.json"));
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }

  TemporaryFolder folder_;
};

TEST_F(ReportPage, HoldsAllFiguresOfItsRuns) {
  run("small/torus_4x4_chaos.yaml", "chaos", {"--timeline", "100"});
  run("small/hypercube_4_chaos.yaml", "cube");
  ASSERT_EQ(report({"chaos", "cube"}).status, kGood);
  const nlohmann::json data = data_of("page.html");
  ASSERT_EQ(data["runs"].size(), 2U);
  EXPECT_EQ(data["networks"].size(), 2U);
  for (const auto& shown : data["runs"]) {
    const std::filesystem::path folder = shown["folder"].get<std::string>();
    EXPECT_EQ(shown["results"], nlohmann::json::parse(contents_of(folder / "results.json")));
    EXPECT_EQ(shown["manifest"], nlohmann::json::parse(contents_of(folder / "manifest.json")));
    const auto channels = read_csv(folder / "channels.csv");
    const nlohmann::json& ends = data["networks"][shown["network"].get<std::size_t>()]["channels"]["rows"];
    ASSERT_EQ(shown["use"].size(), ends.size());
    std::size_t row = 1;
    for (std::size_t c = 0; c < ends.size(); ++c)
      for (std::size_t vc = 0; vc < shown["use"][c].size(); ++vc, ++row) {
        for (std::size_t i = 0; i < 4; ++i)
          EXPECT_EQ(std::to_string(ends[c][i].get<int>()), channels[row][i]);
        EXPECT_EQ(std::to_string(vc), channels[row][4]);
        EXPECT_DOUBLE_EQ(shown["use"][c][vc].get<double>(), std::stod(channels[row][5]));
      }
    EXPECT_EQ(row, channels.size());
  }
  EXPECT_EQ(data["runs"][0]["timeline"]["columns"][0], "begin");
  EXPECT_EQ(data["runs"][0]["queues"]["rows"].size() + 1, read_csv(folder_ / "chaos/queues.csv").size());
}

TEST_F(ReportPage, HoldsASweepAndItsRunsInTheirOrder) {
  ASSERT_EQ(run_switchyard({"sweep", config_file("small/torus_8x8_duato.yaml"), "--set", "measure.cycles=200",
                            "--over", "traffic.load=0.02:0.24:0.02", "--out", path("sweep"), "--report"})
                .status,
            kGood);
  const nlohmann::json data = data_of("sweep/report.html");
  ASSERT_EQ(data["sweeps"].size(), 1U);
  EXPECT_EQ(data["sweeps"][0]["axes"], nlohmann::json({"traffic.load"}));
  EXPECT_EQ(data["networks"].size(), 1U) << "the same network once";
  ASSERT_EQ(data["runs"].size(), 12U);
  const auto table = read_csv(folder_ / "sweep/sweep.csv");
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(data["sweeps"][0]["rows"][i][0].get<double>(), std::stod(table[i + 1][0]));
    EXPECT_EQ(data["runs"][i]["results"]["load"].get<double>(), std::stod(table[i + 1][0]));
  }
}

TEST_F(ReportPage, ShowsTheFirstRunsOfALargeSweepOneByOne) {
  ASSERT_EQ(run_switchyard({"sweep", config_file("small/torus_4x4_chaos.yaml"), "--set",
                            "measure={warmup: 5, cycles: 10}", "--set", "expect={}", "--over", "seed=1:203:1",
                            "--out", path("sweep"), "--report"})
                .status,
            kGood);
  const nlohmann::json data = data_of("sweep/report.html");
  EXPECT_EQ(data["runs"].size(), 200U);
  EXPECT_EQ(data["sweeps"][0]["runs"], 203);
  EXPECT_EQ(data["sweeps"][0]["shown"], 200);
  EXPECT_EQ(data["sweeps"][0]["rows"].size(), 203U);
}

TEST_F(ReportPage, HasThePacketsThatTheRunItselfHasWritten) {
  run("small/torus_8x8_duato.yaml", "run", {"--packets", path("run/packets.csv"), "--report"});
  const nlohmann::json packets = data_of("run/report.html")["runs"][0]["packets"];
  ASSERT_EQ(packets.size(), 100U);
  EXPECT_EQ(packets[0]["cycles"], results_of("run")["packet_latency"]["max"]);
  run("small/torus_8x8_duato.yaml", "run", {"--set", "seed=2", "--report"});
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run/packets.csv"));
  EXPECT_FALSE(data_of("run/report.html")["runs"][0].contains("packets")) << "of an earlier run";
}

TEST_F(ReportPage, IsBesideTheResultsOfARunThatAsksForIt) {
  run("small/torus_8x8_duato.yaml", "run", {"--report"});
  EXPECT_EQ(data_of("run/report.html")["runs"][0]["results"], results_of("run"));
  run("small/torus_8x8_duato.yaml", "run");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run/report.html")) << "of an earlier run";
  ASSERT_EQ(
      run_switchyard({"run", config_file("platform/torus_4x4.yaml"), "--out", path("platform"), "--report"})
          .status,
      kGood);
  EXPECT_EQ(data_of("platform/report.html")["runs"][0]["network"], nullptr);
  EXPECT_EQ(run_switchyard({"run", config_file("quickstart.yaml"), "--report"}).status, kBadInput)
      << "without --out";
}

TEST_F(ReportPage, PlacesWhatIsJoinedNearEachOtherWhereNothingElseSaysThePlaces) {
  run("small/custom_petersen_up_down.yaml", "petersen");
  run("small/torus_8x8_duato.yaml", "torus");
  ASSERT_EQ(report({"petersen", "torus"}).status, kGood);
  const nlohmann::json networks = data_of("page.html")["networks"];
  EXPECT_TRUE(networks[1]["places"].is_null()) << "a torus has places of its own";
  const nlohmann::json places = networks[0]["places"];
  ASSERT_EQ(places.size(), 10U) << "by Graphviz";
  std::set<std::pair<int, int>> joined;
  for (const auto& channel : networks[0]["channels"]["rows"]) joined.emplace(channel[0], channel[2]);
  double near = 0;
  double far = 0;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < a; ++b) {
      const double distance = std::hypot(places[a]["x"].get<double>() - places[b]["x"].get<double>(),
                                         places[a]["y"].get<double>() - places[b]["y"].get<double>());
      EXPECT_GT(distance, 20) << a << " and " << b << " lie on each other";
      (joined.contains({a, b}) ? near : far) += distance;
    }
  EXPECT_LT(near / 15, 0.9 * far / 30) << "15 links of 45 pairs";

  const std::string path_before = std::getenv("PATH");
  setenv("PATH", path("petersen").c_str(), /*overwrite=*/1);  // Without Graphviz.
  EXPECT_EQ(report({"petersen"}).status, kGood);
  setenv("PATH", path_before.c_str(), /*overwrite=*/1);
  EXPECT_TRUE(data_of("page.html")["networks"][0]["places"].is_null()) << "the browser places the nodes";
}

TEST_F(ReportPage, NeedsNothingElse) {
  run("small/torus_8x8_duato.yaml", "run", {"--set", "name=\"</script><b>&\"", "--report"});
  const std::string page = contents_of(folder_ / "run/report.html");
  EXPECT_EQ(data_of("run/report.html")["runs"][0]["manifest"]["name"], "</script><b>&");
  EXPECT_FALSE(std::regex_search(page, std::regex(R"((src|href)\s*=\s*"?(https?:)?//)")));
  EXPECT_FALSE(std::regex_search(page, std::regex(R"(@import|url\()")));
}

TEST_F(ReportPage, OfWhatIsNoReportIsRefused) {
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_EQ(refusal({"empty"}),
            "switchyard: error: empty: not a folder of `run`, `platform` or `sweep`: it has no results.json, "
            "sweep.csv or saturation.csv\n");
  EXPECT_EQ(refusal({"missing"}).substr(0, 31), "switchyard: error: missing: not");
  run("small/torus_8x8_duato.yaml", "run");
  write("run/results.json", "{\"level\": ");
  EXPECT_EQ(refusal({"run"}), "switchyard: error: run/results.json: not JSON at byte 11\n");
  run("small/torus_8x8_duato.yaml", "run");
  write("run/channels.csv", "from_node,from_port\n0,1\n");
  EXPECT_EQ(refusal({"run"}), "switchyard: error: run/channels.csv: not the columns of a channels.csv\n");
  write("run/channels.csv", "from_node,from_port,to_node,to_port,vc,flits_per_cycle\n0,1\n");
  EXPECT_EQ(refusal({"run"}), "switchyard: error: run/channels.csv, line 2: not as many cells as columns\n");
  write("run/channels.csv", "from_node,from_port,to_node,to_port,vc,flits_per_cycle\n0,1,64,1,0,0.1\n");
  EXPECT_EQ(refusal({"run"}), "switchyard: error: run/channels.csv: 64 is not a node of nodes.csv\n");
  std::filesystem::remove(folder_ / "run/manifest.json");
  EXPECT_NE(refusal({"run"}).find("run/manifest.json cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
