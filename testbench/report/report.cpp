#include "testbench/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hw/base/ratio.h"
#include "testbench/file/json_text.h"
#include "testbench/report/energy_report.h"
#include "testbench/report/interrupted_run.h"
#include "testbench/report/network_nodes.h"
#include "testbench/report/units_report.h"
#include "testbench/report/version.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kHistogramBins = 100;

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

/// A list per figure: half as long as a list per bin.
ordered_json to_json(const std::vector<HistogramBin>& bins) {
  ordered_json json{
      {"from", ordered_json::array()}, {"to", ordered_json::array()}, {"packets", ordered_json::array()}};
  for (const HistogramBin& bin : bins) {
    json["from"].push_back(bin.from);
    json["to"].push_back(bin.to);
    json["packets"].push_back(bin.count);
  }
  return json;
}

ordered_json to_json(const LatencyHistogram& latency) {
  ordered_json json{{"mean", nullptr}, {"p50", nullptr}, {"p95", nullptr},
                    {"p99", nullptr},  {"max", nullptr}, {"messages", latency.count()}};
  if (latency.count() == 0) return json;
  json["mean"] = latency.mean();
  json["p50"] = latency.percentile(0.50);
  json["p95"] = latency.percentile(0.95);
  json["p99"] = latency.percentile(0.99);
  json["max"] = latency.max();
  return json;
}

ordered_json to_json(const LatencyFigures& latency) {
  const LatencyHistogram& histogram = latency.histogram;
  ordered_json json{{"mean", nullptr},
                    {"ci95", number_or_null(latency.interval.half_width)},
                    {"no_ci95_because", latency.interval.unknown_because},
                    {"precision", number_or_null(latency.interval.half_width / latency.interval.mean)},
                    {"effective_samples", number_or_null(latency.interval.effective_samples)},
                    {"p50", nullptr},
                    {"p95", nullptr},
                    {"p99", nullptr},
                    {"max", nullptr},
                    {"packets", histogram.count()},
                    {"histogram", to_json(std::vector<HistogramBin>{})}};
  if (histogram.count() == 0) return json;
  json["mean"] = histogram.mean();
  json["p50"] = histogram.percentile(0.50);
  json["p95"] = histogram.percentile(0.95);
  json["p99"] = histogram.percentile(0.99);
  json["max"] = histogram.max();
  json["histogram"] = to_json(histogram.bins(kHistogramBins));
  return json;
}

ordered_json to_json(const WaitingBuffer& buffer) {
  constexpr const char* kSides[] = {"input", "output", "central"};  // Central: the buffer is a queue.
  const bool central = buffer.buffer.side == Side::Central;
  ordered_json json{{"node", buffer.node},
                    {"port", central ? ordered_json(nullptr) : ordered_json(buffer.buffer.port)},
                    {"side", kSides[static_cast<std::size_t>(buffer.buffer.side)]},
                    {"vc", buffer.buffer.vc},
                    {"packet", nullptr},
                    {"source", nullptr},
                    {"destination", nullptr}};
  if (!buffer.occupied) return json;
  json["packet"] = buffer.packet;
  json["source"] = buffer.source;
  json["destination"] = buffer.destination;
  return json;
}

ordered_json to_json(const Divergence& divergence) {
  return {{"cycle", divergence.cycle}, {"node", divergence.node}, {"signal", divergence.signal},
          {"model", divergence.model}, {"rtl", divergence.rtl},   {"events", divergence.events}};
}

ordered_json to_json(const Stall& stall) {
  return {{"found", stall.found}, {"since", stall.since}, {"step", stall.step}, {"chain", stall.chain}};
}

ordered_json to_json(const SourceComparison& s) {
  return {{"fairness", s.fairness ? ordered_json(*s.fairness) : ordered_json(nullptr)},
          {"least", {{"node", s.least_node}, {"accepted", s.least_accepted}}},
          {"most", {{"node", s.most_node}, {"accepted", s.most_accepted}}},
          {"slowest", {{"node", s.slowest_node}, {"mean_latency", s.slowest_latency}}}};
}

