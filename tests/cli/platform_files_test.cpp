#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kPlatform = "configs/platform/torus_4x4.yaml";
const std::string kCombining = "configs/platform/ranade_2_reduce.yaml";
const std::string kNetwork = "configs/small/torus_8x8_duato.yaml";

class PlatformFiles : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  nlohmann::json results_of(const char* command, const std::string& file) {
    const std::string out = (folder_ / command).string();
    const CommandResult result = run_switchyard({command, file, "--out", out});
    EXPECT_EQ(result.status, 0) << result.err;
    nlohmann::json results = nlohmann::json::parse(contents_of(folder_ / command / "results.json"));
    results.erase("wall_seconds");
    results.at("check").erase("seconds");
    return results;
  }

  TemporaryFolder folder_;
};

TEST_F(PlatformFiles, RunAsByPlatform) {
  for (const std::string& file : {kPlatform, kCombining})
    EXPECT_EQ(results_of("run", file), results_of("platform", file));
}

TEST_F(PlatformFiles, RunWithoutTheOptionsThatAreForNetworks) {
  for (const char* option : {"--rtl-nodes=1", "--fault=router_5.link_arbiter_2@1000"}) {
    const CommandResult result =
        run_switchyard({"run", kPlatform, "--vcd", (folder_ / "x.vcd").string(), option});
    EXPECT_EQ(result.status, 2);
    const std::string name = std::string(option).substr(0, std::string(option).find('='));
    EXPECT_EQ(result.err,
              "switchyard: error: " + name + " is for networks, and " + kPlatform + " is a platform\n");
  }
}

TEST_F(PlatformFiles, MayComeFromAPipeAsNetworksMay) {
  for (const char* command : {"run", "check", "show", "validate"}) {
    for (const std::string& file : {kPlatform, kNetwork}) {
      const CommandResult result = run_command(
          "/bin/sh", {"-c", "cat \"$2\" | \"$SWITCHYARD\" \"$1\" /dev/stdin", "sh", command, file});
      EXPECT_EQ(result.status, 0) << command << ' ' << file << '\n' << result.err;
    }
  }
}

TEST_F(PlatformFiles, RunTheSameWithThreads) {
  const auto hash_with = [&](const char* threads) {
    const std::string out = (folder_ / threads).string();
    const CommandResult result = run_switchyard({"run", kPlatform, "--threads", threads, "--out", out});
    EXPECT_EQ(result.status, 0) << result.err;
    return nlohmann::json::parse(contents_of(folder_ / threads / "results.json")).at("event_hash");
  };
  EXPECT_EQ(hash_with("1"), hash_with("3"));
}

TEST_F(PlatformFiles, AreSweptIntoATableAndAPicture) {
  const CommandResult result = run_switchyard({"sweep", kPlatform, "--over", "topology.link_latency=1,4",
                                               "--over", "seed=1,2", "--out", (folder_ / "sweep").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  std::istringstream table(contents_of(folder_ / "sweep" / "sweep.csv"));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(table, line);) {
    std::vector<std::string>& cells = rows.emplace_back();
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  }
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0],
            (std::vector<std::string>{"topology.link_latency", "seed", "end_ns", "reads", "read_mean_ns",
                                      "read_max_ns", "writes", "write_mean_ns", "write_max_ns", "packets",
                                      "flit_hops", "cycles", "outcome", "event_hash", "reason"}));
  const auto results =
      nlohmann::json::parse(contents_of(folder_ / "sweep" / "points" / "0" / "results.json"));
  EXPECT_EQ(std::stod(rows[1][2]), results.at("end_ns").get<double>());
  EXPECT_EQ(rows[1][12], "finished");
  EXPECT_EQ(rows[1][13], results.at("event_hash"));
  EXPECT_LT(std::stod(rows[1][2]), std::stod(rows[3][2])) << "longer links, a later end";
  double reads = 0;
  for (const nlohmann::json& master : results.at("masters"))
    reads +=
        master.at("reads").at("transactions").get<double>() * master.at("reads").at("mean_ns").get<double>();
  EXPECT_NEAR(std::stod(rows[1][4]) * std::stod(rows[1][3]), reads, 1e-6 * reads);
  if (std::filesystem::exists(folder_ / "sweep" / "sweep.gp")) {
    EXPECT_NE(contents_of(folder_ / "sweep" / "sweep.gp").find("end of the last task (ns)"),
              std::string::npos);
  }
}

