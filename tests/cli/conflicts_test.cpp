#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "hw/topology/multistage.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/dice.h"
#include "tests/support/occurrences.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kNetwork = "configs/small/multistage_16_baseline.yaml";

class ConflictsCommand : public testing::Test {
 protected:
  ConflictsCommand() { std::filesystem::current_path(source_folder()); }

  static CommandResult run(std::vector<std::string> arguments, int terminals = 16, int size = 4) {
    arguments.insert(arguments.begin(),
                     {"conflicts", kNetwork, "--set", fmt::format("topology.terminals={}", terminals),
                      "--set", fmt::format("topology.switch={}", size)});
    return run_switchyard(arguments);
  }
  static nlohmann::json sets(std::vector<std::string> arguments, int terminals = 16, int size = 4) {
    arguments.emplace_back("--json");
    return nlohmann::json::parse(run(std::move(arguments), terminals, size).out)["sets"];
  }

  TemporaryFolder folder_;
};

using Paths = std::vector<std::pair<unsigned, unsigned>>;

/// By the names that links have where labels are the paper's: stage, low digits of the destination and of the
/// source.
unsigned conflicts_by_names(const Paths& paths, int digits, int bits) {
  const auto low = [&](unsigned label, int count) { return label & ((1U << (count * bits)) - 1); };
  unsigned conflicts = 0;
  for (std::size_t a = 0; a < paths.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (paths[a].first == paths[b].first || paths[a].second == paths[b].second) continue;
      bool shared = false;
      for (int stage = 0; stage + 1 < digits; ++stage) {
        shared |= low(paths[a].second, stage + 1) == low(paths[b].second, stage + 1) &&
                  low(paths[a].first, digits - 1 - stage) == low(paths[b].first, digits - 1 - stage);
      }
      conflicts += shared;
    }
  }
  return conflicts;
}

TEST_F(ConflictsCommand, FindsThoseOfRandomPathsInEveryWiring) {
  const char* const wirings[] = {"baseline", "reverse_baseline", "omega", "flip", "butterfly", "cube"};
  for (std::uint64_t number = 0; number < 24; ++number) {
    Dice dice(number);
    const int bits = dice.between(1, 3);
    const int digits = dice.between(2, 6 / bits);
    const int terminals = 1 << (bits * digits);
    Paths paths;
    std::ofstream file(folder_ / "paths.csv");
    const int count = dice.between(2, 60);
    for (int p = 0; p < count; ++p) {
      paths.emplace_back(dice.between(0, terminals - 1), dice.between(0, terminals - 1));
      file << paths.back().first << ',' << paths.back().second << '\n';
    }
    file.close();
    const auto found = sets({"--paths", (folder_ / "paths.csv").string(), "--set",
                             fmt::format("topology.wiring={}", wirings[number % 6])},
                            terminals, 1 << bits)[0];
    EXPECT_EQ(found["conflicts"], conflicts_by_names(paths, digits, bits)) << number;
    EXPECT_EQ(found["conflicts_by_rule"], found["conflicts"]) << number;
  }
}

/// Of contracted trees those have conflicts between levels that have two levels at least, and whose first
/// ring is longer than a digit. Within a level there are none.
TEST_F(ConflictsCommand, RefutesTheoremEightExactlyWhereTheRingIsLongerThanADigit) {
  const std::pair<int, int> networks[] = {{4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1},
                                          {4, 2}, {6, 2}, {8, 2}, {6, 3}};
  for (const auto& [m, n] : networks) {
    for (int d = m < 4 + m % 2 ? 2 : 1; d <= m; ++d) {
      const auto found = sets({"--tree", std::to_string(1 << d)}, 1 << m, 1 << n);
      for (std::size_t s = 0; s + 1 < found.size(); ++s) {
        EXPECT_EQ(found[s]["conflicts"], 0) << m << ' ' << n << ' ' << d << ' ' << found[s];
        EXPECT_EQ(found[s]["shared_sources"], 0) << found[s];
      }
      EXPECT_EQ(found.back()["set"], "all levels");
      EXPECT_EQ(found.back()["conflicts"] != 0, d < m && d / 2 > n) << m << ' ' << n << ' ' << d;
      EXPECT_EQ(found.back()["conflicts_by_rule"], found.back()["conflicts"]);
    }
  }
}

/// Every root of 64 terminals, each on another wiring, with every tree.
TEST_F(ConflictsCommand, FindsTheSameForEveryRootWiringAndDirection) {
  for (const char* const tree : {"2", "4", "8", "16"}) {
    auto expected = sets({"--tree", tree}, 64, 2);
    for (auto& set : expected) set.erase("first");
    for (int root = 0; root < 64; ++root) {
      const std::string wiring = "topology.wiring=" + kWirings[root % kWirings.size()];
      auto found = sets({"--tree", tree, "--root", std::to_string(root), "--set", wiring}, 64, 2);
      for (auto& set : found) set.erase("first");
      EXPECT_EQ(found, expected) << root << ' ' << wiring;
      auto down = sets(
          {"--tree", tree, "--root", std::to_string(root), "--direction", "descend", "--set", wiring}, 64, 2);
      for (std::size_t s = 0; s < down.size(); ++s) {
        EXPECT_EQ(down[s]["conflicts"], expected[s]["conflicts"]);
        EXPECT_EQ(down[s]["shared_sources"], expected[s]["shared_destinations"]);
      }
    }
  }
}

