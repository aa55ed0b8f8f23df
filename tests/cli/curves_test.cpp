#include <gtest/gtest.h>

#include <filesystem>

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

}  // namespace
}  // namespace switchyard
