#include "testbench/app/packet_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "testbench/app/path_option.h"
#include "testbench/file/compressible_file.h"
#include "testbench/file/print.h"
#include "testbench/messages/message_stream.h"
#include "testbench/traffic/node_list.h"

namespace switchyard {
namespace {

void require_packets(const char* option, const Experiment& experiment) {
  if (experiment.injection.machine != nullptr)
    throw std::invalid_argument(std::string(option) + " is for packets of traffic and of workloads, and " +
                                experiment.design.name + " runs a program");
}

[[noreturn]] void refuse_compressed(const std::string& record) {
  throw std::invalid_argument("--record " + record + ": a trace is read as it is, so it is not compressed");
}

/// Of the classes of a run's packets, by label; none where they have none.
std::vector<std::string> class_names(const Injection& injection) {
  if (injection.messages != nullptr) return injection.messages->classes;
  std::vector<std::string> names;
  if (injection.classes == nullptr) return names;
  for (const TrafficClass& of : *injection.classes) names.push_back(of.name);
  return names;
}

std::size_t count_classes(const Injection& injection, const std::vector<std::string>& names) {
  if (!names.empty()) return names.size();
  return injection.messages == nullptr ? 1 : PacketOptions::kClasses;
}

/// A list of names and ranges of numbers, such as `request,2-3`.
std::bitset<PacketOptions::kClasses> parse_classes(const std::string& list, const Injection& injection) {
  const std::vector<std::string> names = class_names(injection);
  const auto count = static_cast<NodeId>(count_classes(injection, names));
  std::bitset<PacketOptions::kClasses> classes;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string part = list.substr(begin, comma - begin);
    begin = comma + 1;
    if (const auto name = std::find(names.begin(), names.end(), part); name != names.end()) {
      classes.set(name - names.begin());
      continue;
    }
    try {
      for (const NodeId label : parse_node_list(part, count)) classes.set(label);
    } catch (const std::invalid_argument&) {
      throw std::invalid_argument(fmt::format(
          "class list \"{}\": \"{}\" is neither {} nor a number or a range a-b of 0..{}", list, part,
          names.empty() ? "a class" : fmt::format("one of {}", fmt::join(names, ", ")), count - 1));
    }
  }
  return classes;
}

/// Of minimal paths, over some pairs of terminals.
double mean_hops(const Design& design) {
  const Topology& topology = *design.topology;
  const TerminalId terminals = topology.terminal_count();
  constexpr TerminalId kSources = 32;
  const TerminalId step = std::max<TerminalId>(1, terminals / kSources);
  double hops = 0;
  double pairs = 0;
  for (TerminalId from = 0; from < terminals; from += step) {
    for (TerminalId to = 0; to < terminals; to += step) {
      if (!topology.attachment(from).sends() || !topology.attachment(to).receives()) continue;
      hops += design.distance(from, to);
      ++pairs;
    }
  }
  return pairs == 0 ? 0 : hops / pairs;
}

}  // namespace

void PacketChoice::add_to(CLI::App& command) {
  CLI::Option* packets =
      command
          .add_option(kFileOption, file,
                      "Write the way of every packet, hop by hop, as CSV (compressed if FILE ends in .gz); "
                      "`switchyard packet` shows one of them")
          ->check(a_name())
          ->type_name("FILE");
  window.add_to(command, packets,
                {"Only packets that come to one of these nodes, e.g. 0,5,7-9 (default: all)",
                 "Only packets that are created in this cycle or later",
                 "Only packets that are created in this cycle or before (default: to the end)"});
  command
      .add_option("--packets-classes", classes,
                  "Only packets of these classes of messages, by name or number, e.g. request or 0,2-3 "
                  "(default: all)")
      ->check(a_name())
      ->needs(packets);
  command
      .add_option(kRecordOption, record,
                  "Write every packet of the run as a trace, which a workload of kind `trace` replays; of a "
                  "workload of kind `messages` its messages, which it replays itself")
      ->check(a_name())
      ->type_name("FILE");
}

std::optional<PacketOptions> PacketChoice::read(const Level& level, const Experiment& experiment) const {
  if (file.empty()) return std::nullopt;
  require_packets(kFileOption, experiment);
  if (!level.has_flits)
    throw std::invalid_argument("--packets follows flits, which level " + level.name + " does not have");
  if (window.from > window.to)
    throw std::invalid_argument(
        fmt::format("packets from cycle {} to cycle {}: nothing to write", window.from, window.to));
  PacketOptions packets;
  packets.file = file;
  packets.from = window.from;
  packets.to = window.to;
  if (!window.nodes.empty())
    packets.nodes = parse_node_list(window.nodes, experiment.design.topology->node_count());
  packets.class_names = class_names(experiment.injection);
  if (!classes.empty()) packets.classes = parse_classes(classes, experiment.injection);
  return packets;
}

const std::string& PacketChoice::read_record_of_platform() const {
  if (!record.empty() && is_compressed(record)) refuse_compressed(record);
  return record;
}

std::filesystem::path PacketChoice::read_record(const Experiment& experiment) const {
  if (record.empty()) return {};
  require_packets(kRecordOption, experiment);
  if (is_compressed(record) && experiment.injection.messages == nullptr) refuse_compressed(record);
  if (const auto& graph = experiment.injection.messages; graph != nullptr && !graph->nodes.empty())
    throw std::invalid_argument(
        "--record: a file of messages has no nodes with several terminals, and those of workload.terminals "
        "wait for "
        "each other");
  if (record == file) throw std::invalid_argument("--packets and --record name the same file, " + file);
  return record;
}

void warn_of_large_file(const PacketOptions& packets, const Experiment& experiment, Cycle cycles) {
  const Injection& injection = experiment.injection;
  if (injection.finite || cycles == kNever || !packets.nodes.empty()) return;
  constexpr double kBytesOfALine = 40;
  constexpr double kCompressed = 0.2;
  constexpr double kLarge = 1e9;
  const auto window = static_cast<double>(std::min(packets.to, cycles) - std::min(packets.from, cycles));
  const double created =
      window * injection.load / injection.mean_packet * experiment.design.topology->terminal_count();
  const double lines = 3 + mean_hops(experiment.design);  // Created, injected, ejected.
  const double bytes = created * lines * kBytesOfALine * (is_compressed(packets.file) ? kCompressed : 1);
  if (bytes < kLarge) return;
  print_error(
      "switchyard: warning: {} will have about {:.1f} GB; --packets-nodes, --packets-from and --packets-to "
      "leave out packets\n",
      packets.file.string(), bytes / 1e9);
}

}  // namespace switchyard