/// Requests of a class without a reply, in all terminals, in the mean: by Little's law, of those created in
/// the window.
double outstanding(const ClassFigures& of_class, const Results& r) {
  if (of_class.round_trip.count() == 0) return 0;
  return of_class.round_trip.mean() * r.per_cycle(of_class.round_trip.count());
}

std::uint64_t count(const RefusedPackets& refused) {
  std::uint64_t packets = 0;
  for (const auto& [pair, of_pair] : refused) packets += of_pair;
  return packets;
}

ordered_json to_json(const RefusedPackets& refused) {
  constexpr std::size_t kMaxPairs = 1000;
  ordered_json pairs = ordered_json::array();
  for (const auto& [pair, packets] : refused) {
    if (pairs.size() == kMaxPairs) break;
    pairs.push_back({{"source", pair.first}, {"destination", pair.second}, {"packets", packets}});
  }
  return {{"packets", count(refused)}, {"pairs", refused.size()}, {"by_pair", std::move(pairs)}};
}

/// Of the cycles that a total exchange took; null if it was not done.
ordered_json share_of_bound(const Results& r) {
  if (r.stability.verdict != Stability::Stable || r.measured == 0) return nullptr;
  return *r.exchange_bound / static_cast<double>(r.measured);
}

ordered_json to_json(const BarrierFigures& barriers) {
  return {{"passed", barriers.cost.count()},
          {"cost", to_json(barriers.cost)},
          {"waits", to_json(barriers.waits)},
          {"early_packets", barriers.early}};
}

/// `terminals`: over which loads are means.
ordered_json to_json(const ClassFigures& of_class, const Results& r, double terminals) {
  ordered_json json{{"name", of_class.name},
                    {"virtual_network", of_class.network},
                    {"packets", of_class.created},
                    {"offered", r.per_cycle(of_class.created_flits) / terminals},
                    {"accepted", r.per_cycle(of_class.accepted_flits) / terminals},
                    {"packet_latency", to_json(of_class.packet_latency)},
                    {"network_latency", to_json(of_class.network_latency)}};
  if (!of_class.is_answered) return json;
  json["round_trip"] = to_json(of_class.round_trip);
  json["outstanding"] = outstanding(of_class, r) / terminals;
  return json;
}

ordered_json to_json(const MessageFigures& messages) {
  ordered_json classes = ordered_json::array();
  for (std::size_t label = 0; label < messages.classes.size(); ++label) {
    const MessageClassFigures& of_class = messages.classes[label];
    if (of_class.latency.count() == 0) continue;
    classes.push_back({{"class", label},
                       {"name", of_class.name},
                       {"flits", of_class.flits},
                       {"latency", to_json(of_class.latency)}});
  }
  return {{"delivered", messages.latency.count()},
          {"left_over", messages.left_over},
          {"flits", messages.flits},
          {"latency", to_json(messages.latency)},
          {"round_trip", to_json(messages.round_trip)},
          {"classes", std::move(classes)},
          {"longest_chain", messages.longest_chain},
          {"sum_of_values", fmt::format("{:016x}", messages.sum_of_values)},
          {"most_in_memory", messages.most_live},
          {"window_full", messages.full_looks}};
}

std::string outcome(const Results& results) {
  if (results.stall) return "stall";
  if (results.divergence) return "divergence";
  if (results.deadlock) return "deadlock";
  if (!results.failed_check.empty()) return "failed_check";
  if (results.interrupted_by != 0) return "interrupted";
  return to_string(results.stability.verdict);
}

/// True or false; null if undecided.
ordered_json is_stable(const StabilityFigures& stability) {
  if (stability.verdict == Stability::Undecided) return nullptr;
  return stability.verdict == Stability::Stable;
}

ordered_json to_json(const std::optional<Growth>& growth) {
  if (!growth) return nullptr;
  return {{"share_of_offered", growth->share},  {"ci95", growth->half_width}, {"rise", growth->rise},
          {"pulled_back", growth->pulled_back}, {"late", growth->late},       {"wobble", growth->wobble}};
}

