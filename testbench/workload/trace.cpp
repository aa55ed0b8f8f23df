#include "testbench/workload/trace.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "testbench/traffic/data_file.h"

namespace switchyard {
namespace {

enum Column : std::size_t { kCycle, kSource, kDestination, kFlits };

constexpr IntRange kLegalCycle{0, 1'000'000'000'000'000};
constexpr IntRange kLegalFlits{1, 65535};  // Flit::remaining has 16 bits.

}  // namespace

std::vector<TraceEntry> read_trace(std::istream& text, const std::string& file_name, NodeId node_count,
                                   std::vector<std::string>& faults) {
  DataFile file(text, file_name, {"cycle", "source", "destination", "flits"}, faults);
  std::vector<TraceEntry> entries;
  if (!file.next_is_header()) return entries;
  const IntRange legal_node{0, node_count - 1};
  while (file.next()) {
    const auto cycle = file.number(kCycle, kLegalCycle);
    const auto source = file.number(kSource, legal_node);
    const auto destination = file.number(kDestination, legal_node);
    const auto flits = file.number(kFlits, kLegalFlits);
    if (!cycle || !source || !destination || !flits) continue;
    entries.push_back(
        {static_cast<NodeId>(*source),
         {static_cast<Cycle>(*cycle), static_cast<NodeId>(*destination), static_cast<int>(*flits)}});
  }
  if (entries.empty() && faults.empty()) file.fail(kCycle, "the trace has no packets");
  return entries;
}

Trace::Trace(NodeId node_count, std::vector<TraceEntry> entries)
    : first_(static_cast<std::size_t>(node_count) + 1, 0) {
  std::stable_sort(entries.begin(), entries.end(), [](const TraceEntry& a, const TraceEntry& b) {
    return std::tie(a.source, a.packet.created) < std::tie(b.source, b.packet.created);
  });
  packets_.reserve(entries.size());
  for (const TraceEntry& entry : entries) {
    packets_.push_back(entry.packet);
    ++first_[entry.source + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

int Trace::longest_packet() const {
  int longest = 0;
  for (const PacketRequest& packet : packets_) longest = std::max(longest, packet.flits);
  return longest;
}

double Trace::mean_packet() const {
  double flits = 0;
  for (const PacketRequest& packet : packets_) flits += packet.flits;
  return flits / static_cast<double>(packets_.size());
}

}  // namespace switchyard
