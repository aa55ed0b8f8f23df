#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kNoSpace = "No space left on device";

/// The command, with a redirection for the shell to carry out: `>/dev/full`.
CommandResult redirected(const std::string& redirection, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"-c", "\"$0\" \"$@\" " + redirection, std::getenv("SWITCHYARD")};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_command("/bin/sh", words);
}

class FullDevice : public testing::Test {
 protected:
  FullDevice() { std::filesystem::current_path(source_folder()); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  TemporaryFolder folder_;
  const std::string chaos_ = "configs/small/torus_4x4_chaos.yaml";
};

TEST_F(FullDevice, AsStandardOutputIsAnErrorOfEveryCommand) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"list"},
        {"--help"},
        {"run", "--help"},
        {"--version"},
        {"run", chaos_},
        {"show", chaos_},
        {"show", chaos_, "--json"},
        {"check", chaos_},
        {"check", chaos_, "--json"},
        {"validate", chaos_},
        {"platform", "configs/platform/torus_4x4.yaml"},
        {"sweep", chaos_, "--over", "seed=1,2", "--out", path("sweep")},
        {"cosim", chaos_, "--levels", "clocked", "--seeds", "1", "--out", path("cosim")}}) {
    const CommandResult result = redirected(">/dev/full", command);
    EXPECT_EQ(result.status, kBadInput) << command[0];
    EXPECT_NE(result.err.find("switchyard: error: standard output: " + kNoSpace), std::string::npos)
        << command[0] << '\n'
        << result.err;
  }
}

TEST_F(FullDevice, LeavesTheStatusOfARunThatFailed) {
  const CommandResult result =
      redirected(">/dev/full", {"run", "configs/small/torus_no_dateline.yaml", "--allow-unsafe", "--set",
                                "traffic.load=1", "--set", "expect={}"});
  EXPECT_EQ(result.status, kDeadlock) << result.err;
  EXPECT_NE(result.err.find(kNoSpace), std::string::npos) << result.err;
  std::filesystem::create_symlink("/dev/full", folder_ / "channels.csv");
  const CommandResult unwritten =
      run_switchyard({"run", "configs/small/torus_no_dateline.yaml", "--allow-unsafe", "--set",
                      "traffic.load=1", "--set", "expect={}", "--out", folder_.path().string()});
  EXPECT_EQ(unwritten.status, kDeadlock) << unwritten.err;
  EXPECT_NE(unwritten.err.find("channels.csv cannot be written: " + kNoSpace), std::string::npos)
      << unwritten.err;
}

TEST_F(FullDevice, AsStandardErrorChangesNothing) {
  for (const std::string redirection : {"2>/dev/full", "2>&-"}) {
    EXPECT_EQ(redirected(redirection, {"run", chaos_, "--out", path("out")}).status, kGood) << redirection;
    EXPECT_EQ(redirected(redirection, {"run", "missing.yaml"}).status, kBadInput) << redirection;
    EXPECT_EQ(redirected(redirection, {"run"}).status, kBadInput) << redirection;
    EXPECT_EQ(redirected(redirection,
                         {"run", "configs/small/torus_8x8_duato.yaml", "--set", "topology.radix=[64, 64]",
                          "--set", "measure={warmup: 0, cycles: 10, drain: 0}", "--set", "expect={}"})
                  .status,
              kGood)
        << redirection << ": a note that it is too large to be checked";
  }
}

TEST_F(FullDevice, OutputThatIsClosedIsAnErrorAndNoFileTakesItsPlace) {
  const CommandResult result = redirected(">&- 2>&-", {"run", chaos_, "--out", path("out")});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(contents_of(folder_ / "out/results.json").substr(0, 2), "{\n");
  EXPECT_EQ(contents_of(folder_ / "out/channels.csv").find("torus_4x4_chaos"), std::string::npos);
}

TEST_F(FullDevice, AsAFileIsAnErrorThatNamesIt) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"show", chaos_, "--dot", "/dev/full"},
        {"check", chaos_, "--dot", "/dev/full"},
        {"run", chaos_, "--vcd", "/dev/full", "--vcd-to", "10"},
        {"run", chaos_, "--packets", "/dev/full"},
        {"run", chaos_, "--packets", "/dev/full", "--level", "clocked"},
        {"run", chaos_, "--record", "/dev/full", "--level", "clocked"},
        {"run", chaos_, "--record", "/dev/full", "--level", "approximate"}}) {
    const CommandResult result = run_switchyard(command);
    EXPECT_EQ(result.status, kBadInput) << command[0];
    EXPECT_NE(result.err.find("/dev/full cannot be written: " + kNoSpace), std::string::npos) << result.err;
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(FullDevice, AsAFileOfAReportLeavesTheEarlierReport) {
  const std::vector<std::string> run{"run", chaos_, "--out", folder_.path().string()};
  ASSERT_EQ(run_switchyard(run).status, kGood);
  const std::string before = contents_of(folder_ / "results.json") + contents_of(folder_ / "manifest.json");
  std::filesystem::remove(folder_ / "queues.csv");
  std::filesystem::create_symlink("/dev/full", folder_ / "queues.csv");
  const CommandResult result =
      run_switchyard({"run", chaos_, "--out", folder_.path().string(), "--set", "seed=7"});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_NE(result.err.find("queues.csv cannot be written: " + kNoSpace), std::string::npos) << result.err;
  EXPECT_EQ(contents_of(folder_ / "results.json") + contents_of(folder_ / "manifest.json"), before);
  EXPECT_NE(result.out.find("event hash"), std::string::npos) << "the figures are not lost";
}

TEST_F(FullDevice, APipeAndALinkAreWrittenThrough) {
  const CommandResult result = redirected("| cat", {"show", chaos_, "--dot", "/dev/stdout"});
  EXPECT_NE(result.out.find("graph [label="), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("torus_4x4_chaos\n"), std::string::npos);
  std::filesystem::create_symlink("target.dot", folder_ / "link.dot");
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(run_switchyard({"show", chaos_, "--dot", path("link.dot")}).status, kGood);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.dot"));
    EXPECT_NE(contents_of(folder_ / "target.dot").find("graph [label="), std::string::npos);
  }
}

}  // namespace
}  // namespace switchyard