ordered_json to_json(const StabilityFigures& stability) {
  return {{"verdict", to_string(stability.verdict)},
          {"because", stability.because},
          {"growth", to_json(stability.growth)},
          {"slowest_sources", stability.slowest},
          {"growth_of_slowest", to_json(stability.slowest_growth)}};
}

ordered_json warmup_to_json(const Results& r) {
  return {{"cycles", r.warmup},
          {"ended_by", to_string(r.warmup_end)},
          {"limit", r.warmup_limit == 0 ? ordered_json(nullptr) : ordered_json(r.warmup_limit)}};
}

template <class Row, class Member>
ordered_json column(const std::vector<Row>& rows, Member Row::*member) {
  ordered_json values = ordered_json::array();
  for (const Row& row : rows) values.push_back(row.*member);
  return values;
}

ordered_json column(const std::vector<NodeUse>& rows, std::optional<double> NodeUse::*member) {
  ordered_json values = ordered_json::array();
  for (const NodeUse& row : rows)
    values.push_back(row.*member ? ordered_json(*(row.*member)) : ordered_json(nullptr));
  return values;
}

/// Arrays by node.
ordered_json by_node(const std::vector<NodeUse>& nodes) {
  return {{"offered", column(nodes, &NodeUse::offered)},
          {"accepted", column(nodes, &NodeUse::accepted)},
          {"delivered", column(nodes, &NodeUse::delivered)},
          {"packets_sent", column(nodes, &NodeUse::packets_sent)},
          {"mean_latency_sent", column(nodes, &NodeUse::latency_sent)},
          {"packets_received", column(nodes, &NodeUse::packets_received)},
          {"mean_latency_received", column(nodes, &NodeUse::latency_received)}};
}

ordered_json by_distance(const std::vector<DistanceUse>& distances) {
  return {{"distance", column(distances, &DistanceUse::distance)},
          {"packets", column(distances, &DistanceUse::packets)},
          {"mean_packet_latency", column(distances, &DistanceUse::packet_latency)},
          {"mean_network_latency", column(distances, &DistanceUse::network_latency)},
          {"mean_hops", column(distances, &DistanceUse::hops)}};
}

/// Packets: the mean of all queues, and the largest.
std::pair<double, int> queue_figures(const std::vector<QueueUse>& queues) {
  double sum = 0;
  int largest = 0;
  for (const QueueUse& use : queues) {
    sum += use.mean;
    largest = std::max(largest, use.max);
  }
  return {sum / static_cast<double>(queues.size()), largest};
}

