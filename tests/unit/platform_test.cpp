#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/combining_platform.h"
#include "testbench/platform/level_carrier.h"
#include "testbench/platform/platform.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

PlatformExperiment example(const std::string& file = "torus_4x4.yaml") {
  ConfigDocument document = ConfigDocument::from_file(source_folder() / "configs/platform" / file);
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
  for (int i = 0; i < 100 && !platform.workers().tasks().finished(); ++i)
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  ASSERT_TRUE(platform.workers().tasks().finished());
  for (const Region& region : experiment.interconnect.regions.regions()) {
    const auto& bytes = platform.memories()[region.target]->store().bytes();
    EXPECT_TRUE(
        std::equal(bytes.begin(), bytes.end(), expected.begin() + static_cast<std::ptrdiff_t>(region.first)))
        << region.target;
  }
  for (const auto& master : platform.workers().masters()) EXPECT_EQ(master->errors(), 0u);
  EXPECT_EQ(platform.interconnect().under_way(), 0u);
}

TimedNetworkBuilder fast_build(StepMonitors& monitors) {
  return [&monitors](const Design& design, const TerminalFactory& terminals) {
    return find_level("fast")->build(design, terminals, &monitors.links(), {});
  };
}

TEST(CombiningPlatform, AddsFourVectorsAtATime) {
  const PlatformExperiment experiment = example("ranade_2_reduce.yaml");
  StepMonitors monitors(experiment.design);
  CombiningPlatform platform("platform", experiment, fast_build(monitors), monitors,
                             sc_core::sc_time(1, sc_core::SC_NS));
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
  const auto words = [&] {
    std::vector<std::uint32_t> all(1024);
    const std::vector<std::uint8_t> bytes = platform.bytes();
    std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  };
  std::vector<std::uint32_t> expected = words();
  for (std::size_t i = 0; i < 64; ++i) {  // As the configuration has it, in words from the base on.
    expected[i] = expected[0x3c0 + i];
    for (const std::size_t part : {0x100, 0x140, 0x180, 0x1c0}) expected[i] += expected[part + i];
    expected[0x200 + i] = std::max(expected[0x200 + i], expected[i]);
  }
  sc_core::sc_start(sc_core::sc_time(5, sc_core::SC_US));
  EXPECT_TRUE(platform.workers().tasks().finished());
  EXPECT_TRUE(words() == expected);
  EXPECT_EQ(monitors.failure(), "");
  EXPECT_EQ(platform.memory().under_way(), 0u);
}

TEST(CombiningPlatform, MayBeAbandonedInTheMiddle) {  // Under the sanitizers: nothing leaks.
  const PlatformExperiment experiment = example("ranade_2_reduce.yaml");
  StepMonitors monitors(experiment.design);
  CombiningPlatform platform("platform", experiment, fast_build(monitors), monitors,
                             sc_core::sc_time(1, sc_core::SC_NS));
  sc_core::sc_start(sc_core::sc_time(700.5, sc_core::SC_NS));
  EXPECT_FALSE(platform.workers().tasks().finished());
  EXPECT_GT(platform.memory().under_way(), 2u);
}

TEST_P(PlatformAt, MayBeAbandonedInTheMiddle) {  // Under the sanitizers: nothing leaks.
  const PlatformExperiment experiment = example();
  Platform platform("platform", experiment, carrier_at(*find_level(GetParam()), experiment.design),
                    sc_core::sc_time(1, sc_core::SC_NS));
  sc_core::sc_start(sc_core::sc_time(1234.5, sc_core::SC_NS));
  EXPECT_FALSE(platform.workers().tasks().finished());
  EXPECT_GT(platform.interconnect().under_way(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Levels, PlatformAt, testing::Values("fast", "approximate"));

}  // namespace
}  // namespace switchyard
