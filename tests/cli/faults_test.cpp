#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class FaultsCommand : public testing::Test {
 protected:
  FaultsCommand() { std::filesystem::current_path(source_folder()); }

  CommandResult run(const std::string& config, const std::string& faults,
                    std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run",   "configs/small/" + config + ".yaml",
                                       "--set", "faults=" + faults,
                                       "--out", folder_.path().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_switchyard(arguments);
  }
  nlohmann::json results() const { return nlohmann::json::parse(contents_of(folder_ / "results.json")); }

  TemporaryFolder folder_;
};

TEST_F(FaultsCommand, AnObliviousNetworkReportsThePairsThatItCannotReachAndFails) {
  const std::string pairs = "16 pairs of nodes: 0 -> 2, 0 -> 6, 0 -> 10, 0 -> 14, 1 -> 2";
  const CommandResult check =
      run_switchyard({"check", "configs/small/hypercube_4_ecube.yaml", "--set", "faults=[{link: [2, 0]}]"});
  EXPECT_EQ(check.status, kFailed);
  EXPECT_NE(check.out.find(pairs), std::string::npos) << check.out;
  EXPECT_NE(check.err.find("expect.unreachable_pairs = 0, but no way leads between " + pairs),
            std::string::npos)
      << check.err;

  const CommandResult ran =
      run("hypercube_4_ecube", "[{link: [2, 0]}]", {"--set", "traffic.pattern=uniform"});
  EXPECT_EQ(ran.status, kFailed);
  EXPECT_NE(ran.out.find("NOT AS EXPECTED   expect.unreachable_pairs = 0"), std::string::npos) << ran.out;
  EXPECT_EQ(results().at("unreachable_pairs"), 16);
  EXPECT_EQ(results().at("refused").at("pairs"), 16);
  EXPECT_GT(results().at("refused").at("packets"), 0);
  EXPECT_EQ(results().at("refused").at("by_pair").at(0).at("destination"), 2);
}

TEST_F(FaultsCommand, ItIsGoodIfTheConfigurationExpectsThem) {
  for (const char* command : {"check", "run"}) {
    const CommandResult result = run_switchyard({command, "configs/small/hypercube_4_faulty_ecube.yaml"});
    EXPECT_EQ(result.status, kGood) << command << result.out << result.err;
  }
  const CommandResult repaired =
      run_switchyard({"check", "configs/small/hypercube_4_faulty_ecube.yaml", "--set", "faults=[]"});
  EXPECT_EQ(repaired.status, kFailed) << "16 pairs are expected, and there are none";
}

TEST_F(FaultsCommand, ALostEscapeIsUnsafeAndNamedAndNotRun) {
  const std::vector<std::string> faulty{"configs/small/hypercube_4_duato.yaml", "--set",
                                        "faults=[{link: [0, 1]}]"};
  std::vector<std::string> check{"check"};
  check.insert(check.end(), faulty.begin(), faulty.end());
  const CommandResult checked = run_switchyard(check);
  EXPECT_EQ(checked.status, kFailed);
  EXPECT_NE(checked.out.find("verdict           unsafe"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("no escape         14 pairs of nodes: 0 -> 3,"), std::string::npos)
      << checked.out;
  EXPECT_EQ(run("hypercube_4_duato", "[{link: [0, 1]}]").status, kBadInput);
  EXPECT_EQ(run("hypercube_4_duato", "[{link: [0, 1]}]",
                {"--allow-unsafe", "--set", "expect={unreachable_pairs: 2}"})
                .status,
            kGood);
}

TEST_F(FaultsCommand, AdaptiveNetworksGoRoundFaultsThatRoutingKnows) {
  for (const char* config :
       {"hypercube_4_chaos", "hypercube_4_exchange", "custom_petersen_up_down", "torus_4x4_chaos"}) {
    const CommandResult result = run(config, "[{random_links: 2}]");
    EXPECT_EQ(result.status, kGood) << config << result.out << result.err;
    EXPECT_EQ(results().at("refused").at("packets"), 0) << config;
  }
}

TEST_F(FaultsCommand, PairsThatAPassingFaultCutsOffAreReported) {
  const CommandResult result = run("hypercube_4_ecube", "[{link: [0, 2], from: 1000, to: 1100}]");
  EXPECT_EQ(result.status, kGood) << result.out << result.err;
  EXPECT_NE(result.out.find("cut off meanwhile 16 pairs of nodes: 0 -> 2, 0 -> 6"), std::string::npos)
      << result.out;
  EXPECT_EQ(results().at("cut_off_pairs"), 16);
  EXPECT_EQ(results().at("unreachable_pairs"), 0);
  EXPECT_EQ(results().at("pending_packets").get<int>() > 100, false) << "they wait, and then go on";
}

TEST_F(FaultsCommand, APacketWithoutAWayIsNamedByTheWatchdog) {
  const CommandResult result =
      run("hypercube_4_chaos", "[{link: [0, 1], known: false}]",
          {"--set", "traffic.load=0.01", "--set", "measure.drain=5000", "--set", "expect={stable: false}"});
  EXPECT_EQ(result.status, kGood) << result.out << result.err;
  EXPECT_NE(result.out.find("has no way but over faulty links: port 0"), std::string::npos) << result.out;
  const nlohmann::json at_fault = results().at("starvation").at("at_fault");
  EXPECT_LE(at_fault.at("destination"), 1);
  EXPECT_EQ(at_fault.at("node").get<int>() + at_fault.at("destination").get<int>(), 1);
  EXPECT_GT(results().at("pending_packets"), 0);
}

TEST_F(FaultsCommand, LevelsAgreeOnFaultsThatComeAndGo) {
  const std::string faults = "[{random_links: 2, from: 600, to: 1500}, {node: 3, from: 1000, to: 1800}]";
  for (const char* config : {"torus_8x8_duato", "hypercube_4_three_queue", "hypercube_4_chaos"}) {
    std::vector<nlohmann::json> hashes;
    for (const char* level : {"fast", "clocked"}) {
      EXPECT_EQ(run(config, faults, {"--level", level, "--set", "expect={}"}).status, kGood) << config;
      hashes.push_back(results().at("event_hash"));
    }
    EXPECT_EQ(hashes[0], hashes[1]) << config;
  }
}

TEST_F(FaultsCommand, ShowNamesThem) {
  const CommandResult result = run_switchyard({"show", "configs/small/hypercube_4_faulty_chaos.yaml"});
  EXPECT_EQ(result.status, kGood) << result.err;
  EXPECT_NE(result.out.find("faults            1 link from the start; 2 links and 1 node"), std::string::npos)
      << result.out;
}

}  // namespace
}  // namespace switchyard
