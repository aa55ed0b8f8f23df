#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class Messages : public testing::Test {
 protected:
  void SetUp() override {
    write(
        "topology: {kind: mesh, radix: [4, 4]}\n"
        "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 2}\n"
        "routing: {kind: dimension_order}\n");
  }
  void write(const std::string& network) const {
    std::ofstream(config()) << "name: mesh\n" << network << "measure: {cycles: 1000000}\n";
  }
  std::string config() const { return (folder_ / "mesh.yaml").string(); }

  CommandResult run(const std::string& workload, const std::string& level = "fast") const {
    return run_switchyard({"run", config(), "--set", "workload={kind: messages, " + workload + "}", "--level",
                           level, "--out", (folder_ / "out").string()});
  }
  nlohmann::json results() const {
    return nlohmann::json::parse(contents_of(folder_ / "out" / "results.json"));
  }

  TemporaryFolder folder_;
};

TEST_F(Messages, AreReportedByClass) {
  for (const char* level : {"fast", "clocked", "approximate"}) {
    const CommandResult result = run(
        "graph: request_reply, servers: [5], requests: 10, service: 7, request_length: 2, reply_length: 6",
        level);
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    const nlohmann::json messages = results().at("messages");
    EXPECT_EQ(messages.at("delivered"), 300);
    EXPECT_EQ(messages.at("left_over"), 0);
    EXPECT_EQ(messages.at("flits"), 150 * 8);
    EXPECT_EQ(messages.at("round_trip").at("messages"), 150);
    EXPECT_EQ(messages.at("longest_chain"), 20);
    EXPECT_EQ(messages.at("window_full"), 0);
    const nlohmann::json& classes = messages.at("classes");
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(classes[0].at("name"), "request");
    EXPECT_EQ(classes[0].at("flits"), 300);
    EXPECT_EQ(classes[1].at("name"), "reply");
    EXPECT_EQ(classes[1].at("latency").at("messages"), 150);
  }
}

TEST_F(Messages, AreNotAllThereWhenTimeIsUp) {
  std::ofstream(config(), std::ios::app) << "expect: {stable: true}\n";
  const CommandResult result = run_switchyard(
      {"run", config(), "--set", "workload={kind: messages, graph: fork_join, rounds: 50, service: 100}",
       "--set", "measure.cycles=700"});
  EXPECT_EQ(result.status, 1) << result.out;
  EXPECT_NE(result.out.find("that were read ahead not"), std::string::npos) << result.out;
}

TEST_F(Messages, ThatWaitForRefusedOnesNeverComeAndTheRunEnds) {
  write(
      "topology: {kind: mesh, radix: [4, 4]}\n"
      "router: {kind: duato, virtual_channels: 2}\nrouting: {kind: adaptive_up_down}\n"
      "faults: [{node: 15}]\nexpect: {stable: true, unreachable_pairs: 30}\n");
  const CommandResult result = run("graph: fork_join, rounds: 5");
  EXPECT_EQ(result.status, 1) << result.out << result.err;
  EXPECT_NE(result.out.find("have not come: some were refused, and others wait for them"), std::string::npos)
      << result.out << result.err;
  EXPECT_EQ(results().at("messages").at("delivered"), 2 * 14);  // All of the first round but the one for 15.
}

/// Several times as many messages as the memory would hold.
TEST_F(Messages, LongerThanTheMemoryRun) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers take all of the address space";
  const std::string command =
      "ulimit -v 80000; exec \"$SWITCHYARD\" run \"$1\" --set \"workload={kind: messages, graph: stencil, "
      "shape: [4, 4], iterations: 12000, window: $2}\" --set measure.cycles=3000000";
  const CommandResult streamed = run_command("/bin/sh", {"-c", command, "sh", config(), "2000"});
  EXPECT_EQ(streamed.status, 0) << streamed.out << streamed.err;
  const CommandResult all_at_once = run_command("/bin/sh", {"-c", command, "sh", config(), "1000000"});
  EXPECT_NE(all_at_once.status, 0) << "the bound says nothing: " << all_at_once.out;
}

}  // namespace
}  // namespace switchyard
