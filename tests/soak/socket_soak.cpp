#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "tests/support/socket_bench.h"

/// `sy_socket_soak TRANSACTIONS [LEVEL]`: 64 random masters, LT and AT, 1 to 4096 bytes each, on an 8 x 9
/// torus with 8 random targets; data against a flat model, the base protocol on every socket. Exit status 0
/// if all is well.
int sc_main(int argc, char** argv) {
  using namespace switchyard;
  constexpr unsigned kMasters = 64;
  const long transactions = argc > 1 ? std::atol(argv[1]) : 100'000;
  const Level* const level = find_level(argc > 2 ? argv[2] : "fast");
  if (transactions < kMasters || level == nullptr) return 2;
  const auto start = std::chrono::steady_clock::now();
  const auto each = static_cast<unsigned>(transactions / kMasters);
  SocketBench bench(
      "bench",
      {.network = "topology: {kind: torus, radix: [8, 9]}\n"
                  "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
                  "routing: {kind: duato}\n",
       .interconnect = "  bytes_per_flit: 64\n  request_queue: 130\n  response_queue: 130\n",
       .initiators = kMasters,
       .targets = 8,
       .transactions = each,
       .longest = 4096,
       .slice = 8192,
       .keeps_ends = false},
      *level);
  const bool ended = run_to_end({&bench}, sc_core::sc_time(3600, sc_core::SC_SEC));
  const std::string faults = bench.faults(/*at_end=*/true);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{} transactions of {} masters at {}: {} simulated, {:.1f} s, {:.2f} us each; {}\n",
             each * kMasters, kMasters, level->name, sc_core::sc_time_stamp().to_string(), seconds,
             seconds * 1e6 / static_cast<double>(each * kMasters), faults.empty() ? "no fault" : faults);
  return ended && faults.empty() ? 0 : 1;
}
