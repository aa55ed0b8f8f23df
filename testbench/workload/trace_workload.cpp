#include "testbench/workload/trace_workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw/base/ratio.h"
#include "hw/config/data_file.h"
#include "testbench/process/available_memory.h"
#include "testbench/workload/trace_stream.h"

namespace switchyard {
namespace {

/// Bytes, at most, that sorting the packets takes: the packets, and half of those of one source once more.
std::uint64_t sorting_memory(const TraceSurvey& survey) {
  const std::uint64_t most_of_a_source =
      *std::max_element(survey.packets_by_source.begin(), survey.packets_by_source.end());
  return sizeof(PacketRequest) * (survey.packets + most_of_a_source / 2);
}

std::string too_little_memory(const std::filesystem::path& file, const TraceSurvey& survey) {
  constexpr double kMegabyte = 1e6;
  return fmt::format(
      "{}:{}: error: the cycle is before that of the line above; to sort the {} packets takes {:.0f} MB of "
      "memory, "
      "and there are {:.0f} MB; a trace in order of cycles takes none: `sort -s -t, -k1,1n {} > sorted.csv`",
      file.string(), survey.first_step_back, survey.packets, ratio(sorting_memory(survey), kMegabyte),
      ratio(available_memory(), kMegabyte), file.string());
}

Trace sort_trace(const std::filesystem::path& file, const TraceSurvey& survey) try {
  std::ifstream text(file);
  std::vector<std::string> faults;
  TraceReader reader(text, file.string(), static_cast<NodeId>(survey.packets_by_source.size()), faults);
  std::vector<std::uint32_t> left = survey.packets_by_source;
  std::uint64_t unread = survey.packets;
  return Trace(survey.packets_by_source, [&](TraceEntry& entry) {
    if (unread == 0) return false;
    if (!reader.next(entry) || left[entry.source] == 0) throw trace_has_changed(file);
    --left[entry.source];
    --unread;
    return true;
  });
} catch (const std::bad_alloc&) {
  throw std::invalid_argument(too_little_memory(file, survey));
}

bool can_send(const Topology& topology, const TraceEntry& entry) {
  return topology.attachment(entry.source).sends() &&
         topology.attachment(entry.packet.destination).receives();
}

using SourceMaker = std::function<std::unique_ptr<PacketSource>()>;

SourceMaker source_of(std::shared_ptr<const Trace> trace) {
  return [trace = std::move(trace)] { return std::make_unique<TraceWorkload>(trace); };
}

SourceMaker source_of(const std::filesystem::path& file, const TraceSurvey& survey) {
  if (survey.in_order()) return [=] { return std::make_unique<TraceStream>(file, survey); };
  return [=] {
    return std::make_unique<TraceWorkload>(std::make_shared<const Trace>(sort_trace(file, survey)));
  };
}

}  // namespace

TraceWorkload::TraceWorkload(std::shared_ptr<const Trace> trace)
    : trace_(std::move(trace)), played_(trace_->node_count(), 0) {}

bool TraceWorkload::next(NodeId source, PacketRequest& request) {
  const std::span<const PacketRequest> packets = trace_->packets_of(source);
  if (played_[source] == packets.size()) return false;
  request = packets[played_[source]++];
  return true;
}

Injection build_trace_workload(const TrafficContext& context) {
  const ConfigNode name =
      context.config.child("file", {"",
                                    "CSV with the header `cycle,source,destination,flits`; in order of "
                                    "cycles it may be longer than the memory",
                                    "a file"});
  const std::filesystem::path file = name.as_file();
  Injection injection;
  injection.finite = true;
  if (!name.sound()) return injection;

  const NodeId nodes = context.topology != nullptr ? context.topology->terminal_count() : kNoNode;
  const bool once = !std::filesystem::is_regular_file(file);
  std::ifstream text(file);
  std::vector<std::string> faults;
  std::vector<TraceEntry> entries;
  std::optional<TraceEntry> impossible;
  const TraceSurvey survey = survey_trace(text, file.string(), nodes, faults, [&](const TraceEntry& entry) {
    if (once) entries.push_back(entry);
    if (!impossible && context.topology != nullptr && !can_send(*context.topology, entry)) impossible = entry;
  });
  report(faults, name);
  if (impossible) {
    name.fail(fmt::format("{}: a packet of terminal {} for terminal {}, but {}", file.string(),
                          impossible->source, impossible->packet.destination,
                          context.topology->attachment(impossible->source).sends()
                              ? "that one only sends"
                              : "the first only receives"));
    return injection;
  }
  if (context.topology == nullptr || !faults.empty()) return injection;
  if (!once && !survey.in_order() && sorting_memory(survey) > available_memory())
    name.fail(name.path() + ": " + too_little_memory(file, survey));
  injection.longest_packet = survey.longest_packet;
  injection.mean_packet = survey.mean_packet();
  injection.make_source =
      once ? source_of(std::make_shared<const Trace>(nodes, entries)) : source_of(file, survey);
  return injection;
}

}  // namespace switchyard
