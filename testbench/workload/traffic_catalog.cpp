#include "testbench/workload/traffic_catalog.h"

#include "testbench/messages/graph_catalog.h"
#include "testbench/traffic/bernoulli.h"
#include "testbench/traffic/bursty.h"
#include "testbench/traffic/fixed_pattern.h"
#include "testbench/traffic/hot_spot.h"
#include "testbench/traffic/matrix_pattern.h"
#include "testbench/traffic/permutation_file.h"
#include "testbench/traffic/uniform.h"
#include "testbench/workload/barrier_workload.h"
#include "testbench/workload/static_workload.h"
#include "testbench/workload/trace_workload.h"

namespace switchyard {

TrafficCatalog standard_traffic_catalog() {
  return {
      .patterns =
          {
              {"uniform", "any other node, each as likely", build_uniform},
              {"complement", "node s to node N - 1 - s: every coordinate x to k - 1 - x", build_complement},
              {"transpose", "swap the halves of the coordinates: x and y of a square", build_transpose},
              {"bit_reversal", "the address bits in reverse order", build_bit_reversal},
              {"shuffle", "the address bits rotated left by one", build_shuffle},
              {"tornado", "every coordinate x to x + ceil(k / 2) - 1 mod k", build_tornado},
              {"neighbour", "every coordinate x to x + 1 mod k", build_neighbour},
              {"hot_spot", "uniform, but hot_fraction of the packets to one of hot_nodes", build_hot_spot},
              {"permutation", "one random permutation, chosen by the seed", build_random_permutation},
              {"permutation_file", "the permutation in permutation_file: one node per line",
               build_permutation_file},
              {"matrix", "by the weights in matrix_file: a row per source, a column per destination",
               build_matrix},
          },
      .processes =
          {
              {"bernoulli", "a packet in every cycle with the same probability", build_bernoulli},
              {"bursty", "bernoulli in bursts of burst_length cycles at burst_load, with pauses",
               build_bursty},
          },
      .workloads =
          {
              {"static", "packets_per_node packets from every node in cycle 0", build_static_workload},
              {"trace", "the packets of a CSV file: cycle,source,destination,flits", build_trace_workload},
              {"barriers", "barriers at which all processors wait for each other, and packets between them",
               build_barrier_workload},
              {"messages", "a graph of messages that wait for others, and compute", build_message_workload},
          },
  };
}

}  // namespace switchyard
