#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kConfig = "configs/small/torus_8x8_duato.yaml";

CommandResult run_with_waves(const std::string& config, const std::string& level,
                             const std::filesystem::path& vcd) {
  return run_switchyard({"run", (source_folder() / config).string(), "--level", level, "--vcd", vcd.string(),
                         "--vcd-nodes", "0", "--vcd-from", "0", "--vcd-to", "300"});
}

/// A view without the lines that name files.
std::string signals_of(const std::filesystem::path& view) {
  std::istringstream lines(contents_of(view));
  std::string signals;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("[dumpfile]", 0) != 0 && line.rfind("[savefile]", 0) != 0) signals += line + "\n";
  }
  return signals;
}

TEST(Waves, AreTheSameBytesAtBothLevels) {
  for (const std::string config :
       {"configs/small/torus_8x8_duato.yaml", "configs/small/torus_4x4_half_duplex.yaml",
        "configs/small/custom_terminals.yaml", "configs/small/custom_stages.yaml",
        "configs/small/chiplets_2x2_duato.yaml", "configs/small/torus_8x8_ports.yaml",
        "configs/small/long_links.yaml", "configs/small/ranade_3_prefix.yaml",
        "configs/small/mesh16_7_hot_rows.yaml"}) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_with_waves(config, "fast", folder / "fast.vcd").status, 0);
    ASSERT_EQ(run_with_waves(config, "clocked", folder / "clocked.vcd").status, 0);
    EXPECT_EQ(contents_of(folder / "fast.vcd"), contents_of(folder / "clocked.vcd")) << config;
    EXPECT_GT(contents_of(folder / "fast.vcd").size(), 10000U) << config;
  }
}

TEST(Waves, ShowTheBuffersOfAMeshNodeByName) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_with_waves("configs/small/mesh16_7_hot_rows.yaml", "fast", folder / "a.vcd").status, 0);
  const std::string dump = contents_of(folder / "a.vcd");
  for (const char* name : {"straight_0", "straight_1", "turn_left_0", "turn_right_1", "own_packet"})
    EXPECT_NE(dump.find(std::string("$scope module ") + name + " $end"), std::string::npos) << name;
}

TEST(Waves, ThatBeginAfterTheEndAreSaidToBeEmpty) {
  const TemporaryFolder folder;
  for (const std::string& config : {kConfig, std::string("configs/platform/torus_4x4.yaml")}) {
    const CommandResult result = run_switchyard({"run", (source_folder() / config).string(), "--vcd",
                                                 (folder / "late.vcd").string(), "--vcd-from", "10000000"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("late.vcd is empty: the run ended after "), std::string::npos) << result.err;
  }
}

TEST(Waves, HaveNoViewBesideADevice) {
  const CommandResult result =
      run_switchyard({"run", (source_folder() / kConfig).string(), "--vcd", "/dev/null", "--vcd-to", "10"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_FALSE(std::filesystem::exists("/dev/null.gtkw"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Waves, TheTrackedViewFitsTheWaveform) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_with_waves(kConfig, "fast", folder / "torus_8x8_duato.vcd").status, 0);
  EXPECT_EQ(signals_of(source_folder() / "waveforms/views/torus_8x8_duato.gtkw"),
            signals_of(folder / "torus_8x8_duato.gtkw"));
}

/// Of a run that would take an hour, ended after two seconds.
CommandResult begin_to_run(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"2",     std::getenv("SWITCHYARD"),
                                     "run",   (source_folder() / "configs/small/rtl_torus4.yaml").string(),
                                     "--set", "measure.cycles=100000000"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command("timeout", arguments);
}

TEST(Waves, ThatWillBeLargeAreAnnouncedWithWhatMakesThemSmaller) {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.vcd").string();
  const std::string said = begin_to_run({"--vcd", file}).err;
  EXPECT_NE(said.find("switchyard: warning: the waveform will have about "), std::string::npos) << said;
  EXPECT_NE(said.find(" GB, "), std::string::npos) << said;
  EXPECT_NE(said.find("--vcd-nodes, --vcd-from and --vcd-to"), std::string::npos) << said;
  for (const char* last : {"5000", "399"})
    EXPECT_EQ(begin_to_run({"--vcd", file, "--vcd-to", last}).err.find("warning"), std::string::npos) << last;
  EXPECT_EQ(begin_to_run({}).err.find("warning"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
