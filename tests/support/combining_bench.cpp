#include "tests/support/combining_bench.h"

#include <algorithm>

#include "hw/design/read/read_design.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/pram/pram_oracle.h"

namespace switchyard {
namespace {

struct Read {
  Design design;
  CombiningMemoryConfig memory;
};

Read read(const CombiningBenchSettings& settings) {
  std::string initiators;
  for (unsigned i = 0; i < settings.initiators; ++i) initiators += fmt::format("{}{}", i == 0 ? "" : ", ", i);
  const std::string yaml = fmt::format(
      "seed: {}\n"
      "topology: {{kind: butterfly, dimensions: {}{}}}\n"
      "router: {{kind: ranade, words: {}{}}}\n"
      "combining_memory: {{initiators: [{}], base: {}, request_queue: 1000{}}}\n{}",
      settings.seed, settings.dimensions, settings.topology, settings.words, settings.router, initiators,
      CombiningBench::kBase, settings.memory, settings.more);
  ConfigDocument document = ConfigDocument::from_text(yaml, "bench.yaml");
  std::optional<Design> design = read_design(document.root(), standard_catalogs().hardware);
  std::optional<CombiningMemoryConfig> memory =
      read_combining_memory(document.root(), design ? &*design : nullptr);
  document.finish();
  return {*std::move(design), *std::move(memory)};
}

/// Carries out the steps of a StepLog on what the masters wanted.
class Replay {
 public:
  Replay(const CombiningMemoryConfig& config, const StepLog& log, std::uint32_t words)
      : config_(config), log_(log), oracle_(words), queues_(log.steps().empty() ? 0 : processors()) {}

  void add(NodeId processor, const std::vector<WordMaster::Access>& accesses) {
    queues_.at(processor) = {&accesses, 0};
  }

  std::string run() {
    for (Step step = 0; step < log_.steps().size(); ++step) {
      std::string fault = fault_of_begin(step);
      if (fault.empty()) fault = carry_out(step);
      if (!fault.empty()) return fmt::format("step {}: {}\n", step, fault);
    }
    for (NodeId p = 0; p < queues_.size(); ++p) {
      if (next(p) != nullptr) return fmt::format("processor {} has more to do\n", p);
    }
    return "";
  }
  const PramOracle& oracle() const { return oracle_; }

 private:
  struct Queue {
    const std::vector<WordMaster::Access>* accesses = nullptr;
    std::size_t next = 0;
  };

  NodeId processors() const { return static_cast<NodeId>(log_.steps()[0].operations.size()); }
  const WordMaster::Access* next(NodeId processor) const {
    const Queue& queue = queues_[processor];
    if (queue.accesses == nullptr || queue.next == queue.accesses->size()) return nullptr;
    return &(*queue.accesses)[queue.next];
  }
  /// The first cycle whose edge is after the time.
  static Cycle after(const sc_core::sc_time& time) {
    const double edges = time / sc_core::sc_time(1, sc_core::SC_NS) - 2.5;
    return edges < 0 ? 0 : static_cast<Cycle>(edges) + 1;
  }

  std::string fault_of_begin(Step step) const {
    const auto& steps = log_.steps();
    Cycle due = kNever;
    for (NodeId p = 0; p < queues_.size(); ++p) {
      if (const auto* access = next(p)) due = std::min(due, after(access->accepted));
    }
    if (step > 0) due = std::max(due, steps[step - 1].begun + 1);
    if (step >= config_.in_flight) due = std::max(due, steps[step - config_.in_flight].ended + 1);
    if (due == steps[step].begun) return "";
    return fmt::format("begins in cycle {}, not {}", steps[step].begun, due);
  }

  std::string carry_out(Step step) {
    const StepLog::Entry& entry = log_.steps()[step];
    std::vector<std::optional<PramOperation>> operations(processors());
    std::vector<std::optional<PramAnswer>> answers(processors());
    for (NodeId p = 0; p < processors(); ++p) {
      const WordMaster::Access* const access = next(p);
      const bool may_go = access != nullptr && after(access->accepted) <= entry.begun;
      if (entry.operations[p] && !may_go) return fmt::format("processor {} takes part too early", p);
      if (!entry.operations[p] && may_go && !conflicts(*access, entry))
        return fmt::format("processor {} is left out", p);
      if (!entry.operations[p]) continue;
      ++queues_[p].next;
      Operation change = access->change;
      if (change == Operation::WriteArbitrary) change = config_.write;
      const bool reads = change == Operation::None;
      operations[p] = {access->address, change, reads, reads ? 0 : access->operand};
      answers[p] = entry.answers[p];  // What nobody asked for, if it is a write.
      if (access->gets_word) answers[p] = {access->result, access->result};
    }
    return oracle_.step(step, operations, answers);
  }

