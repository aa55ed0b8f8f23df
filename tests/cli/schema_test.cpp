#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_barrier_experiment.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_circuit_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_multistage_experiment.h"
#include "tests/support/random_output_queued_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/random_splitter_experiment.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// What script/schema, with a validator that knows nothing of this project, finds by the schema of the
/// command.
class ConfigurationSchema : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS(run_command("python3", {"-c", "import jsonschema, yaml"}).status == 0, "python3-jsonschema");
    const CommandResult schema = run_switchyard({"schema"});
    ASSERT_EQ(schema.status, kGood) << schema.err;
    write("schema.json", schema.out);
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  CommandResult check(std::vector<std::string> files) {
    files.insert(files.begin(), (folder_ / "schema.json").string());
    return run_command((source_folder() / "script/schema").string(), files);
  }

  TemporaryFolder folder_;
};

TEST_F(ConfigurationSchema, AcceptsEveryGoodFileOfConfigsAndRefusesTwoFifthsOfTheBad) {
  const CommandResult result = check({});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  std::smatch share;
  ASSERT_TRUE(std::regex_search(result.out, share, std::regex("bad ones the schema refuses .*, ([0-9]+) %")));
  EXPECT_GE(std::stoi(share[1]), 40);
}

TEST_F(ConfigurationSchema, WithAChoiceOfNothingIsRefusedAsEditorsRefuseIt) {
  write("schema.json", R"({"properties": {"a": {"anyOf": [{"enum": ["b"]}, {"enum": []}]}}})");
  const CommandResult result = check({});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("/properties/a/anyOf: an empty enum"), std::string::npos) << result.out;
}

TEST_F(ConfigurationSchema, AcceptsRandomConfigurations) {
  using Make = std::string (*)(std::uint64_t);
  const std::vector<Make> makers = {random_experiment,
                                    random_switched_experiment,
                                    random_hierarchy_experiment,
                                    random_hypercube_experiment,
                                    random_attached_experiment,
                                    random_barrier_experiment,
                                    random_link_barrier_experiment,
                                    random_chaos_experiment,
                                    random_exchange_experiment,
                                    random_circuit_experiment,
                                    random_multistage_circuit_experiment,
                                    random_multistage_experiment,
                                    random_multistage_queue_experiment,
                                    random_output_queued_experiment,
                                    random_queue_experiment,
                                    random_splitter_experiment,
                                    random_turn_model_experiment,
                                    random_allocator_experiment,
                                    random_stage_experiment,
                                    random_depth_experiment,
                                    random_ordered_experiment};
  std::vector<std::string> files;
  for (std::size_t kind = 0; kind < makers.size(); ++kind) {
    for (std::uint64_t number = 1; number <= 40; ++number) {
      const std::string name = std::to_string(kind) + '_' + std::to_string(number) + ".yaml";
      files.push_back(write(name, makers[kind](number)));
    }
  }
  const CommandResult result = check(files);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

/// One edit each of a good configuration.
TEST_F(ConfigurationSchema, RefusesWhatOneOrTwoKeysShow) {
  const std::string good =
      "topology: {kind: torus, radix: [4, 4]}\n"
      "router: {kind: duato, virtual_channels: 4, input_depth: 8}\n"
      "routing: {kind: duato}\n"
      "traffic: {pattern: uniform, load: 0.3, packet_length: 8}\n";
  EXPECT_EQ(check({write("good.yaml", good)}).status, 0);
  const std::vector<std::vector<std::string>> edits = {
      {"virtual_channels", "virtual_chanels", "router: Additional properties are not allowed"},
      {"input_depth: 8", "t_crossbar: -1", "router.t_crossbar: -1 is less than the minimum of 0"},
      {"input_depth: 8", "t_crossbar: slow", "router.t_crossbar: 'slow' is not of type 'integer'"},
      {"input_depth: 8", "input_depth: 0", "router.input_depth: 0 is not valid"},
      {"input_depth: 8", "input_depth: [8, 8, 0, 8]", "router.input_depth: [8, 8, 0, 8] is not valid"},
      {"input_depth: 8", "queue_size: 8", "False schema does not allow 8"},
      {"kind: torus", "kind: taurus", "topology.kind: 'taurus' is not one of"},
      {"radix: [4, 4]", "dimensions: 4", "topology: 'radix' is a required property"},
      {"radix: [4, 4]", "radix: [4, 1]", "topology.radix: [4, 1] is not valid"},
      {"routing: {kind: duato}", "routing: {kind: three_queue}", "routing.kind: 'three_queue' is not one of"},
      {"routing: {kind: duato}\n", "", "'routing' is a required property"},
      {"pattern: uniform", "pattern: uniform, burst_length: 3", "False schema does not allow 3"},
      {"load: 0.3", "load: 1.5", "traffic.load: 1.5 is greater than the maximum of 1"},
      {"load: 0.3, ", "", "traffic: 'load' is a required property"},
      {"traffic:", "workload: {kind: static}\ntraffic:", "False schema does not allow"},
  };
  for (const auto& edit : edits) {
    std::string text = good;
    ASSERT_NE(text.find(edit[0]), std::string::npos) << edit[0];
    text.replace(text.find(edit[0]), edit[0].size(), edit[1]);
    const CommandResult result = check({write("edited.yaml", text)});
    EXPECT_EQ(result.status, 1) << edit[1];
    EXPECT_NE(result.out.find(edit[2]), std::string::npos) << edit[1] << ": " << result.out;
  }
}

}  // namespace
}  // namespace switchyard
