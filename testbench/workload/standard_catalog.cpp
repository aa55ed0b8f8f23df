#include "testbench/workload/standard_catalog.h"

#include "testbench/traffic/bernoulli.h"
#include "testbench/traffic/bursty.h"
#include "testbench/traffic/fixed_pattern.h"
#include "testbench/traffic/hot_spot.h"
#include "testbench/traffic/permutation_file.h"
#include "testbench/traffic/uniform.h"
#include "testbench/workload/many_to_one.h"
#include "testbench/workload/pram_workloads.h"
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
              {"pram_permutation",
               "steps of a shared memory machine: every address is wanted by one processor",
               build_pram_permutation},
              {"pram_random", "every processor wants a random address", build_pram_random},
              {"pram_all_to_one", "all processors want one address, another one in every step",
               build_pram_all_to_one},
              {"pram_hot_spots", "a share of the processors wants one of `spots` addresses",
               build_pram_hot_spots},
              {"pram_strided", "processor p wants address p * stride", build_pram_strided},
              {"pram_mixed", "all operations, on few or many addresses", build_pram_mixed},
              {"pram_histogram", "multiprefix: every processor counts into one of `bins` words",
               build_pram_histogram},
              {"pram_list_ranking", "pointer jumping along a list through all processors",
               build_pram_list_ranking},
              {"pram_prefix", "the sums of all numbers up to each, by doubling", build_pram_prefix},
              {"many_to_one",
               "a packet per processor, at most `most` for one; how a square mesh delivers them",
               build_many_to_one},
          },
  };
}

}  // namespace switchyard