TEST_F(ConflictsCommand, CountsPathsToThemselvesOnlyIfAsked) {
  EXPECT_EQ(sets({"--tree", "4"})[0]["paths"], 14);
  EXPECT_EQ(sets({"--tree", "4", "--self"})[0]["paths"], 16);
}

TEST_F(ConflictsCommand, CountsThoseOfLabelsThatAreNotThePapersByLinksAlone) {
  for (const char* const wiring : {"omega", "flip", "butterfly", "cube"}) {
    const auto natural = sets({"--tree", "4", "--set", "topology.labels=natural", "--set",
                               std::string("topology.wiring=") + wiring});
    EXPECT_GT(natural.back()["conflicts"], 0) << wiring;
    EXPECT_FALSE(natural.back().contains("conflicts_by_rule")) << wiring;
  }
}

TEST_F(ConflictsCommand, AreWarnedOfByARunOfATreeWithSuchLabels) {
  const std::vector<std::string> arguments{"run", "configs/paper/quadtree64.yaml", "--set"};
  const auto with = [&](const char* labels) {
    auto all = arguments;
    all.push_back(std::string("topology.labels=") + labels);
    return run_switchyard(all);
  };
  const CommandResult natural = with("natural");
  EXPECT_EQ(natural.status, kGood) << natural.err;
  EXPECT_EQ(natural.err,
            "switchyard: warning: topology.labels = natural: trees are free of conflicts with labels: paper; "
            "`switchyard conflicts` counts those of this network\n");
  EXPECT_EQ(with("paper").err, "");
}

/// Processor time of all commands so far.
double seconds_of_commands() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

TEST_F(ConflictsCommand, AndCheckTakeLessThanTenSecondsOf4096Terminals) {
  constexpr double kGoal = 10;
  const std::vector<std::string> network{"check", kNetwork,           "--set", "topology.terminals=4096",
                                         "--set", "topology.switch=2"};
  const double start = seconds_of_commands();
  const CommandResult check = run_switchyard(network);
  EXPECT_EQ(check.status, kGood) << check.err;
  EXPECT_NE(check.out.find("verdict           acyclic"), std::string::npos) << check.out;
  const double checked = seconds_of_commands();
  EXPECT_EQ(sets({"--tree", "4"}, 4096, 2).back()["conflicts"], 0);
  EXPECT_TRUE(kSanitized || checked - start < kGoal) << checked - start;
  EXPECT_TRUE(kSanitized || seconds_of_commands() - checked < kGoal) << seconds_of_commands() - checked;
}

TEST_F(ConflictsCommand, ExitsWithOneIfPathsAreInConflict) {
  EXPECT_EQ(run({"--tree", "4"}).status, kGood);
  const CommandResult conflict = run({"--tree", "16"}, 64, 2);
  EXPECT_EQ(conflict.status, kFailed);
  EXPECT_NE(conflict.out.find("50 -> 18 and 18 -> 0 share the link"), std::string::npos) << conflict.out;
}

TEST_F(ConflictsCommand, TakesThePatternOrTheMessagesOfTheConfiguration) {
  const auto uniform = sets({});
  EXPECT_EQ(uniform[0]["paths"], 16 * 15);
  const auto reversed = sets({"--set", "traffic.pattern=bit_reversal"}, 16, 2);
  EXPECT_EQ(reversed[0]["conflicts"], 0);  // Theorem 2.
  const CommandResult messages = run_switchyard({"conflicts", "configs/small/messages_stencil.yaml", "--json",
                                                 "--set", "routing.kind=dimension_order"});
  EXPECT_FALSE(nlohmann::json::parse(messages.out)["sets"].empty()) << messages.err;
}

TEST_F(ConflictsCommand, DrawsThePathsAsSvg) {
  const std::string file = (folder_ / "tree.svg").string();
  EXPECT_EQ(run({"--tree", "16", "--svg", file}, 64, 2).status, kFailed);
  const std::string svg = contents_of(file);
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_EQ(occurrences(svg, "#d55e00"),
            4U);  // Each of the four messages of level 1 shares one link with one of level 0.
}

TEST_F(ConflictsCommand, RefusesWhatIsNoSetOfPaths) {
  const auto refuses = [&](std::vector<std::string> arguments, const std::string& why, int terminals = 16) {
    const CommandResult result = run(std::move(arguments), terminals, terminals == 16 ? 4 : 2);
    EXPECT_EQ(result.status, kBadInput) << why;
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
    EXPECT_TRUE(result.out.empty()) << result.out;
  };
  refuses({"--tree", "6"}, "a power of two of descendants");
  refuses({"--tree", "4", "--root", "16"}, "root 16 is no terminal: 0..15");
  refuses({"--tree", "32"}, "32 descendants needs as many terminals, and there are 16");
  refuses({"--tree", "2"}, "a stretch needs 16 terminals", 8);
  refuses({"--slots"}, "--tree");
  refuses({"--tree", "4", "--only", "level 7"}, "there are: level 0, level 1, all levels");
  refuses({"--set", "traffic.pattern=uniform", "--paths", "nowhere.csv"}, "nowhere.csv");
  std::ofstream(folder_ / "bad.csv") << "0,1\n3,16\nx,2\n";
  refuses({"--paths", (folder_ / "bad.csv").string()}, "bad.csv:2:3: error");
  const CommandResult adaptive = run_switchyard({"conflicts", "configs/quickstart.yaml", "--tree", "4"});
  EXPECT_EQ(adaptive.status, kBadInput);
  EXPECT_NE(adaptive.err.find("leaves a choice"), std::string::npos) << adaptive.err;
}

}  // namespace
}  // namespace switchyard
