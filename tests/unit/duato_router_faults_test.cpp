#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

RouterBench bench_with(int t_routing, const Route& route = over_vcs(0b01)) {
  DuatoConfig config = config_of(2, 4, 4);
  config.t_routing = t_routing;
  return RouterBench(config, route);
}

TEST(DuatoRouter, AFaultElsewhereDoesNotDelayAHeadFlitThatIsBeingRouted) {
  for (const int t_routing : {1, 2, 5, 64}) {
    for (int before = 0; before <= t_routing; ++before) {
      RouterBench bench = bench_with(t_routing);
      bench.flit(0, header(9, 2, 1, 0));
      bench.steps(before);
      bench.router().set_faulty_ports(bit<PortMask>(1));
      EXPECT_EQ(before + steps_until_sent(bench, 2), t_routing + 2)
          << "t_routing " << t_routing << ", the fault after " << before << " cycles";
    }
  }
}

TEST(DuatoRouter, AHeadFlitIsRoutedOnceWhetherItsPortIsRepairedBeforeOrAfterThat) {
  for (const int t_routing : {1, 2, 5, 64}) {
    for (const int faulty : {0, 1, t_routing, t_routing + 1, t_routing + 7}) {
      RouterBench bench = bench_with(t_routing);
      bench.router().set_faulty_ports(bit<PortMask>(2));
      bench.flit(0, header(9, 2, 1, 0));
      for (int cycle = 0; cycle < faulty; ++cycle) {
        bench.step();
        ASSERT_FALSE(bench.allocated(0, 0));
      }
      bench.router().set_faulty_ports(0);
      EXPECT_EQ(steps_until_sent(bench, 2), std::max(t_routing - faulty, 1) + 2)
          << "t_routing " << t_routing << ", repaired after " << faulty << " cycles";
    }
  }
}

TEST(DuatoRouter, AHeadFlitThatIsBeingRoutedTurnsFromAPortThatFailsToOneThatWorks) {
  const Route either = [](const RouteQuery&, RouteSet& routes) {
    for (const PortId p : {1, 2}) routes.add(p, 0b01, Preference::Adaptive);
  };
  for (const PortId faulty : {1, 2}) {
    for (const int before : {0, 1, 3, 4}) {
      RouterBench bench = bench_with(/*t_routing=*/4, either);
      bench.flit(0, header(9, 1, 1, 0));
      bench.steps(before);
      if (bench.allocated(0, 0)) continue;
      bench.router().set_faulty_ports(bit<PortMask>(faulty));
      EXPECT_EQ(before + steps_until_sent(bench, 3 - faulty), 6);
    }
  }
}

}  // namespace
}  // namespace switchyard
