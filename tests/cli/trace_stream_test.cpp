#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kHeader = "cycle,source,destination,flits\n";

class TraceFile : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "mesh.yaml")
        << "name: mesh\n"
           "topology: {kind: mesh, radix: [4, 4]}\n"
           "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 2}\n"
           "routing: {kind: dimension_order}\n"
           "workload: {kind: trace, file: t.csv}\n"
           "measure: {cycles: 1000000}\n";
  }

  void write(const std::string& text) const { std::ofstream(folder_ / "t.csv") << text; }
  void write(const std::vector<std::string>& lines) const {
    std::string text = kHeader;
    for (const std::string& line : lines) text += line;
    write(text);
  }

  CommandResult command(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, (folder_ / "mesh.yaml").string());
    return run_switchyard(arguments);
  }

  /// What does not depend on the file's order.
  nlohmann::json results_at(const std::string& level) const {
    const CommandResult result = command({"run", "--level", level, "--out", (folder_ / "out").string()});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    const nlohmann::json all = nlohmann::json::parse(contents_of(folder_ / "out" / "results.json"));
    nlohmann::json results;
    for (const char* key : {"event_hash", "cycles", "offered", "delivered_packets", "packet_latency", "hops"})
      results[key] = all.at(key);
    return results;
  }

  TemporaryFolder folder_;
};

/// Lines in order of cycles, of which no two have both cycle and source in common.
std::vector<std::string> random_lines(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<std::string> lines;
  for (int cycle = 0; static_cast<int>(lines.size()) < count; cycle += 1 + static_cast<int>(random() % 3)) {
    for (unsigned source = 0; source < 16; ++source) {
      if (random() % 20 == 0)
        lines.push_back(std::to_string(cycle) + ',' + std::to_string(source) + ',' +
                        std::to_string(random() % 16) + ',' + std::to_string(1 + random() % 5) + '\n');
    }
  }
  return lines;
}

TEST_F(TraceFile, InOrderOfCyclesOrShuffledIsTheSameRunAtEveryLevel) {
  for (const char* level : {"fast", "clocked", "approximate"}) {
    std::vector<std::string> lines = random_lines(7, 1000);
    write(lines);
    const nlohmann::json streamed = results_at(level);
    EXPECT_EQ(streamed.at("delivered_packets"), lines.size());
    std::shuffle(lines.begin(), lines.end(), std::mt19937(8));
    write(lines);
    EXPECT_EQ(results_at(level), streamed) << level;
  }
}

TEST_F(TraceFile, MayBeginWithAByteOrderMarkAsAConfigurationMay) {
  const std::vector<std::string> lines = random_lines(1, 100);
  write(lines);
  const nlohmann::json without = results_at("fast");
  write("\xEF\xBB\xBF" + contents_of(folder_ / "t.csv"));
  EXPECT_EQ(results_at("fast"), without);
}

TEST_F(TraceFile, LongerThanTheMemoryRunsIfItIsInOrder) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers take all of the address space";
  std::string text = kHeader;
  for (int cycle = 0; cycle < 2'000'000; ++cycle) text += std::to_string(cycle) + ",0,0,1\n";
  write(text);
  const std::string run = "ulimit -v 60000; exec \"$SWITCHYARD\" run \"$1\" --set measure.cycles=3000000";
  const std::string file = (folder_ / "mesh.yaml").string();
  const CommandResult streamed = run_command("/bin/sh", {"-c", run, "sh", file});
  EXPECT_EQ(streamed.status, 0) << streamed.out << streamed.err;

  write(text + "5,1,2,1\n");
  const CommandResult sorted = run_command("/bin/sh", {"-c", run, "sh", file});
  EXPECT_EQ(sorted.status, 2);
  EXPECT_EQ(sorted.out, "");
  const std::string csv = (folder_ / "t.csv").string();
  for (const std::string& part :
       {csv + ":2000002: error: the cycle is before that of the line above",
        std::string("the 2000001 packets takes 48 MB"), "`sort -s -t, -k1,1n " + csv + " > sorted.csv`"})
    EXPECT_NE(sorted.err.find(part), std::string::npos) << part << '\n' << sorted.err;
}

TEST_F(TraceFile, IsSortedByTheCommandThatTheMessageGives) {
  std::vector<std::string> lines = random_lines(3, 300);
  std::shuffle(lines.begin(), lines.end(), std::mt19937(8));
  write(lines);
  const nlohmann::json shuffled = results_at("fast");
  const std::string csv = (folder_ / "t.csv").string();
  const CommandResult sort = run_command("/bin/sh", {"-c", "sort -s -t, -k1,1n " + csv + " > " + csv +
                                                               ".sorted && mv " + csv + ".sorted " + csv});
  EXPECT_EQ(sort.status, 0) << sort.err;
  EXPECT_TRUE(contents_of(csv).starts_with(kHeader));
  EXPECT_EQ(results_at("fast"), shuffled);
}

TEST_F(TraceFile, OfAPipeIsReadOnceAndRunsAsAFileDoes) {
  write(random_lines(5, 200));
  const CommandResult file = command({"run"});
  const CommandResult pipe =
      run_command("/bin/sh", {"-c", "cat \"$2\" | \"$SWITCHYARD\" run \"$1\" --set workload.file=/dev/stdin",
                              "sh", (folder_ / "mesh.yaml").string(), (folder_ / "t.csv").string()});
  EXPECT_EQ(pipe.status, 0) << pipe.err;
  const auto hash = [](const std::string& out) { return out.substr(out.find("event hash"), 40); };
  ASSERT_NE(file.out.find("event hash"), std::string::npos) << file.out;
  EXPECT_EQ(hash(pipe.out), hash(file.out));
}

}  // namespace
}  // namespace switchyard
