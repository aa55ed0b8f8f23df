#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kConfig = "configs/small/torus_8x8_duato.yaml";

class UnknownWords : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// The sentence with which these arguments are refused.
  static std::string refusal(const std::vector<std::string>& arguments) {
    const CommandResult result = run_switchyard(arguments);
    EXPECT_EQ(result.status, kBadInput) << result.err;
    EXPECT_EQ(result.out, "");
    const std::string begin = "switchyard: error: ";
    EXPECT_TRUE(result.err.starts_with(begin)) << result.err;
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line: " << result.err;
    return result.err.substr(begin.size(), result.err.size() - begin.size() - 1);
  }
};

TEST_F(UnknownWords, AnUnknownSubcommandIsNamedWithTheNearestAndTheList) {
  const std::string list =
      "there are run, sweep, platform, cosim, export, check, estimate, conflicts, survivors, expansion, "
      "show, "
      "list, schema, validate, packet, report, compare; `switchyard --help` says what they do";
  EXPECT_EQ(refusal({"frobnicate", kConfig}), "'frobnicate' is not a subcommand; " + list);
  EXPECT_EQ(refusal({"rnu", kConfig}), "'rnu' is not a subcommand; did you mean run? " + list);
  EXPECT_EQ(refusal({"chekc", "run", kConfig}), "'chekc' is not a subcommand; did you mean check? " + list);
  EXPECT_EQ(refusal({kConfig}),
            "'" + kConfig + "' is not a subcommand; `switchyard run " + kConfig + "` runs it");
  EXPECT_EQ(refusal({"--level", "fast", "run", kConfig}),
            "--level is not known before the subcommand; options come after it");
}

TEST_F(UnknownWords, AMissingSubcommandIsToldWithTheList) {
  EXPECT_EQ(
      refusal({}),
      "a subcommand is missing: run, sweep, platform, cosim, export, check, estimate, conflicts, survivors, "
      "expansion, show, list, schema, validate, packet, report, compare; `switchyard --help` says what "
      "they do");
}

TEST_F(UnknownWords, AnUnknownOptionIsNamedWithTheNearest) {
  EXPECT_EQ(refusal({"run", kConfig, "--levl", "fast"}), "run has no option --levl; did you mean --level?");
  EXPECT_EQ(refusal({"run", "--levl=fast", kConfig}), "run has no option --levl; did you mean --level?");
  EXPECT_EQ(refusal({"sweep", kConfig, "--job", "3"}), "sweep has no option --job; did you mean --jobs?");
  EXPECT_EQ(refusal({"check", kConfig, "--colour"}),
            "check has no option --colour; `switchyard check --help` lists them");
  EXPECT_EQ(refusal({"list", "-q"}), "list has no option -q; `switchyard list --help` lists them");
}

TEST_F(UnknownWords, AKeyOfTheConfigurationGivenAsAnOptionPointsToSet) {
  EXPECT_EQ(refusal({"run", kConfig, "--seed", "3"}), "run has no option --seed; did you mean --set seed=3?");
  EXPECT_EQ(refusal({"run", "--seed", "3", kConfig}), "run has no option --seed; did you mean --set seed=3?");
  EXPECT_EQ(refusal({"run", kConfig, "--load=0.4"}),
            "run has no option --load; did you mean --set traffic.load=0.4?");
  EXPECT_EQ(refusal({"run", kConfig, "--traffic.load", "0.4"}),
            "run has no option --traffic.load; did you mean --set traffic.load=0.4?");
  EXPECT_EQ(refusal({"show", kConfig, "--traffic.laod=0.4"}),
            "show has no option --traffic.laod; did you mean --set traffic.load=0.4?");
  EXPECT_EQ(refusal({"check", kConfig, "--virtual-channels", "3"}),
            "check has no option --virtual-channels; did you mean --set router.virtual_channels=3?");
  EXPECT_EQ(refusal({"run", kConfig, "--link_latency"}),
            "run has no option --link_latency; did you mean --set topology.link_latency=...?");
  EXPECT_EQ(refusal({"cosim", kConfig, "--out", "none", "--seed", "3"}),
            "cosim has no option --seed; did you mean --seeds or --set seed=3?");
  EXPECT_EQ(refusal({"platform", "configs/platform/torus_4x4.yaml", "--limit", "9"}),
            "platform has no option --limit; did you mean --set platform.limit=9?");
}

