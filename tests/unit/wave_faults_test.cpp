#include <gtest/gtest.h>

#include <string>

#include "testbench/wave/wave_probe.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

class WaveFaults : public testing::Test {
 protected:
  VcdDump dump(const std::string& faults, Cycle from) const {
    const Experiment experiment = experiment_from(
        "topology: {kind: hypercube, dimensions: 2}\nrouter: {kind: chaos}\nrouting: {kind: minimal}\n"
        "traffic: {pattern: uniform, load: 0.1, packet_length: 1}\nfaults: " +
        faults + '\n');
    WaveProbe probe(experiment.design, {folder_ / "run.vcd", {}, from, 40});
    FastBench bench(experiment);
    bench.bench.observers.add(&probe);
    for (Cycle now = 0; now <= 40; ++now) {
      bench.run(1);
      probe.end_cycle(now, bench);
    }
    probe.close();
    return VcdDump::read(folder_ / "run.vcd");
  }
  /// What cycle `now` samples: the value before its edge, in ps.
  static std::optional<std::uint64_t> at(const VcdDump& dump, const std::string& name, Cycle now) {
    return dump.number("network.router_" + name + ".faulty", (now + 2) * 1000 + 400);
  }

  TemporaryFolder folder_;
};

TEST_F(WaveFaults, AreShownAtBothEndsInTheCyclesInWhichTheyHold) {
  const VcdDump all = dump("[{link: [0, 1], from: 20, to: 30}, {link: [0, 2], known: false}]", 0);
  const VcdDump later = dump("[{link: [0, 1], from: 20, to: 30}, {link: [0, 2], known: false}]", 25);
  for (Cycle now = 0; now <= 40; ++now) {
    const std::uint64_t passing = now >= 20 && now < 30 ? 1 : 0;
    for (const char* end : {"0.port_dim0", "1.port_dim0"}) {
      EXPECT_EQ(at(all, end, now), passing) << end << " in cycle " << now;
      if (now < 25) continue;
      EXPECT_EQ(at(later, end, now), passing) << end << " in cycle " << now << " of a later window";
    }
    EXPECT_EQ(at(all, "2.port_dim1", now), 1U);
    EXPECT_EQ(at(all, "3.port_dim0", now), 0U);
  }
}

TEST_F(WaveFaults, KnownOnesHaveNoPorts) {
  const VcdDump known = dump("[{link: [0, 1]}]", 0);
  EXPECT_EQ(known.scopes.count("network.router_0.port_dim0"), 0U);
  EXPECT_EQ(known.scopes.count("network.router_0.port_dim1"), 1U);
  EXPECT_FALSE(known.has("network.router_0.port_dim1.faulty"));
}

}  // namespace
}  // namespace switchyard
