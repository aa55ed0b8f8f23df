#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// In a folder, by the rules of the sources.
CommandResult spell(const std::filesystem::path& folder) {
  return run_command("/usr/bin/env", {"-C", folder.string(), "codespell", "--config",
                                      (source_folder() / ".codespellrc").string(), "."});
}

class Spelling : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS(run_command("/usr/bin/env", {"bash", "-c", "command -v codespell"}).status == 0, "codespell");
  }
};

TEST_F(Spelling, OfDocumentsAndCommentsIsRight) {
  const CommandResult result = spell(source_folder());
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

TEST_F(Spelling, IsLookedInto) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.h") << "/// Recieves packets.\n";
  std::ofstream(folder / "b.md") << "The apropriate page.\n";
  const CommandResult result = spell(folder.path());
  EXPECT_NE(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("Recieves ==> Receives"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("b.md:1"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace switchyard
