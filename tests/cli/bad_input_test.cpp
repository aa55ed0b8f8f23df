#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class BadInput : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  TemporaryFolder folder_;
};

TEST_P(BadInput, EndsWithStatusTwoAndAMessageAndWritesNothing) {
  const std::string wave = (folder_ / "wave.vcd").string();
  const CommandResult result =
      run_switchyard({"run", GetParam(), "--out", (folder_ / "out").string(), "--vcd", wave});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with(GetParam() + ':')) << result.err;
  EXPECT_NE(result.err.find(": error: "), std::string::npos) << result.err;
  EXPECT_EQ(folder_.file_count(), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, BadInput, testing::ValuesIn(config_files("configs/bad")),
                         [](const auto& test) { return stem_of(test.param); });

void expect_same_message(const char* command, const std::string& file) {
  std::filesystem::current_path(source_folder());
  const CommandResult run = run_switchyard({command, file});
  const CommandResult validate = run_switchyard({"validate", file});
  EXPECT_EQ(validate.status, kBadInput);
  EXPECT_EQ(validate.err, run.err);
}

TEST(BadInputOfValidate, EndsWithTheSameMessageAsARun) {
  expect_same_message("run", "configs/bad/several_faults.yaml");
}

TEST(BadInputOfValidate, EndsWithTheSameMessageAsAPlatform) {
  expect_same_message("platform", "configs/bad/platform_empty_region.yaml");
  expect_same_message("platform", "configs/bad/platform_unknown_key_in_interconnect.yaml");
}

TEST(BadInputOfRun, IsAFileThatDoesNotExist) {
  const CommandResult result = run_switchyard({"run", "no/such/file.yaml"});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.err, "no/such/file.yaml: error: cannot be read: No such file or directory\n");
}

TEST(BadInputOfRun, IsAnOverrideOfAnUnknownKey) {
  std::filesystem::current_path(source_folder());
  const CommandResult result =
      run_switchyard({"run", "configs/small/trace_mesh.yaml", "--set", "router.input_dept=9"});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_TRUE(result.err.starts_with(
      "--set router.input_dept=9:1:8: error: unknown key 'input_dept' in router; did you "
      "mean 'input_depth'?\n"))
      << result.err;
}

}  // namespace
}  // namespace switchyard
