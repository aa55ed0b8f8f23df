#include "testbench/workload/trace_workload.h"

#include <fstream>
#include <utility>

#include "testbench/traffic/data_file.h"

namespace switchyard {

TraceWorkload::TraceWorkload(std::shared_ptr<const Trace> trace)
    : trace_(std::move(trace)), played_(trace_->node_count(), 0) {}

bool TraceWorkload::next(NodeId source, PacketRequest& request) {
  const std::span<const PacketRequest> packets = trace_->packets_of(source);
  if (played_[source] == packets.size()) return false;
  request = packets[played_[source]++];
  return true;
}

Injection build_trace_workload(const TrafficContext& context) {
  const ConfigNode name = context.config.child("file");
  const std::filesystem::path file = name.as_file();
  Injection injection;
  injection.finite = true;
  if (!name.sound()) return injection;

  std::ifstream text(file);
  const NodeId nodes = context.topology != nullptr ? context.topology->node_count() : kNoNode;
  std::vector<std::string> faults;
  std::vector<TraceEntry> entries = read_trace(text, file.string(), nodes, faults);
  report(faults, name);
  if (context.topology == nullptr || !faults.empty()) return injection;
  const auto trace = std::make_shared<const Trace>(nodes, std::move(entries));
  injection.longest_packet = trace->longest_packet();
  injection.mean_packet = trace->mean_packet();
  injection.make_source = [trace] { return std::make_unique<TraceWorkload>(trace); };
  return injection;
}

}  // namespace switchyard
