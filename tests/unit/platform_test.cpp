#include <gtest/gtest.h>

#include "testbench/platform/level_carrier.h"
#include "testbench/platform/platform.h"
#include "testbench/run/experiment.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

PlatformExperiment example() {
  ConfigDocument document = ConfigDocument::from_file(source_folder() / "configs/platform/torus_4x4.yaml");
  return read_platform_experiment(document, standard_catalogs().hardware);
}

/// Flat memory: what the tasks make of it one after the other, in the order of the list.
std::vector<std::uint8_t> after_all_tasks(const PlatformExperiment& experiment, const Platform& platform) {
  std::vector<std::uint8_t> flat(0x40000);
  for (const Region& region : experiment.interconnect.regions.regions()) {
    const auto& bytes = platform.memories()[region.target]->store().bytes();
    std::copy(bytes.begin(), bytes.end(), flat.begin() + static_cast<std::ptrdiff_t>(region.first));
  }
  for (const TaskConfig& task : experiment.platform.tasks)
    std::copy_n(flat.begin() + static_cast<std::ptrdiff_t>(task.from), task.bytes,
                flat.begin() + static_cast<std::ptrdiff_t>(task.to));
  return flat;
}

class PlatformAt : public testing::TestWithParam<const char*> {};

TEST_P(PlatformAt, LeavesInItsMemoriesWhatItsTasksSay) {
  const PlatformExperiment experiment = example();
  Platform platform("platform", experiment, carrier_at(*find_level(GetParam()), experiment.design),
                    sc_core::sc_time(1, sc_core::SC_NS));
  const std::vector<std::uint8_t> expected = after_all_tasks(experiment, platform);
  for (int i = 0; i < 100 && !platform.tasks().finished(); ++i)
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  ASSERT_TRUE(platform.tasks().finished());
  for (const Region& region : experiment.interconnect.regions.regions()) {
    const auto& bytes = platform.memories()[region.target]->store().bytes();
    EXPECT_TRUE(
        std::equal(bytes.begin(), bytes.end(), expected.begin() + static_cast<std::ptrdiff_t>(region.first)))
        << region.target;
  }
  for (const auto& master : platform.masters()) EXPECT_EQ(master->errors(), 0u);
  EXPECT_EQ(platform.interconnect().under_way(), 0u);
}

TEST_P(PlatformAt, MayBeAbandonedInTheMiddle) {  // Under the sanitizers: nothing leaks.
  const PlatformExperiment experiment = example();
  Platform platform("platform", experiment, carrier_at(*find_level(GetParam()), experiment.design),
                    sc_core::sc_time(1, sc_core::SC_NS));
  sc_core::sc_start(sc_core::sc_time(1234.5, sc_core::SC_NS));
  EXPECT_FALSE(platform.tasks().finished());
  EXPECT_GT(platform.interconnect().under_way(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Levels, PlatformAt, testing::Values("fast", "approximate"));

}  // namespace
}  // namespace switchyard