ordered_json to_json(const Experiment& experiment, const Results& r) {
  ordered_json json{{"level", r.level},
                    {"seed", r.seed},
                    {"outcome", outcome(r)},
                    {"stable", is_stable(r.stability)},
                    {"stability", to_json(r.stability)},
                    {"failed_check", r.failed_check},
                    {"missed_expectations", r.missed_expectations},
                    {"check", r.check ? to_json(*r.check) : ordered_json(nullptr)},
                    {"cycles", r.cycles},
                    {"warmup", warmup_to_json(r)},
                    {"measured_cycles", r.measured},
                    {"drain_cycles", r.drain},
                    {"precision", nullptr},
                    {"load", r.load},
                    {"offered", r.offered},
                    {"accepted", r.accepted},
                    {"accepted_min_node", r.accepted_min_node},
                    {"least_node", r.least_node},
                    {"sources", to_json(r.sources)},
                    {"packet_latency", to_json(r.packet_latency)},
                    {"network_latency", to_json(r.network_latency)},
                    {"hops",
                     {{"mean", r.hops_mean},
                      {"max", r.hops_max},
                      {"misroutes", r.misroutes},
                      {"misroutes_mean", r.misroutes_mean},
                      {"misroutes_max", r.misroutes_max}}},
                    {"flit_hops", r.flit_hops},
                    {"delivered_packets", r.delivered_packets},
                    {"pending_packets", r.pending_packets},
                    {"refused", to_json(r.refused)},
                    {"unreachable_pairs", r.unreachable.size()},
                    {"cut_off_pairs", r.cut_off.size()},
                    {"event_hash", r.event_hash},
                    {"deadlock", nullptr},
                    {"starvation", nullptr},
                    {"livelock", nullptr},
                    {"divergence", nullptr},
                    {"wall_seconds", r.wall_seconds},
                    {"peak_memory_bytes", r.peak_memory_bytes}};
  if (!r.nodes.empty()) {
    json["by_node"] = by_node(r.nodes);
    json["by_distance"] = by_distance(r.distances);
  }
  if (!r.queues.empty()) {
    const auto [mean, largest] = queue_figures(r.queues);
    json["queues"] = {{"mean", mean}, {"largest", largest}};
  }
  if (r.precision) json["precision"] = {{"wanted", r.precision->wanted}, {"reached", r.precision->reached}};
  if (experiment.units)
    json["units"] = in_units(*experiment.units, r, experiment.design.whole_topology->terminal_count());
  if (r.energy) json["energy"] = to_json(*r.energy);
  if (r.barriers) json["barriers"] = to_json(*r.barriers);
  for (const ClassFigures& of_class : r.classes)
    json["classes"].push_back(to_json(of_class, r, static_cast<double>(r.nodes.size())));
  if (r.messages) json["messages"] = to_json(*r.messages);
  if (r.exchange_bound) {
    json["messages"]["lower_bound"] = *r.exchange_bound;
    json["messages"]["share_of_bound"] = share_of_bound(r);
  }
  if (r.of_machine) r.of_machine->add_to(json);
  if (r.stall) json["stall"] = to_json(*r.stall);
  if (r.deadlock) json["deadlock"] = to_json(*r.deadlock);
  if (r.divergence) json["divergence"] = to_json(*r.divergence);
  if (r.starvation) {
    json["starvation"] = to_json(r.starvation->buffer);
    json["starvation"]["found"] = r.starvation->found;
    json["starvation"]["since"] = r.starvation->since;
    json["starvation"]["at_fault"] = nullptr;
    if (const auto& fault = r.starvation->at_fault) {
      json["starvation"]["at_fault"] = to_json(fault->first);
      json["starvation"]["at_fault"]["faulty_port"] = fault->second;
    }
  }
  if (r.livelock) {
    json["livelock"] = {{"found", r.livelock->found},   {"packet", r.livelock->packet},
                        {"source", r.livelock->source}, {"destination", r.livelock->destination},
                        {"hops", r.livelock->hops},     {"distance", r.livelock->distance}};
  }
  return json;
}

std::string channels_csv(const Results& results) {
  std::string text = "from_node,from_port,to_node,to_port,vc,flits_per_cycle\n";
  for (const ChannelUse& use : results.channels) {
    for (std::size_t vc = 0; vc < use.vcs.size(); ++vc) {
      text += fmt::format("{},{},{},{},{},{:.6f}\n", use.from.node, use.from.port, use.to.node, use.to.port,
                          vc, use.vcs[vc]);
    }
  }
  return text;
}

std::string queues_csv(const Results& results) {
  std::string text = "node,port,queue,mean,max\n";
  for (const auto& [node, queue, mean, max] : results.queues) {
    const std::string port = queue.side == Side::Central ? "" : std::to_string(queue.port);
    text += fmt::format("{},{},{},{:.6f},{}\n", node, port, queue.vc, mean, max);
  }
  return text;
}

std::string latency_line(const LatencyHistogram& h, const std::string& half_width = {}) {
  return fmt::format("mean {:.2f}{}  p50 {}  p95 {}  p99 {}  max {} cycles", h.mean(), half_width,
                     h.percentile(0.50), h.percentile(0.95), h.percentile(0.99), h.max());
}

std::string latency_line(const LatencyFigures& latency) {
  if (latency.histogram.count() == 0) return "no packets";
  const double half = latency.interval.half_width;
  return latency_line(latency.histogram, std::isfinite(half) ? fmt::format(" +- {:.2f}", half) : "");
}

std::string barrier_lines(const BarrierFigures& barriers, const WavePlan& waves) {
  std::string text = fmt::format(
      "  barriers          {} passed; a wave has {} hops on its longest way; {} packets came early\n",
      barriers.cost.count(), waves.longest_way, barriers.early);
  if (barriers.cost.count() == 0) return text;
  return text + fmt::format("  barrier cost      {}, from the last arrival to the last release\n",
                            latency_line(barriers.cost));
}

