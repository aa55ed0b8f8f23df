#include <filesystem>
#include <string>

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
    return results;
  }

  TemporaryFolder folder_;
};

TEST_F(PlatformFiles, RunAsByPlatform) {
  for (const std::string& file : {kPlatform, kCombining})
    EXPECT_EQ(results_of("run", file), results_of("platform", file));
}

TEST_F(PlatformFiles, RunWithoutTheOptionsThatAreForNetworks) {
  for (const char* option : {"--vcd-nodes=1", "--vcd-from=1", "--vcd-to=1", "--rtl-nodes=1", "--threads=1",
                             "--fault=router_5.link_arbiter_2@1000"}) {
    const CommandResult result =
        run_switchyard({"run", kPlatform, "--vcd", (folder_ / "x.vcd").string(), option});
    EXPECT_EQ(result.status, 2);
    const std::string name = std::string(option).substr(0, std::string(option).find('='));
    EXPECT_EQ(result.err,
              "switchyard: error: " + name + " is for networks, and " + kPlatform + " is a platform\n");
  }
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
