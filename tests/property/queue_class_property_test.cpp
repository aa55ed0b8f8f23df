#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// The classes over which each packet crosses links, in order, and the bits of the hypercube that it turns.
class ClassesTaken final : public LinkObserver {
 public:
  explicit ClassesTaken(const Topology& topology) : topology_(topology) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(arrivals.flit_ports, [&](PortId p) {
      if (p == topology_.terminal_port()) return;
      const Flit& flit = arrivals.flits[p];
      const bool rises = (node >> p & 1) != 0;
      Path& path = paths_[flit.packet];
      path.classes += static_cast<char>('0' + flit.vc);
      path.directions += rises ? '+' : '-';
      path.destination = flit.destination;
    });
  }
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  struct Path {
    std::string classes;
    std::string directions;
    NodeId destination = 0;
  };
  const std::map<PacketId, Path>& paths() const { return paths_; }

 private:
  const Topology& topology_;
  std::map<PacketId, Path> paths_;
};

struct Overload {
  std::map<PacketId, ClassesTaken::Path> paths;
  NodeId nodes;
};

/// What packets do on a 5-cube far beyond saturation.
Overload overload(const std::string& routing, const std::string& queue_service) {
  const Experiment experiment = experiment_from(
      "topology: {kind: hypercube, dimensions: 5}\nrouter: {kind: konstantinidou, queue_size: 2, "
      "queue_service: " +
      queue_service + "}\nrouting: {kind: " + routing +
      "}\ntraffic: {pattern: uniform, load: 0.9, packet_length: 1}\n");
  FastBench bench(experiment);
  ClassesTaken classes(*experiment.design.topology);
  bench.bench.observers.add(&classes);
  bench.run(2000);
  EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  EXPECT_GT(bench.bench.scoreboard.log().delivered(), 1000U);
  return {classes.paths(), experiment.design.topology->node_count()};
}

TEST(QueueClasses, NeverFallAndEachKeepsItsDirection) {
  for (const std::string service : {"any", "head"}) {
    int class_two = 0;
    for (const auto& [packet, path] : overload("three_queue", service).paths) {
      EXPECT_TRUE(std::is_sorted(path.classes.begin(), path.classes.end())) << path.classes;
      for (std::size_t hop = 0; hop < path.classes.size(); ++hop) {
        EXPECT_EQ(path.directions[hop], path.classes[hop] == '1' ? '-' : '+') << path.classes;
      }
      class_two += path.classes.find('2') != std::string::npos;
    }
    EXPECT_GT(class_two, 100);
  }
}

TEST(QueueClasses, OfHangingAreUpThenDown) {
  for (const auto& [packet, path] : overload("hanging", "any").paths) {
    EXPECT_TRUE(std::is_sorted(path.classes.begin(), path.classes.end())) << path.classes;
    EXPECT_EQ(path.classes.find('2'), std::string::npos);
    EXPECT_TRUE(std::is_sorted(path.directions.begin(), path.directions.end()))
        << path.directions;  // '+' < '-'.
  }
}

TEST(QueueHops, NeverExceedTheHammingDistance) {
  for (const std::string routing : {"three_queue", "hanging", "two_queue"}) {
    const Overload all = overload(routing, "any");
    std::size_t complete = 0;
    for (const auto& [packet, path] : all.paths) {
      const NodeId source = packet % all.nodes;
      const auto distance = static_cast<std::size_t>(std::popcount(source ^ path.destination));
      EXPECT_LE(path.classes.size(), distance) << routing;
      complete += path.classes.size() == distance;
    }
    EXPECT_GT(complete, 1000U) << routing;
  }
}

}  // namespace
}  // namespace switchyard
