#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "testbench/engine/level.h"
#include "tests/support/word_master.h"
#include "tlm/socket/combining_memory.h"
#include "tlm/socket/protocol_checker.h"

namespace switchyard {

/// What a CombiningBench is made of.
struct CombiningBenchSettings {
  int dimensions = 2;
  std::string topology = {};  ///< Flow-style YAML, more keys: "straight_links: 3".
  std::string router = {};    ///< The same.
  std::string memory = {};    ///< The same, of combining_memory.
  std::string more = {};      ///< YAML: `faults`.
  unsigned initiators = 4;    ///< At nodes 0, 1, ...
  unsigned transactions = 100;
  unsigned outstanding = 8;
  std::uint32_t words = 64;
  std::uint32_t hot = 2;  ///< Words that half of the transactions begin at.
  std::uint64_t seed = 1;
  bool may_fail = false;
};

/// What the machine says of its steps.
class StepLog final : public StepObserver {
 public:
  struct Entry {
    Cycle begun = 0;
    Cycle ended = 0;                                       ///< Everywhere.
    std::vector<std::optional<PramOperation>> operations;  ///< [processor]
    std::vector<std::optional<PramAnswer>> answers;
  };

  void begun(Cycle now, NodeId processor, Step step, const std::optional<PramOperation>& operation) override;
  void answered(Cycle now, NodeId processor, Step step, const PramAnswer& answer) override;
  void ended(Cycle now, NodeId processor, Step step) override;
  void reset() override {}

  const std::vector<Entry>& steps() const { return steps_; }

 private:
  std::vector<Entry> steps_;
};

/// Random masters, LT (every third) and AT, at a CombiningMemory, with a protocol checker on each socket.
/// Several may be built in one simulation.
class CombiningBench final : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kBase = 0x4000;

  CombiningBench(const sc_core::sc_module_name& name, const CombiningBenchSettings& settings,
                 const Level& level);

  CombiningMemory& memory() { return *memory_; }
  const std::vector<std::unique_ptr<WordMaster>>& masters() const { return masters_; }
  const StepLog& log() const { return log_; }

  bool finished() const;
  unsigned failed() const;  ///< Transactions with an error response.
  /// What is wrong with the transactions as such, a line each; empty if nothing.
  std::string faults(bool at_end) const;
  /// What is wrong with the steps and the data, when all transactions have ended and none was lost: the steps
  /// are carried out one after the other by a PramOracle, on what the masters wanted; it must agree with what
  /// they got and with what the memory holds. No step begins later than it may, or leaves out what may go.
  std::string fault_of_steps();
  /// A line per transaction: its master, its number, its end.
  std::string ends() const;
  /// By the debug transport.
  std::uint32_t word(std::uint32_t address);

 private:
  CombiningBenchSettings settings_;
  Design design_;
  CombiningMemoryConfig config_;
  StepLog log_;
  std::unique_ptr<CombiningMemory> memory_;
  std::vector<std::unique_ptr<WordMaster>> masters_;
  std::vector<std::unique_ptr<ProtocolChecker>> checkers_;
  std::string violations_;
};

/// Runs the simulation until all benches have finished; false if that takes longer than `limit`.
bool run_to_end(const std::vector<CombiningBench*>& benches, const sc_core::sc_time& limit);

}  // namespace switchyard