TEST_F(UnknownWords, AnUnknownLevelIsNamedWithTheNearestAndTheList) {
  const std::string list = "there are fast, approximate, clocked, lockstep, rtl, rtl_router";
  EXPECT_EQ(refusal({"run", kConfig, "--level", "fsat"}),
            "--level fsat is not known; did you mean fast? " + list);
  EXPECT_EQ(refusal({"cosim", kConfig, "--out", "none", "--levels", "rtl,gates"}),
            "--levels gates is not known; " + list);
}

TEST_F(UnknownWords, ASurplusArgumentIsNamed) {
  EXPECT_EQ(refusal({"run", kConfig, "configs/quickstart.yaml"}),
            "run: 'configs/quickstart.yaml' is one argument too many");
  EXPECT_EQ(refusal({"run", kConfig, "--", "foo"}), "run: 'foo' is one argument too many");
  EXPECT_EQ(refusal({"run", kConfig, "traffic.load=0.4"}),
            "run: 'traffic.load=0.4' is one argument too many; did you mean --set traffic.load=0.4?");
}

TEST_F(UnknownWords, AMissingConfigurationOrOptionIsNamed) {
  EXPECT_EQ(refusal({"run"}), "run needs a configuration, as in `switchyard run configs/quickstart.yaml`");
  EXPECT_EQ(refusal({"sweep", "--out", "none"}),
            "sweep needs a configuration, as in `switchyard sweep configs/quickstart.yaml`");
  EXPECT_TRUE(refusal({"cosim", kConfig}).starts_with("cosim needs --out: ")) << refusal({"cosim", kConfig});
}

TEST_F(UnknownWords, AnOptionWithoutItsValueIsNamed) {
  EXPECT_EQ(refusal({"run", kConfig, "--out"}), "--out needs a value");
  EXPECT_EQ(refusal({"run", kConfig, "--threads="}), "--threads needs a value");
  EXPECT_EQ(refusal({"run", kConfig, "--out", "--level", "fast"}),
            "--out needs a value, but --level follows");
  EXPECT_EQ(refusal({"run", "--out", "--allow-unsafe", kConfig}),
            "--out needs a value, but --allow-unsafe follows");
  EXPECT_FALSE(std::filesystem::exists("--allow-unsafe"));
}

TEST_F(UnknownWords, AnOptionThatIsGivenTwiceIsNamed) {
  EXPECT_EQ(refusal({"run", kConfig, "--out", "a", "--out", "b"}), "--out is given twice");
  EXPECT_EQ(refusal({"run", kConfig, "--level=fast", "--level", "fast"}), "--level is given twice");
}

TEST_F(UnknownWords, ANumberOutOfItsRangeIsToldWithTheRange) {
  for (const char* value : {"0", "-1", "1025", "99999999999999999999999999"}) {
    const std::string sentence = std::string(value) + " is not in 1..1024";
    EXPECT_EQ(refusal({"run", kConfig, "--threads", value}), "--threads: " + sentence);
    EXPECT_EQ(refusal({"cosim", kConfig, "--out", "none", "--jobs", value}), "--jobs: " + sentence);
    EXPECT_EQ(refusal({"sweep", kConfig, "--out", "none", "--over", "seed=1,2", "-j", value}),
              "--jobs: " + sentence);
  }
  EXPECT_EQ(refusal({"cosim", kConfig, "--out", "none", "--seeds", "0"}), "--seeds: 0 is not in 1..1000000");
  EXPECT_EQ(refusal({"run", kConfig, "--vcd-from", "-1"}), "--vcd-from: -1 is not in 0..9223372036854775807");
}

TEST_F(UnknownWords, WhatIsNoWholeNumberIsNamed) {
  for (const char* value : {"abc", "1.5", "1e3", "0x10", "3 ", "+3"}) {
    EXPECT_EQ(refusal({"run", kConfig, "--threads", value}),
              "--threads: '" + std::string(value) + "' is not a whole number");
  }
}

TEST_F(UnknownWords, ALeadingZeroDoesNotMeanOctal) {
  TemporaryFolder folder;
  const CommandResult result = run_switchyard({"cosim", kConfig, "--out", (folder / "out").string(),
                                               "--levels", "clocked", "--seeds", "1", "--first-seed", "010",
                                               "--set", "measure.cycles=50", "--set", "expect.stable=false"});
  EXPECT_NE(result.out.find(" 10 "), std::string::npos) << result.out << result.err;
}

}  // namespace
}  // namespace switchyard
