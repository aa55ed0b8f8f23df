#include "testbench/workload/trace.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace switchyard {
namespace {

enum Column : std::size_t { kCycle, kSource, kDestination, kFlits };

constexpr IntRange kLegalCycle{0, 1'000'000'000'000'000};
constexpr IntRange kLegalFlits{1, 65535};  // Flit::remaining has 16 bits.

std::vector<std::uint32_t> count_by_source(NodeId node_count, std::span<const TraceEntry> entries) {
  std::vector<std::uint32_t> counts(node_count, 0);
  for (const TraceEntry& entry : entries) ++counts[entry.source];
  return counts;
}

}  // namespace

TraceReader::TraceReader(std::istream& text, const std::string& file_name, NodeId node_count,
                         std::vector<std::string>& faults)
    : file_(text, file_name, {"cycle", "source", "destination", "flits"}, faults),
      legal_node_{0, node_count - 1},
      has_header_(file_.next_is_header({"injected", "ejected"})) {}

bool TraceReader::next(TraceEntry& entry) {
  while (has_header_ && file_.next()) {
    const auto cycle = file_.number(kCycle, kLegalCycle);
    const auto source = file_.number(kSource, legal_node_);
    const auto destination = file_.number(kDestination, legal_node_);
    const auto flits = file_.number(kFlits, kLegalFlits);
    if (!cycle || !source || !destination || !flits) continue;
    entry = {static_cast<NodeId>(*source),
             {static_cast<Cycle>(*cycle), static_cast<NodeId>(*destination), static_cast<int>(*flits)}};
    return true;
  }
  return false;
}

void TraceReader::fail_at_source(const std::string& message) { file_.fail(kSource, message); }
void TraceReader::fail_at_end(const std::string& message) { file_.fail(kCycle, message); }

TraceSurvey survey_trace(std::istream& text, const std::string& file_name, NodeId node_count,
                         std::vector<std::string>& faults,
                         const std::function<void(const TraceEntry&)>& visit) {
  TraceReader reader(text, file_name, node_count, faults);
  const std::uint32_t most =
      std::numeric_limits<PacketId>::max() / node_count;  // Ids are those of all nodes.
  const bool knows_nodes = node_count != kNoNode;
  TraceSurvey survey;
  if (knows_nodes) survey.packets_by_source.resize(node_count);
  Cycle latest = 0;
  for (TraceEntry entry; reader.next(entry); ++survey.packets) {
    const PacketRequest& packet = entry.packet;
    if (knows_nodes && ++survey.packets_by_source[entry.source] == most + 1)
      reader.fail_at_source("source = " + std::to_string(entry.source) + " has more than " +
                            std::to_string(most) + " packets, for which a network of " +
                            std::to_string(node_count) + " nodes has no packet ids");
    if (packet.created < latest && survey.in_order()) survey.first_step_back = reader.line();
    latest = packet.created;
    survey.flits += packet.flits;
    survey.longest_packet = std::max<int>(survey.longest_packet, packet.flits);
    visit(entry);
  }
  if (survey.packets == 0 && faults.empty()) reader.fail_at_end("the trace has no packets");
  return survey;
}

std::runtime_error trace_has_changed(const std::filesystem::path& file) {
  return std::runtime_error(file.string() + " has changed since it was checked");
}

Trace::Trace(NodeId node_count, std::span<const TraceEntry> entries)
    : Trace(count_by_source(node_count, entries), [entries, n = std::size_t{0}](TraceEntry& entry) mutable {
        if (n == entries.size()) return false;
        entry = entries[n++];
        return true;
      }) {}

Trace::Trace(std::span<const std::uint32_t> packets_by_source, const std::function<bool(TraceEntry&)>& next)
    : first_(packets_by_source.size() + 1, 0) {
  std::partial_sum(packets_by_source.begin(), packets_by_source.end(), first_.begin() + 1, std::plus<>());
  packets_.resize(first_.back());
  std::vector<std::ptrdiff_t> free(first_.begin(), first_.end() - 1);
  for (TraceEntry entry; next(entry);) packets_[free[entry.source]++] = entry.packet;
  for (std::size_t source = 0; source + 1 < first_.size(); ++source)
    std::stable_sort(packets_.begin() + first_[source], packets_.begin() + first_[source + 1],
                     [](const PacketRequest& a, const PacketRequest& b) { return a.created < b.created; });
}

}  // namespace switchyard
