#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// script/setup where no package is installed, with a PATH of its own and an apt-get that only talks. A copy
/// of it, for the sources may be where only root can read.
class SetupScript : public testing::Test {
 protected:
  SetupScript() {
    std::filesystem::permissions(path_.path(), std::filesystem::perms{0755});
    for (const char* tool : {"bash", "cat", "comm", "env", "mktemp", "rm", "sed", "sort"})
      std::filesystem::create_symlink("/usr/bin/" + std::string(tool), path_ / tool);
    std::filesystem::copy_file(source_folder() / "script/setup", path_ / "setup");
    provide("dpkg-query", "exit 0");
  }

  void provide(const std::string& program, const std::string& script) {
    std::ofstream(path_ / program) << "#!/usr/bin/bash\n" << script << '\n';
    std::filesystem::permissions(path_ / program, std::filesystem::perms{0755});
  }

  CommandResult set_up(std::vector<std::string> as_whom = {}) {
    as_whom.insert(as_whom.end(),
                   {"/usr/bin/env", "PATH=" + path_.path().string(), (path_ / "setup").string()});
    const std::string program = as_whom.front();
    as_whom.erase(as_whom.begin());
    return run_command(program, as_whom);
  }

  TemporaryFolder path_;
};

TEST_F(SetupScript, KeepsWhatAptPrintsToItself) {
  provide("sudo", "exec \"$@\"");
  provide("apt-get", "echo noise; echo more noise >&2");
  const CommandResult result = set_up();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("script/setup: installing ", 0), 0U) << result.out;
  EXPECT_EQ(result.out.find('\n'), result.out.size() - 1) << result.out;
  EXPECT_EQ(result.err, "");
}

TEST_F(SetupScript, ShowsWhatAptPrintsIfItFails) {
  provide("sudo", "exec \"$@\"");
  provide("apt-get", "echo Unable to locate package; exit 100");
  const CommandResult result = set_up();
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("Unable to locate package\n"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("script/setup: apt-get could not install: "), std::string::npos) << result.err;
}

TEST_F(SetupScript, SaysWhatRootMustInstallWhereThereIsNoSudo) {
  provide("apt-get", "exit 0");
  std::vector<std::string> as_somebody;
  if (geteuid() == 0) as_somebody = {"/usr/bin/setpriv", "--reuid=65534", "--clear-groups"};
  const CommandResult result = set_up(as_somebody);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(
      result.err.rfind("script/setup: not run by root, and there is no sudo. As root: apt-get install ", 0),
      0U)
      << result.err;
  EXPECT_NE(result.err.find(" verilator"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
