#include "tests/support/needs.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

void need_nothing_that_there_is() { NEEDS(true, "a tool"); }
void need_what_is_missing() { NEEDS(false, "a tool"); }

/// Sets CI, and restores it.
class Needs : public testing::Test {
 protected:
  Needs() {
    if (const char* ci = std::getenv("CI")) before_ = ci;
  }
  ~Needs() override {
    if (before_) set_ci(before_->c_str());
    if (!before_) unsetenv("CI");
  }
  static void set_ci(const char* value) { setenv("CI", value, /*overwrite=*/1); }

  static CommandResult script(const std::vector<std::string>& programs) {
    return run_command((source_folder() / "script/needs").string(), programs);
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(Needs, OfAScriptAreSkippedOrFailWhereCiIsSet) {
  for (const char* ci : {"", "true"}) {
    set_ci(ci);
    EXPECT_EQ(script({"sh", "ls"}).status, 0);
    const CommandResult missing = script({"sh", "no-such-program", "ls"});
    EXPECT_EQ(missing.status, *ci == '\0' ? 77 : 1);
    EXPECT_NE(missing.out.find("no-such-program is missing"), std::string::npos) << missing.out;
  }
  unsetenv("CI");
  EXPECT_EQ(script({"no-such-program"}).status, 77);
}

TEST_F(Needs, OfATestFailWhereCiIsSet) {
  set_ci("1");
  need_nothing_that_there_is();
  EXPECT_FATAL_FAILURE(need_what_is_missing(), "CI is set, and a tool is missing");
}

TEST_F(Needs, OfATestAreSkippedElsewhere) {
  for (const char* ci : {"", "unset"}) {
    set_ci(ci);
    if (*ci != '\0') unsetenv("CI");
    testing::TestPartResultArray results;
    {
      const testing::ScopedFakeTestPartResultReporter reporter(&results);
      need_what_is_missing();
    }
    ASSERT_EQ(results.size(), 1);
    EXPECT_TRUE(results.GetTestPartResult(0).skipped());
  }
}

}  // namespace
}  // namespace switchyard
