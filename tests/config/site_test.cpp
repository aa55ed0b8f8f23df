#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class Site : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS(run_command("/usr/bin/env", {"bash", "-c", "command -v mkdocs"}).status == 0, "mkdocs");
  }
};

TEST_F(Site, IsBuiltWithoutALinkThatLeadsNowhere) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command((source_folder() / "script/site").string(), {folder.path().string()});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(contents_of(folder / "configuration/index.html").find("<code>virtual_channels</code>"),
            std::string::npos);
  // A link to the sources is text.
  EXPECT_EQ(contents_of(folder / "your_own_router/index.html").find("href=\"../tests"), std::string::npos);
}

/// A copy of the documents with one more page.
TEST_F(Site, RefusesALinkThatLeadsNowhere) {
  const TemporaryFolder folder;
  const auto all = std::filesystem::copy_options::recursive;
  for (const char* part : {"docs", "script", "mkdocs.yml"})
    std::filesystem::copy(source_folder() / part, folder / part, all);
  std::ofstream(folder / "docs/glossary.md") << "[nowhere](nowhere.md)\n";
  const CommandResult result = run_command((folder / "script/site").string(), {(folder / "site").string()});
  EXPECT_NE(result.status, 0);
  EXPECT_NE((result.out + result.err).find("nowhere.md"), std::string::npos) << result.out << result.err;
}

}  // namespace
}  // namespace switchyard