std::string class_lines(const Results& r) {
  std::string text;
  const auto terminals = static_cast<double>(r.nodes.size());
  for (const ClassFigures& of_class : r.classes) {
    text += fmt::format("  class {}: virtual network {}, offered {:.4f}, accepted {:.4f}\n", of_class.name,
                        of_class.network, r.per_cycle(of_class.created_flits) / terminals,
                        r.per_cycle(of_class.accepted_flits) / terminals);
    text +=
        fmt::format("    packet latency  {}\n", latency_line(LatencyFigures{{}, of_class.packet_latency}));
    if (of_class.round_trip.count() == 0) continue;
    text += fmt::format("    round trip      {}; {:.2f} outstanding at a terminal in the mean\n",
                        latency_line(of_class.round_trip), outstanding(of_class, r) / terminals);
  }
  return text;
}

std::string message_lines(const Results& r) {
  const MessageFigures& messages = *r.messages;
  const std::uint64_t delivered = messages.latency.count();
  std::string text = fmt::format(
      "  messages          {} with {} flits delivered{}; the longest chain has {}\n", delivered,
      messages.flits,
      messages.left_over == 0 ? "" : fmt::format(", {} that were read ahead not", messages.left_over),
      messages.longest_chain);
  if (delivered == 0) return text;
  text += fmt::format("  message latency   {}; {:.2f} under way in the mean\n",
                      latency_line(messages.latency), messages.latency.mean() * r.per_cycle(delivered));
  const auto has_messages = [](const MessageClassFigures& c) { return c.latency.count() != 0; };
  if (std::count_if(messages.classes.begin(), messages.classes.end(), has_messages) > 1) {
    for (std::size_t label = 0; label < messages.classes.size(); ++label) {
      const MessageClassFigures& of_class = messages.classes[label];
      if (!has_messages(of_class)) continue;
      text += fmt::format("    {:<15} {}: {}\n",
                          of_class.name.empty() ? fmt::format("class {}", label) : of_class.name,
                          of_class.latency.count(), latency_line(of_class.latency));
    }
  }
  if (messages.round_trip.count() != 0)
    text += fmt::format("  round trip        {}; {:.2f} outstanding in the mean\n",
                        latency_line(messages.round_trip),
                        messages.round_trip.mean() * r.per_cycle(messages.round_trip.count()));
  if (r.exchange_bound && r.stability.verdict == Stability::Stable && r.measured != 0) {
    text +=
        fmt::format("  lower bound       {:.1f} cycles for the payload on these links, headers not counted\n",
                    *r.exchange_bound);
    text += fmt::format("  share of bound    {:.4f}\n", ratio(*r.exchange_bound, r.measured));
  }
  text += fmt::format("  values            as evaluated in sequence, their sum {:016x}\n",
                      messages.sum_of_values);
  if (messages.full_looks != 0)
    text += fmt::format("  WINDOW FULL       {} times: with a larger workload.window figures may differ\n",
                        messages.full_looks);
  return text;
}

std::string interval_line(const ConfidenceInterval& interval, std::uint64_t packets) {
  if (packets == 0) return {};
  if (!interval.unknown_because.empty())
    return fmt::format("  NO INTERVAL       of the mean latency: {}\n", interval.unknown_because);
  return fmt::format("  interval          95 %: the packets tell as much as {:.0f} independent ones\n",
                     interval.effective_samples);
}

std::string precision_line(const Results& r) {
  if (!r.precision) return {};
  const ConfidenceInterval& interval = r.packet_latency.interval;
  const std::string found = std::isfinite(interval.half_width)
                                ? fmt::format("{:.3g} %", 100 * interval.half_width / interval.mean)
                                : "unknown";
  return fmt::format("  {}       {} of the mean after {} cycles; measure.precision is {:.3g} %\n",
                     r.precision->reached ? "precision  " : "NOT PRECISE", found, r.measured,
                     100 * r.precision->wanted);
}

