#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/running_command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::string config(const std::string& file) { return (source_folder() / "configs" / file).string(); }

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// The commands that write into a folder, but for --out.
std::vector<std::vector<std::string>> commands() {
  return {{"run", config("small/torus_4x4_chaos.yaml")},
          {"platform", config("platform/torus_4x4.yaml")},
          {"sweep", config("small/torus_4x4_chaos.yaml"), "--over", "seed=1,2"},
          {"cosim", config("small/torus_4x4_chaos.yaml"), "--levels", "clocked", "--seeds", "1"}};
}

CommandResult run_into(std::vector<std::string> command, const std::string& folder) {
  command.insert(command.end(), {"--out", folder});
  return run_switchyard(command);
}

TEST(OutputFolder, IsOfOneRunAtATime) {
  const TemporaryFolder folder;
  RunningCommand first({"run", config("small/torus_8x8_duato.yaml"), "--set", "measure.cycles=1000000000000",
                        "--out", folder.path().string()});
  first.wait_for_cpu_seconds(0.5);
  for (const auto& command : commands()) {
    const CommandResult second = run_into(command, folder.path().string());
    EXPECT_EQ(second.status, kBadInput) << command[0];
    EXPECT_EQ(second.err,
              "switchyard: error: " + folder.path().string() + ": another run is writing into it\n");
    EXPECT_EQ(second.out, "");
  }
  EXPECT_EQ(folder.file_count(), 0U) << "before the first run ends";
  first.send(SIGTERM);
  EXPECT_EQ(first.wait(), 128 + SIGTERM);
  EXPECT_EQ(run_into(commands()[0], folder.path().string()).status, kGood);
}

TEST(OutputFolder, ThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "text";
  for (const std::string& out : {(folder / "file").string(), (folder / "file/below").string(),
                                 std::string("/proc/below"), std::string("/proc/sys"), std::string()}) {
    for (const auto& command : commands()) {
      const CommandResult result = run_into(command, out);
      EXPECT_EQ(result.status, kBadInput) << command[0] << ' ' << out;
      EXPECT_NE(result.err.find(out), std::string::npos) << result.err;
      EXPECT_EQ(result.out, "") << command[0] << ' ' << out;
    }
  }
  EXPECT_EQ(contents_of(folder / "file"), "text");
}

TEST(OutputFolder, HoldsNothingOfAnEarlierReport) {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  ASSERT_EQ(run_into({"run", config("small/torus_4x4_chaos.yaml")}, out).status, kGood);
  EXPECT_TRUE(std::filesystem::exists(folder / "queues.csv"));
  std::ofstream(folder / "notes") << "of the user";
  ASSERT_EQ(run_into({"run", config("small/torus_8x8_duato.yaml")}, out).status, kGood);
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"channels.csv", "config.yaml", "manifest.json",
                                                               "nodes.csv", "notes", "results.json"}));
  ASSERT_EQ(run_into({"platform", config("platform/torus_4x4.yaml")}, out).status, kGood);
  EXPECT_EQ(names_in(folder.path()),
            (std::vector<std::string>{"config.yaml", "manifest.json", "notes", "results.json"}));
}

TEST(OutputFiles, WithoutANameAreRefused) {
  const std::string file = config("small/torus_4x4_chaos.yaml");
  const std::string platform = config("platform/torus_4x4.yaml");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"run", file, "--vcd", ""},
                                                  {"platform", platform, "--vcd", ""},
                                                  {"show", file, "--dot", ""},
                                                  {"check", file, "--dot", ""},
                                                  {"check", file, "--trace", ""}}) {
    const CommandResult result = run_switchyard(command);
    EXPECT_EQ(result.status, kBadInput) << command[0];
    EXPECT_NE(result.err.find(command[2]), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST(OutputFiles, ThatCannotBeWrittenAreRefusedBeforeTheRun) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "text";
  std::filesystem::create_directory(folder / "folder.vcd");
  const std::string file = config("small/torus_4x4_chaos.yaml");
  for (const std::string& path : {(folder / "file/below.vcd").string(), (folder / "folder.vcd").string(),
                                  std::string("/proc/below.vcd")}) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run", file, "--vcd", path},
          {"platform", config("platform/torus_4x4.yaml"), "--vcd", path},
          {"show", file, "--dot", path},
          {"check", file, "--dot", path}}) {
      const CommandResult result = run_switchyard(command);
      EXPECT_EQ(result.status, kBadInput) << command[0] << ' ' << path;
      EXPECT_EQ(result.out, "") << command[0] << ' ' << path;
    }
  }
}

TEST(OutputFiles, MakeTheirFolder) {
  const TemporaryFolder folder;
  const std::string file = config("small/torus_4x4_chaos.yaml");
  EXPECT_EQ(run_switchyard({"run", file, "--vcd", (folder / "a/b/c.vcd").string(), "--vcd-to", "10"}).status,
            0);
  EXPECT_EQ(names_in(folder / "a/b"), (std::vector<std::string>{"c.gtkw", "c.vcd"}));
  EXPECT_EQ(run_switchyard({"show", file, "--dot", (folder / "d/e.dot").string()}).status, kGood);
  EXPECT_EQ(run_switchyard({"check", file, "--dot", (folder / "f/g.dot").string()}).status, kGood);
  EXPECT_TRUE(std::filesystem::exists(folder / "d/e.dot"));
  EXPECT_TRUE(std::filesystem::exists(folder / "f/g.dot"));
}

TEST(OutputFiles, OfNamesThatAreNotUtf8AreWritten) {
  const TemporaryFolder folder;
  const std::string latin = (folder / "caf\xe9").string();
  std::filesystem::create_directory(latin);
  std::filesystem::copy(config("small/torus_4x4_chaos.yaml"), latin + "/n\xe4me.yaml");
  EXPECT_EQ(run_into({"run", latin + "/n\xe4me.yaml", "--set", "name=null"}, latin + "/out").status, kGood);
  const auto manifest = nlohmann::json::parse(contents_of(latin + "/out/manifest.json"));
  EXPECT_EQ(manifest["command"][0].get<std::string>().empty(), false);
  EXPECT_EQ(run_switchyard({"show", latin + "/n\xe4me.yaml", "--json"}).status, kGood);
  EXPECT_EQ(run_switchyard({"check", latin + "/n\xe4me.yaml", "--json"}).status, kGood);
}

}  // namespace
}  // namespace switchyard
