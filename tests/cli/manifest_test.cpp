#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using nlohmann::json;

class Manifest : public testing::Test {
 protected:
  Manifest() { std::filesystem::current_path(source_folder()); }

  json read(const std::string& file) const { return json::parse(contents_of(folder_ / file)); }
  std::string out(const std::string& name) const { return (folder_ / name).string(); }

  TemporaryFolder folder_;
};

TEST_F(Manifest, SaysWhatARunComesFrom) {
  const std::vector<std::string> arguments{"run",     "configs/quickstart.yaml",
                                           "--set",   "seed=5",
                                           "--level", "clocked",
                                           "--set",   "name=a b",
                                           "--out",   out("a")};
  ASSERT_EQ(run_switchyard(arguments).status, 0);
  const json manifest = read("a/manifest.json");
  std::vector<std::string> keys;
  const auto in_order = nlohmann::ordered_json::parse(contents_of(folder_ / "a/manifest.json"));
  for (const auto& [key, value] : in_order.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"version", "commit", "command", "overrides", "date", "name",
                                            "level", "seed", "config"}));
  EXPECT_TRUE(
      std::regex_match(manifest["commit"].get<std::string>(), std::regex("unknown|[0-9a-f]{40}(-dirty)?")));
  auto command = manifest["command"].get<std::vector<std::string>>();
  command.erase(command.begin());
  EXPECT_EQ(command, arguments);
  EXPECT_EQ(manifest["overrides"], (json{"seed=5", "name=a b"}));
  EXPECT_TRUE(std::regex_match(manifest["date"].get<std::string>(),
                               std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
  EXPECT_EQ(manifest["name"], "a b");
  EXPECT_EQ(manifest["level"], "clocked");
  EXPECT_EQ(manifest["seed"], 5);
  EXPECT_EQ(manifest["config"], contents_of(folder_ / "a/config.yaml"));
}

TEST_F(Manifest, HasAConfigurationThatGivesTheSameRunFromAnywhere) {
  for (const std::string file :
       {"configs/quickstart.yaml", "configs/small/trace_mesh.yaml", "configs/small/custom_ring_table.yaml",
        "configs/small/ranade_3_mixed.yaml", "configs/small/hypercube_4_faulty_chaos.yaml"}) {
    std::filesystem::current_path(source_folder());
    ASSERT_EQ(run_switchyard({"run", file, "--set", "seed=3", "--out", out("a")}).status, 0) << file;
    std::filesystem::current_path(folder_.path());
    ASSERT_EQ(run_switchyard({"run", "a/config.yaml", "--out", "b"}).status, 0) << file;
    EXPECT_EQ(read("a/results.json")["event_hash"], read("b/results.json")["event_hash"]) << file;
    EXPECT_EQ(contents_of(folder_ / "a/config.yaml"), contents_of(folder_ / "b/config.yaml"));
  }
}

TEST_F(Manifest, OfAPlatformIsTheSame) {
  ASSERT_EQ(
      run_switchyard({"platform", "configs/platform/torus_4x4.yaml", "--set", "seed=3", "--out", out("a")})
          .status,
      0);
  ASSERT_EQ(run_switchyard({"platform", out("a/config.yaml"), "--out", out("b")}).status, 0);
  EXPECT_EQ(read("a/results.json")["event_hash"], read("b/results.json")["event_hash"]);
  EXPECT_EQ(read("a/manifest.json")["overrides"], json{"seed=3"});
}

TEST_F(Manifest, AnOverriddenFileIsFoundAgain) {
  std::filesystem::copy(source_folder() / "configs/small/trace_mesh.csv", folder_ / "mine.csv");
  std::filesystem::current_path(folder_.path());
  const std::string config = (source_folder() / "configs/small/trace_mesh.yaml").string();
  ASSERT_EQ(run_switchyard({"run", config, "--set", "workload.file=mine.csv", "--out", "a"}).status, 0);
  EXPECT_NE(contents_of(folder_ / "a/config.yaml").find(out("mine.csv")), std::string::npos);
}

TEST_F(Manifest, ResultsAreTheSameAgainButForTimeAndMemory) {
  for (const std::string name : {"a", "b"})
    ASSERT_EQ(run_switchyard({"run", "configs/quickstart.yaml", "--out", out(name)}).status, 0);
  json a = read("a/results.json");
  json b = read("b/results.json");
  for (json* results : {&a, &b}) {
    results->erase("wall_seconds");
    results->erase("peak_memory_bytes");
    (*results)["check"].erase("seconds");
  }
  EXPECT_EQ(a, b);
}

TEST_F(Manifest, HistogramsAreThreeLines) {
  ASSERT_EQ(run_switchyard({"run", "configs/quickstart.yaml", "--out", out("a")}).status, 0);
  const json histogram = read("a/results.json")["packet_latency"]["histogram"];
  ASSERT_FALSE(histogram["from"].empty());
  EXPECT_EQ(histogram["from"].size(), histogram["to"].size());
  EXPECT_EQ(histogram["from"].size(), histogram["packets"].size());
  std::uint64_t packets = 0;
  for (const auto& of_bin : histogram["packets"]) packets += of_bin.get<std::uint64_t>();
  EXPECT_EQ(packets, read("a/results.json")["packet_latency"]["packets"]);
  const std::string text = contents_of(folder_ / "a/results.json");
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 150);
}

}  // namespace
}  // namespace switchyard