std::string hops_line(const Results& r) {
  if (r.packet_latency.histogram.count() == 0) return "  hops              no packets\n";
  const std::string misroutes =
      r.misroutes == 0 ? ""
                       : fmt::format(" (mean {:.3f}, max {} per packet)", r.misroutes_mean, r.misroutes_max);
  return fmt::format("  hops              mean {:.3f}, max {}, misroutes {}{}\n", r.hops_mean, r.hops_max,
                     r.misroutes, misroutes);
}

std::string queues_line(const Results& r) {
  if (r.queues.empty()) return "";
  const auto [mean, largest] = queue_figures(r.queues);
  return fmt::format("  queues            mean {:.2f} packets, largest {}\n", mean, largest);
}

}  // namespace

void add_manifest(FileGroup& files, const Design& design, const std::string& level, const std::string& config,
                  const RunOrigin& origin) {
  files.add("config.yaml", config);
  files.add("manifest.json", json_text({{"version", kVersion},
                                        {"commit", origin.commit},
                                        {"command", origin.command},
                                        {"overrides", origin.overrides},
                                        {"date", origin.date},
                                        {"name", design.name},
                                        {"level", level},
                                        {"seed", design.seed},
                                        {"config", config}}));
}

void commit_report(FileGroup& files) {
  files.commit({"results.json", "manifest.json", "config.yaml", "channels.csv", "nodes.csv", "queues.csv",
                "coverage.dat", "divergence.vcd", "divergence.gtkw", "timeline.csv", "timeline_channels.csv",
                "timeline.gp", "timeline.png", "timeline.svg", "report.html"});
}

void write_report(const std::filesystem::path& folder, const Experiment& experiment, const Results& results,
                  const RunOrigin& origin) {
  FileGroup files(folder);
  add_manifest(files, experiment.design, results.level, experiment.config, origin);
  files.add("channels.csv", channels_csv(results));
  files.add("nodes.csv", network_nodes_csv(*experiment.design.whole_topology));
  if (!results.queues.empty()) files.add("queues.csv", queues_csv(results));
  files.add("results.json", json_text(to_json(experiment, results)));
  commit_report(files);
}

/// What the cycles of the run were.
std::string phases_text(const Experiment& experiment, const Results& r) {
  if (!experiment.injection.finite)
    return fmt::format("{} cycles ({} warm-up, {} measured, {} drain)", r.cycles, r.warmup, r.measured,
                       r.drain);
  if (r.pending_packets != 0 || r.stability.verdict != Stability::Stable)
    return fmt::format("not done after {} cycles", r.measured);
  return fmt::format("all delivered after {} cycles ({} simulated, so that the last credits are home, too)",
                     r.measured, r.cycles);
}

/// What every kind of run says at its end.
std::string common_lines(const Experiment& experiment, const Results& r) {
  std::string text;
  if (experiment.units)
    text += units_text(*experiment.units, r, experiment.design.whole_topology->terminal_count());
  if (r.energy) text += energy_text(*r.energy);
  if (r.check) text += fmt::format("  deadlock          {}\n", to_text(*r.check, experiment.expect));
  return text;
}

