#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

TEST(Curves, AreAPicturePerPatternForTrafficAndForAStaticLoad) {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "env", {"OUT=" + folder.path().string(), (source_folder() / "script/curves").string(), "4"});
  ASSERT_EQ(result.status, 0) << result.err;
  for (const char* kind : {"4cube", "4cube_static"}) {
    for (const char* pattern : {"uniform", "complement", "transpose", "bit_reversal"}) {
      const auto picture = folder / kind / ("sweep_" + std::string(pattern) + ".png");
      EXPECT_TRUE(std::filesystem::exists(picture)) << picture;
    }
    const std::string table = contents_of(folder / kind / "sweep.csv");
    EXPECT_EQ(table.find("error"), std::string::npos) << table;
    for (const std::string& config : config_files("configs/paper/cube")) {
      EXPECT_NE(table.find(config), std::string::npos) << config;
    }
  }
}

TEST(Occupancy, IsDrawnByTheOnesOfANodesAddress) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("env", {"OUT=" + folder.path().string(), (source_folder() / "script/occupancy").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "occupancy.png"));
  std::istringstream table(contents_of(folder / "occupancy.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "ones,queue,runs,packets,packets_ci95");
  for (int ones = 0; ones <= 8; ++ones) {
    for (int queue = 0; queue < 3; ++queue) {
      std::getline(table, line);
      int read_ones = -1;
      int read_queue = -1;
      double mean = -1;
      double ci95 = -1;
      ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,5,%lf,%lf", &read_ones, &read_queue, &mean, &ci95), 4)
          << line;
      EXPECT_EQ(read_ones, ones);
      EXPECT_EQ(read_queue, queue);
      EXPECT_LT(ci95, 0.3) << line;
      if (ones == 8) {
        EXPECT_NEAR(mean, queue == 2 ? 0 : 4, 0.1);  // Node 255 is full, and nothing leaves it downwards.
      }
      if (ones == 0) {
        EXPECT_LT(mean, 1);
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
