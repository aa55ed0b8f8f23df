#include "tests/support/socket_bench.h"

#include <algorithm>

#include "hw/config/config_node.h"
#include "hw/design/read/read_design.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {
namespace {

struct Read {
  Design design;
  InterconnectConfig interconnect;
};

Read read(const SocketBenchSettings& settings) {
  std::string yaml = settings.network + "interconnect:\n";
  std::string initiators;
  std::string targets;
  std::string regions;
  ConfigDocument probe = ConfigDocument::from_text(settings.network, "network.yaml");
  const TerminalId terminals = read_topology(probe.root(), standard_catalogs().hardware)->terminal_count();
  for (unsigned i = 0; i < settings.initiators; ++i) initiators += fmt::format("{}{}", i == 0 ? "" : ", ", i);
  for (unsigned t = 0; t < settings.targets; ++t) {
    const TerminalId terminal = terminals - 1 - t;
    targets += fmt::format("{}{}", t == 0 ? "" : ", ", terminal);
    regions += fmt::format("    - {{base: {}, size: {}, target: {}}}\n", t * SocketBench::kStride,
                           settings.initiators * settings.slice, terminal);
  }
  yaml += fmt::format("  initiators: [{}]\n  targets: [{}]\n  regions:\n{}{}", initiators, targets, regions,
                      settings.interconnect);
  ConfigDocument document = ConfigDocument::from_text(yaml, "bench.yaml");
  std::optional<Design> design = read_design(document.root(), standard_catalogs().hardware);
  std::optional<InterconnectConfig> config = read_interconnect(document.root(), design ? &*design : nullptr);
  document.finish();
  return {*std::move(design), *std::move(config)};
}

}  // namespace

SocketBench::SocketBench(const sc_core::sc_module_name& name, const SocketBenchSettings& settings,
                         const Level& level)
    : sc_core::sc_module(name), slice_(settings.slice) {
  Read read_in = read(settings);
  design_ = std::move(read_in.design);
  interconnect_ = std::make_unique<Interconnect>("interconnect", std::move(read_in.interconnect),
                                                 carrier_at(level, design_));
  const auto add_checker = [&](const std::string& of) -> ProtocolChecker& {
    return *checkers_.emplace_back(std::make_unique<ProtocolChecker>(
        ("checker_" + of).c_str(), [this](const std::string& fault) { violations_ += fault + '\n'; }));
  };
  for (unsigned i = 0; i < settings.initiators; ++i) {
    RandomMaster::Settings master;
    master.pace.blocking = i % 3 == 2;
    for (unsigned t = 0; t < settings.targets; ++t)
      master.slices.push_back({t * kStride + i * settings.slice, settings.slice});
    master.pace.transactions = settings.transactions;
    master.longest = settings.longest;
    master.pace.outstanding = settings.outstanding;
    master.pace.seed = settings.seed;
    master.pace.node = i;
    master.pace.may_fail = settings.may_fail;
    master.pace.keeps_ends = settings.keeps_ends;
    masters_.push_back(std::make_unique<RandomMaster>(fmt::format("master_{}", i).c_str(), master));
    ProtocolChecker& checker = add_checker(fmt::format("master_{}", i));
    masters_.back()->socket.bind(checker.target_socket);
    checker.initiator_socket.bind(interconnect_->from_initiator(i));
  }
  for (unsigned t = 0; t < settings.targets; ++t) {
    targets_.push_back(std::make_unique<RandomTarget>(
        fmt::format("target_{}", t).c_str(), settings.initiators * settings.slice, settings.seed, t));
    ProtocolChecker& checker = add_checker(fmt::format("target_{}", t));
    interconnect_->to_target(t).bind(checker.target_socket);
    checker.initiator_socket.bind(targets_.back()->socket);
  }
}

bool SocketBench::finished() const {
  return std::all_of(masters_.begin(), masters_.end(), [](const auto& master) { return master->finished(); });
}

unsigned SocketBench::failed() const {
  unsigned failed = 0;
  for (const auto& master : masters_) failed += master->failed();
  return failed;
}

std::string SocketBench::faults(bool at_end) const {
  std::string faults = violations_;
  for (const auto& master : masters_) {
    if (!master->fault().empty()) faults += master->fault() + '\n';
  }
  if (!at_end) return faults;
  for (const auto& target : targets_) {
    if (target->out_of_order() != 0)
      faults += fmt::format("{} requests out of order\n", target->out_of_order());
  }
  if (!finished()) faults += "not all transactions have ended\n";
  if (interconnect_->under_way() != 0) faults += "the interconnect keeps a transaction\n";
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    if (checkers_[i]->calls() == 0) faults += fmt::format("nobody checks the protocol of master {}\n", i);
    if (masters_[i]->payloads_in_use() != 0)
      faults += fmt::format("a payload of master {} was not released\n", i);
    for (std::size_t t = 0; t < targets_.size() && masters_[i]->failed() == 0; ++t) {
      const auto slice = targets_[t]->store().bytes().begin() + static_cast<std::ptrdiff_t>(i * slice_);
      if (!std::equal(slice, slice + slice_, masters_[i]->model()[t].begin()))
        faults += fmt::format("target {} does not hold what master {} wrote\n", t, i);
    }
  }
  return faults;
}

double SocketBench::mean_latency() const {
  sc_core::sc_time sum;
  unsigned count = 0;
  for (const auto& master : masters_) {
    sum += master->time_under_way();
    count += master->completed();
  }
  return sum / sc_core::sc_time(1, sc_core::SC_NS) / count;
}

std::string SocketBench::ends() const {
  std::string text;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    for (const auto& [number, time] : masters_[i]->ends())
      text += fmt::format("{} {} {}\n", i, number, time.to_string());
  }
  return text;
}

bool run_to_end(const std::vector<SocketBench*>& benches, const sc_core::sc_time& limit) {
  const sc_core::sc_time step(1, sc_core::SC_US);
  while (sc_core::sc_time_stamp() < limit) {
    sc_core::sc_start(step);
    if (std::all_of(benches.begin(), benches.end(), [](const SocketBench* b) { return b->finished(); })) {
      sc_core::sc_start(step);  // Responses end.
      return true;
    }
  }
  return false;
}

}  // namespace switchyard