std::string summary(const Experiment& experiment, const Results& r) {
  if (r.of_machine) return r.of_machine->summary(experiment, r) + common_lines(experiment, r);
  std::string text = fmt::format("{}: level {}, seed {}, {}\n", experiment.design.name, r.level, r.seed,
                                 phases_text(experiment, r));
  const char* const terminal = experiment.design.terminal_word();
  text += fmt::format("  offered           {:.4f} flits/{}/cycle\n", r.offered, terminal);
  const auto senders =
      std::count_if(r.nodes.begin(), r.nodes.end(), [](const NodeUse& node) { return node.offered > 0; });
  text +=
      fmt::format("  accepted          {:.4f}{}\n", r.accepted,
                  r.sources.fairness ? fmt::format(" (least of {} senders: {:.4f} at {} {})", senders,
                                                   r.sources.least_accepted, terminal, r.sources.least_node)
                                     : "");
  text += fmt::format("  packet latency    {}\n", latency_line(r.packet_latency));
  text += fmt::format("  network latency   {}\n", latency_line(r.network_latency));
  if (!experiment.injection.finite && r.stability.verdict == Stability::Stable)
    text += interval_line(r.packet_latency.interval, r.packet_latency.histogram.count());
  text += precision_line(r);
  text += hops_line(r);
  text += queues_line(r);
  if (r.barriers) text += barrier_lines(*r.barriers, *experiment.design.router.waves);
  text += class_lines(r);
  if (r.messages) text += message_lines(r);
  text += fmt::format("  delivered         {} packets, {} pending\n", r.delivered_packets, r.pending_packets);
  if (!experiment.design.faults.empty()) {
    text += fmt::format("  faults            {}\n",
                        to_text(experiment.design.faults, *experiment.design.whole_topology));
    text += fmt::format("  refused           {} packets of {} pairs\n", count(r.refused), r.refused.size());
    if (!r.unreachable.empty()) text += fmt::format("  unreachable       {}\n", to_text(r.unreachable));
    if (!r.cut_off.empty()) text += fmt::format("  cut off meanwhile {}\n", to_text(r.cut_off));
  }
  text += common_lines(experiment, r);
  text += fmt::format("  event hash        {}\n", r.event_hash);
  const auto hops = static_cast<double>(r.flit_hops);
  text +=
      fmt::format("  speed             {:.3f} s, {:.0f} cycles/s, {:.1f} ns per flit-hop, {:.0f} MB peak\n",
                  r.wall_seconds, ratio(r.cycles, r.wall_seconds),
                  r.flit_hops == 0 ? 0 : r.wall_seconds * 1e9 / hops, ratio(r.peak_memory_bytes, 1e6));
  if (r.starvation) {
    text += fmt::format("  starvation        {} has not moved for {} cycles, yet it may\n",
                        to_string(r.starvation->buffer), r.starvation->found - r.starvation->since);
    if (const auto& fault = r.starvation->at_fault) {
      text += fmt::format("  at a fault        {} has no way but over faulty links: port {}\n",
                          to_string(fault->first), fault->second);
    }
  }
  if (r.livelock) text += fmt::format("  livelock          {}\n", to_string(*r.livelock));
  text += interruption_line(r);
  if (r.stability.verdict == Stability::Unstable)
    text += fmt::format("  UNSTABLE          {}; latencies are those of the packets that arrived\n",
                        r.stability.because);
  if (r.stability.verdict == Stability::Undecided && r.interrupted_by == 0)
    text += fmt::format("  UNDECIDED         {}\n", r.stability.because);
  if (!r.failed_check.empty()) text += fmt::format("  FAILED CHECK      {}\n", r.failed_check);
  for (const std::string& miss : r.missed_expectations) text += fmt::format("  NOT AS EXPECTED   {}\n", miss);
  return text;
}

ordered_json to_json(const Deadlock& deadlock) {
  ordered_json cycle = ordered_json::array();
  for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
    ordered_json entry = to_json(deadlock.cycle[i]);
    entry["waits_for"] = to_json(deadlock.cycle[(i + 1) % deadlock.cycle.size()]);
    cycle.push_back(std::move(entry));
  }
  return {{"found", deadlock.found}, {"knot_buffers", deadlock.knot_buffers}, {"cycle", std::move(cycle)}};
}

std::string describe(const Stall& stall) {
  std::string text = fmt::format("step {} does not end: nothing has moved from cycle {} to {}\n", stall.step,
                                 stall.since, stall.found);
  for (const std::string& line : stall.chain) text += "  " + line + '\n';
  return text;
}

std::string describe(const Deadlock& deadlock) {
  std::string text =
      fmt::format("deadlock found in cycle {}: {} buffers can never move again; a cycle of {} among them:\n",
                  deadlock.found, deadlock.knot_buffers, deadlock.cycle.size());
  for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
    text += fmt::format("  {}\n    waits for {}\n", to_string(deadlock.cycle[i]),
                        to_string(deadlock.cycle[(i + 1) % deadlock.cycle.size()]));
  }
  return text;
}

}  // namespace switchyard