TEST_F(PlatformFiles, ThatRunOutOfTimeAreFailedPointsOfASweep) {
  const CommandResult result = run_switchyard(
      {"sweep", kPlatform, "--over", "platform.limit=300,100000", "--out", (folder_ / "sweep").string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("platform.limit=300: unfinished: 10 tasks have not ended within platform.limit"),
            std::string::npos)
      << result.err;
  EXPECT_NE(contents_of(folder_ / "sweep" / "sweep.csv").find(",finished,"), std::string::npos);
}

TEST_F(PlatformFiles, HaveNoSaturation) {
  const CommandResult result =
      run_switchyard({"sweep", kPlatform, "--saturation", "--out", (folder_ / "sweep").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--saturation searches traffic.load"), std::string::npos) << result.err;
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(PlatformFiles, AreCheckedAsTheirNetworks) {
  for (const std::string& file : {kPlatform, kCombining}) {
    const CommandResult result = run_switchyard({"check", file, "--json"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(nlohmann::json::parse(result.out).at("verdict"), "unsafe");
  }
}

TEST_F(PlatformFiles, AreShownWithTheirSockets) {
  const CommandResult text = run_switchyard({"show", kPlatform});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const char* line : {"torus 4 x 4: 16 nodes", "initiators        4: nodes 0, 3, 12, 15\n",
                           "targets           4: nodes 5, 6, 9, 10\n",
                           "region            0x10000..0x1ffff: target 6, from its address 0x0 on\n"})
    EXPECT_NE(text.out.find(line), std::string::npos) << line << '\n' << text.out;

  const nlohmann::json sockets =
      nlohmann::json::parse(run_switchyard({"show", kPlatform, "--json"}).out).at("sockets");
  EXPECT_EQ(sockets.at("initiators"), (std::vector<int>{0, 3, 12, 15}));
  EXPECT_EQ(sockets.at("regions").at(3),
            (nlohmann::json{{"first", 0x30000}, {"last", 0x3ffff}, {"target", 10}, {"offset", 0}}));

  const CommandResult combining = run_switchyard({"show", kCombining});
  EXPECT_NE(combining.out.find("combining memory  0x10000..0x10fff\n"), std::string::npos) << combining.out;
}

TEST_F(PlatformFiles, ShowNoSocketsOfANetwork) {
  EXPECT_EQ(run_switchyard({"show", kNetwork}).out.find("initiators"), std::string::npos);
}

TEST_F(PlatformFiles, MayBeAtFaultWithTheSameMessageForEveryCommand) {
  const std::string bad = "configs/bad/platform_empty_region.yaml";
  const CommandResult expected = run_switchyard({"platform", bad});
  EXPECT_EQ(expected.status, 2);
  for (const char* command : {"run", "check", "show", "validate"}) {
    const CommandResult result = run_switchyard({command, bad});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, expected.err) << command;
  }
}

TEST_F(PlatformFiles, AreRefusedByCosim) {
  const CommandResult result = run_switchyard({"cosim", kPlatform, "--out", (folder_ / "out").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "switchyard: error: " + kPlatform +
                            " is a platform, which `run`, `sweep`, `check` and `show` take\n");
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(PlatformFiles, AreNotWhatPlatformIsGiven) {
  const CommandResult result = run_switchyard({"platform", kNetwork});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "switchyard: error: " + kNetwork + " has no platform; `switchyard run " + kNetwork +
                            "` runs it\n");
}

}  // namespace
}  // namespace switchyard
