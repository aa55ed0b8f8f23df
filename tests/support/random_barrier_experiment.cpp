#include "tests/support/random_barrier_experiment.h"

#include <fmt/format.h>

#include "tests/support/random_queue_experiment.h"

namespace switchyard {

namespace {

std::string barrier_workload(Dice& dice) {
  const char* const pattern =
      dice.one_of({"uniform", "complement", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.5"});
  const int barriers = dice.between(1, 12);
  const int packets = dice.between(0, 20);
  const int work = dice.between(0, 60);
  const char* const late_share = dice.one_of({"0", "0.05", "0.5"});
  return fmt::format(
      "workload: {{kind: barriers, barriers: {}, packets: {}, pattern: {}, work: {}, "
      "late_share: {}, late: {}}}\n",
      barriers, packets, pattern, work, late_share, dice.between(0, 300));
}

}  // namespace

std::string random_barrier_experiment(std::uint64_t number) {
  Dice dice(number);
  const int dimensions = dice.between(1, 5);
  const bool three_queue = dice.chance(0.5);
  const QueueShape shape{fmt::format("kind: hypercube, dimensions: {}", dimensions),
                         three_queue ? "three_queue" : "hanging", three_queue ? 3 : 2};
  std::string yaml = random_queue_experiment(number, shape, dice);
  yaml.replace(yaml.find("  queue_size:"), 0,
               fmt::format("  barriers: {}\n", dice.one_of({"hold", "epoch_bit"})));
  yaml.erase(yaml.find("traffic:"));
  return yaml + barrier_workload(dice);
}

std::string random_link_barrier_experiment(std::uint64_t number) {
  Dice dice(number);
  std::string network;
  std::string routing;
  switch (dice.between(0, 6)) {
    case 0: network = fmt::format("kind: hypercube, dimensions: {}", dice.between(1, 6)); break;
    case 1: {
      const int width = dice.between(2, 5);
      network = fmt::format("kind: mesh, radix: [{}, {}]", width, dice.between(2, 5));
      break;
    }
    case 2: network = "kind: mesh, radix: [3, 2, 2]"; break;
    case 3: {
      const int levels = dice.between(1, 4);
      network =
          fmt::format("kind: multibutterfly, dimensions: {}, multiplicity: {}", levels, dice.between(1, 3));
      routing = "multibutterfly";
      break;
    }
    case 4: {
      const char* const wiring = dice.one_of({"omega", "baseline", "butterfly"});
      network = fmt::format("kind: multistage, wiring: {}, switch: 2, terminals: {}", wiring,
                            1 << dice.between(2, 5));
      routing = "destination_tag";
      break;
    }
    case 5: {
      network = dice.one_of({"kind: fat_tree, arity: 2, levels: 3", "kind: fat_tree, arity: 3, levels: 2"});
      routing = "nearest_ancestor";
      break;
    }
    default: network = fmt::format("kind: shuffle_exchange, dimensions: {}", dice.between(2, 4));
  }
  const bool shuffles = network.find("shuffle") != std::string::npos;
  const bool two =
      !shuffles && routing.empty() && network.find("dimensions: 6") == std::string::npos && dice.chance(0.3);
  const std::string vcs = shuffles ? network.substr(network.rfind(' ') + 1) : two ? "2" : "1";
  const char* const size = dice.one_of({"1", "2", "5", "unbounded"});
  const char* const barriers = dice.one_of({"hold", "epoch_bit"});
  const char* const discipline = routing.empty() ? dice.one_of({"fifo", "lifo", "random", "nearest_first"})
                                                 : dice.one_of({"fifo", "lifo", "random"});
  const int input_buffer = dice.between(1, 4);
  return fmt::format(
             "seed: {}\ntopology: {{{}, link_latency: {}}}\n"
             "router: {{kind: output_queued, virtual_channels: {}, queue_size: {}, barriers: {}, discipline: "
             "{}, "
             "input_buffer: {}}}\nrouting: {{kind: {}}}\n",
             number, network, dice.between(1, 3), vcs, size, barriers, discipline, input_buffer,
             !routing.empty() ? routing.c_str()
             : two            ? "two_phase"
                              : "oblivious") +
         barrier_workload(dice);
}

}  // namespace switchyard
