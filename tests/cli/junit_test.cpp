#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::string config_file(const std::string& name) { return (source_folder() / "configs" / name).string(); }

/// The file that --junit leaves.
class JunitOption : public testing::Test {
 protected:
  /// Runs a command; the lines of its test cases, without their times.
  std::string cases_of(std::vector<std::string> words, int status) {
    words.insert(words.end(), {"--junit", file_.string()});
    const CommandResult result = run_switchyard(words);
    EXPECT_EQ(result.status, status) << result.err;
    const std::string schema = (source_folder() / "tests/support/junit.xsd").string();
    EXPECT_EQ(
        std::system(("xmllint --noout --schema '" + schema + "' '" + file_.string() + "' 2>&1").c_str()), 0);
    const std::string text = contents_of(file_);
    static const std::regex kCase(R"re(name="([^"]*)" time="[^"]*"(/>|>\s*<(failure|error|skipped)))re");
    std::string cases;
    for (std::sregex_iterator found(text.begin(), text.end(), kCase), end; found != end; ++found)
      cases += (*found)[1].str() + ": " + ((*found)[3].matched ? (*found)[3].str() : "passed") + "\n";
    return cases;
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "new" / "junit.xml";
};

TEST_F(JunitOption, OfARunHasACaseForEachExpectation) {
  const std::string torus = config_file("small/torus_8x8_duato.yaml");
  EXPECT_EQ(cases_of({"run", torus, "--set", "expect={stable: true, max_mean_latency: 5, min_accepted: 0.1}"},
                     kFailed),
            "run: passed\nexpect.stable: passed\nexpect.min_accepted: passed\n"
            "expect.max_mean_latency: failure\n");
  EXPECT_NE(contents_of(file_).find("expect.max_mean_latency = 5, but the mean is "), std::string::npos);
  EXPECT_EQ(cases_of({"run", torus, "--set", "expect=null"}, kGood), "run: passed\n");
}

TEST_F(JunitOption, OfARunThatFailsSkipsWhatCannotBeTold) {
  EXPECT_EQ(cases_of({"run", config_file("small/torus_no_dateline.yaml"), "--allow-unsafe", "--set",
                      "expect={stable: false}"},
                     kDeadlock),
            "run: failure\nexpect.stable: skipped\n");
}

TEST_F(JunitOption, OfACheckHasTheVerdictAndTheConnections) {
  EXPECT_EQ(cases_of({"check", config_file("small/torus_8x8_duato.yaml")}, kGood),
            "verdict: passed\nconnected: passed\n");
  EXPECT_EQ(cases_of({"check", config_file("small/torus_8x8_duato.yaml"), "--set", "expect.verdict=acyclic"},
                     kFailed),
            "verdict: failure\nconnected: passed\n");
}

TEST_F(JunitOption, OfASweepHasItsRuns) {
  EXPECT_EQ(cases_of({"sweep", config_file("small/torus_8x8_duato.yaml"), "--over", "traffic.load=0.1,0.9",
                      "--seeds", "2", "--out", (folder_ / "sweep").string()},
                     kGood),
            "seed=1, traffic.load=0.1: passed\nseed=1, traffic.load=0.9: passed\n"
            "seed=2, traffic.load=0.1: passed\nseed=2, traffic.load=0.9: passed\n")
      << "one that is not stable has not failed";
  EXPECT_EQ(cases_of({"sweep", config_file("platform/torus_4x4.yaml"), "--over", "platform.limit=300,100000",
                      "--out", (folder_ / "platforms").string()},
                     kFailed),
            "platform.limit=300: failure\nplatform.limit=100000: passed\n");
}

TEST_F(JunitOption, OfAPlatformHasItsRun) {
  const std::string platform = config_file("platform/torus_4x4.yaml");
  EXPECT_EQ(cases_of({"platform", platform}, kGood), "run: passed\n");
  EXPECT_EQ(cases_of({"run", platform, "--set", "platform.limit=300"}, kFailed), "run: failure\n");
  EXPECT_NE(contents_of(file_).find("10 tasks have not ended within platform.limit"), std::string::npos);
}

TEST_F(JunitOption, ThatCannotBeWrittenStopsTheCommandBeforeItsWork) {
  const CommandResult result =
      run_switchyard({"run", config_file("quickstart.yaml"), "--junit", "/dev/null/junit.xml"});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("/dev/null"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
