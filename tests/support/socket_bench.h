#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "testbench/platform/level_carrier.h"
#include "tests/support/random_master.h"
#include "tests/support/random_target.h"
#include "tlm/socket/protocol_checker.h"

namespace switchyard {

/// What a SocketBench is made of.
struct SocketBenchSettings {
  std::string network;       ///< YAML: topology, router, routing.
  std::string interconnect;  ///< Flow-style YAML, keys besides nodes and regions: "bytes_per_flit: 4,
                             ///< ordered: false".
  unsigned initiators = 4;   ///< At terminals 0, 1, ...
  unsigned targets = 4;      ///< At the last terminals.
  unsigned transactions = 100;
  unsigned longest = 64;
  unsigned outstanding = 8;
  std::uint64_t seed = 1;
  bool may_fail = false;
  unsigned slice = 256;    ///< Bytes of each master in each target.
  bool keeps_ends = true;  ///< For ends().
};

/// Random masters, LT (every third) and AT, and random targets around an Interconnect, with a protocol
/// checker on each socket. Several may be built in one simulation.
///
/// Each master has a slice of each target to itself.
class SocketBench final : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kStride = 0x100000;  ///< From one target's region to the next.

  SocketBench(const sc_core::sc_module_name& name, const SocketBenchSettings& settings, const Level& level);

  Interconnect& interconnect() { return *interconnect_; }
  std::vector<std::unique_ptr<RandomMaster>>& masters() { return masters_; }
  const Design& design() const { return design_; }

  bool finished() const;
  unsigned failed() const;  ///< Transactions with an error response.
  /// What is wrong, a line each; empty if nothing. `at_end`: all transactions have to be over, and what the
  /// memories hold is compared.
  std::string faults(bool at_end) const;
  /// From a transaction's time to that of its response, in nanoseconds.
  double mean_latency() const;
  /// A line per transaction: its master, its number, its end.
  std::string ends() const;

 private:
  unsigned slice_;
  Design design_;
  std::unique_ptr<Interconnect> interconnect_;
  std::vector<std::unique_ptr<RandomMaster>> masters_;
  std::vector<std::unique_ptr<RandomTarget>> targets_;
  std::vector<std::unique_ptr<ProtocolChecker>> checkers_;
  std::string violations_;
};

/// Runs the simulation until all benches have finished; false if that takes longer than `limit`.
bool run_to_end(const std::vector<SocketBench*>& benches, const sc_core::sc_time& limit);

}  // namespace switchyard