  static bool conflicts(const WordMaster::Access& access, const StepLog::Entry& entry) {
    return std::any_of(entry.operations.begin(), entry.operations.end(), [&](const auto& other) {
      const bool other_writes = other && (other->operation == Operation::WriteArbitrary ||
                                          other->operation == Operation::WritePriority);
      return other && other->address == access.address && other->operation != Operation::None &&
             access.change != Operation::None && other->operation != access.change &&
             !(other_writes && access.change == Operation::WriteArbitrary);
    });
  }

  const CombiningMemoryConfig& config_;
  const StepLog& log_;
  PramOracle oracle_;
  std::vector<Queue> queues_;  ///< [processor]
};

}  // namespace

void StepLog::begun(Cycle now, NodeId, Step step, const std::optional<PramOperation>& operation) {
  if (step == steps_.size()) steps_.emplace_back().begun = now;
  steps_[step].operations.push_back(operation);
  steps_[step].answers.emplace_back();
}

void StepLog::answered(Cycle, NodeId processor, Step step, const PramAnswer& answer) {
  steps_[step].answers[processor] = answer;
}

void StepLog::ended(Cycle now, NodeId, Step step) { steps_[step].ended = std::max(steps_[step].ended, now); }

CombiningBench::CombiningBench(const sc_core::sc_module_name& name, const CombiningBenchSettings& settings,
                               const Level& level)
    : sc_core::sc_module(name), settings_(settings) {
  Read read_in = read(settings);
  design_ = std::move(read_in.design);
  config_ = std::move(read_in.memory);
  const TimedNetworkBuilder build = [&](const Design& design, const TerminalFactory& make_terminal) {
    return level.build(design, make_terminal, /*observer=*/nullptr, {});
  };
  memory_ = std::make_unique<CombiningMemory>("memory", config_, design_, build, &log_);
  for (unsigned i = 0; i < settings.initiators; ++i) {
    WordMaster::Settings master;
    master.pace.blocking = i % 3 == 2;
    master.pace.transactions = settings.transactions;
    master.pace.outstanding = settings.outstanding;
    master.pace.seed = settings.seed;
    master.pace.node = i;
    master.pace.may_fail = settings.may_fail;
    master.base = kBase;
    master.words = settings.words;
    master.hot = settings.hot;
    masters_.push_back(std::make_unique<WordMaster>(fmt::format("master_{}", i).c_str(), master));
    checkers_.push_back(
        std::make_unique<ProtocolChecker>(fmt::format("checker_{}", i).c_str(),
                                          [this](const std::string& fault) { violations_ += fault + '\n'; }));
    masters_[i]->socket.bind(checkers_[i]->target_socket);
    checkers_[i]->initiator_socket.bind(memory_->from_initiator(i));
  }
}

bool CombiningBench::finished() const {
  return std::all_of(masters_.begin(), masters_.end(), [](const auto& master) { return master->finished(); });
}

unsigned CombiningBench::failed() const {
  unsigned failed = 0;
  for (const auto& master : masters_) failed += master->failed();
  return failed;
}

std::string CombiningBench::faults(bool at_end) const {
  std::string faults = violations_;
  for (const auto& master : masters_) {
    if (!master->fault().empty()) faults += master->fault() + '\n';
    if (at_end && master->payloads_in_use() != 0) faults += "a payload was not released\n";
  }
  for (const auto& checker : checkers_) {
    if (at_end && checker->calls() == 0) faults += "nobody checks the protocol of a master\n";
  }
  if (at_end && !finished()) faults += "not all transactions have ended\n";
  if (at_end && memory_->under_way() != 0) faults += "the memory keeps a transaction\n";
  return faults;
}

std::string CombiningBench::fault_of_steps() {
  Replay replay(config_, log_, settings_.words);
  for (std::size_t i = 0; i < masters_.size(); ++i)
    replay.add(design_.router.as<RanadeConfig>()->paths->processor_at(config_.initiators[i]),
               masters_[i]->accesses());
  std::string faults = replay.run();
  for (std::uint32_t address = 0; address < settings_.words; ++address) {
    if (!replay.oracle().may_hold(address, word(address)))
      faults += fmt::format("word {} holds {}\n", address, word(address));
  }
  return faults;
}

std::string CombiningBench::ends() const {
  std::string text;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    for (const auto& [number, time] : masters_[i]->ends())
      text += fmt::format("{} {} {}\n", i, number, time.to_string());
  }
  return text;
}

std::uint32_t CombiningBench::word(std::uint32_t address) {
  std::uint32_t value = 0;
  tlm::tlm_generic_payload payload;
  payload.set_read();
  payload.set_address(kBase + 4 * address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(4);
  masters_[0]->socket->transport_dbg(payload);
  return value;
}

bool run_to_end(const std::vector<CombiningBench*>& benches, const sc_core::sc_time& limit) {
  const sc_core::sc_time step(1, sc_core::SC_US);
  while (sc_core::sc_time_stamp() < limit) {
    sc_core::sc_start(step);
    if (std::all_of(benches.begin(), benches.end(), [](const auto* bench) { return bench->finished(); })) {
      sc_core::sc_start(step);  // Responses end.
      return true;
    }
  }
  return false;
}

}  // namespace switchyard
