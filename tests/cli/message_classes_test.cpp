#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "testbench/report/exit_status.h"
#include "tests/support/config_files.h"
#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

class MessageClasses : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }
  nlohmann::json json(const std::filesystem::path& file) const {
    return nlohmann::json::parse(contents_of(file));
  }

  TemporaryFolder folder_;
  const std::string config_ = "configs/small/mesh_4x4_classes.yaml";
};

/// Each cell of a class is what the run has, and the loads of the classes are that of the run.
TEST_F(MessageClasses, HaveColumnsInTheTableOfASweep) {
  const std::filesystem::path out = folder_ / "sweep";
  ASSERT_EQ(run_switchyard({"sweep", config_, "--over", "traffic.load=0.05,0.1", "--over", "seed=1,2",
                            "--out", out.string()})
                .status,
            kGood);
  const auto rows = table_of(out / "sweep.csv");
  ASSERT_EQ(rows.size(), 4U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const nlohmann::json results = json(out / "points" / std::to_string(i) / "results.json");
    ASSERT_EQ(results.at("classes").size(), 4U);
    double offered = 0;
    for (const auto& of_class : results.at("classes")) {
      const auto name = of_class.at("name").get<std::string>();
      offered += of_class.at("offered").get<double>();
      EXPECT_EQ(rows[i].at(name + "_accepted"), of_class.at("accepted").dump());
      EXPECT_EQ(rows[i].at(name + "_latency_mean"), of_class.at("packet_latency").at("mean").dump());
      EXPECT_EQ(rows[i].at(name + "_latency_p99"), of_class.at("packet_latency").at("p99").dump());
      EXPECT_EQ(rows[i].at(name + "_round_trip_mean"),
                of_class.contains("round_trip") ? of_class.at("round_trip").at("mean").dump() : "");
    }
    EXPECT_NEAR(offered, results.at("offered").get<double>(), 1e-9);
  }
  const auto means = table_of(out / "sweep_means.csv");
  EXPECT_EQ(means.at(0).count("read_round_trip_mean"), 1U);
}

TEST_F(MessageClasses, CanBeChosenByNameForTheFileOfPackets) {
  const std::filesystem::path file = folder_ / "packets.csv";
  ASSERT_EQ(run_switchyard({"run", config_, "--packets", file.string(), "--packets-classes", "data"}).status,
            kGood);
  std::set<std::string> labels;
  for (const auto& row : table_of(file)) labels.insert(row.at("class"));
  EXPECT_EQ(labels, std::set<std::string>{"data"});
  const CommandResult misspelt =
      run_switchyard({"run", config_, "--packets", file.string(), "--packets-classes", "dat"});
  EXPECT_EQ(misspelt.status, kBadInput);
  EXPECT_NE(misspelt.err.find("one of read, data, write, acknowledgement"), std::string::npos)
      << misspelt.err;
}

/// The verdict depends on traffic here, so a sweep looks at each combination that differs in it.
TEST_F(MessageClasses, AreJudgedForEachCombinationOfASweep) {
  const CommandResult refused =
      run_switchyard({"sweep", "configs/small/torus_4x4_shared_classes.yaml", "--over",
                      "traffic.load=0.1,0.2", "--out", (folder_ / "none").string()});
  EXPECT_EQ(refused.status, kBadInput);
  EXPECT_NE(refused.err.find("messages wait for each other"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace switchyard
