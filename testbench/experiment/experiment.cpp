#include "testbench/experiment/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "hw/design/read/read_design.h"
#include "testbench/experiment/machine.h"
#include "testbench/experiment/physical_units.h"
#include "testbench/workload/read_injection.h"

namespace switchyard {
namespace {

constexpr std::int64_t kLongest = 1'000'000'000'000;

/// The most cycles for which a VC's front stands still although nothing stops it: over the longest link a
/// flit goes, through the router, and its credit comes back.
Cycle longest_round_trip(const Design& design) {
  int longest = 1;
  for (const Channel& channel : design.topology->channels()) longest = std::max(longest, channel.latency);
  const int round_trip = std::max(design.router.slot_period,
                                  design.router.timing.router + credit_loop(design.router.timing, longest));
  return static_cast<Cycle>(round_trip);
}

/// `design` is null if it is at fault.
Cycle read_watchdog(const ConfigNode& node, const Design* design) {
  constexpr Cycle kRoundTrips = 8;  // It takes what moved in the last four for live.
  const Cycle round_trip = design != nullptr ? longest_round_trip(*design) : 0;
  const Cycle least = kRoundTrips * round_trip;
  constexpr IntRange kCycles{500, kLongest};
  const ConfigNode value =
      node.child("watchdog",
                 {"cycles", "for which a packet stands still before the run looks for a deadlock",
                  text_of(kCycles), std::to_string(MeasureConfig{}.watchdog) + ", more with long links"},
                 {shape_of(kCycles)});
  if (!value.exists()) return std::max(MeasureConfig{}.watchdog, least);
  const auto cycles = value.as_integer<Cycle>(kCycles);
  if (value.sound() && cycles < least) {
    value.fail(
        value.path() + " = " + std::to_string(cycles) + " would take slow links for a deadlock: at least " +
        std::to_string(least) + ", " + std::to_string(kRoundTrips) +
        " times the round trip of a flit and its credit on the longest link, " + std::to_string(round_trip));
  }
  return cycles;
}

/// A fault if `value` exists: a workload ends by itself.
void reject_for_workload(const ConfigNode& value, const std::string& why) {
  if (value.exists()) value.fail(value.path() + " has no meaning for a workload: " + why);
}

/// After measure.cycles.
void read_precision(const ConfigNode& node, MeasureConfig& config) {
  constexpr RealRange kPrecision{0.001, 0.5};
  constexpr Cycle kMaxWindows = 100;
  const ConfigNode precision =
      node.child("precision",
                 {"",
                  "the window is doubled until the 95 % interval of the mean packet latency is "
                  "that share of the mean, three times in a row",
                  text_of(kPrecision) + ", or as `2 %`", "none: one window"},
                 {{ValueShape::Kind::Share}, shape_of(kPrecision)});
  const auto cycles = static_cast<std::int64_t>(config.cycles);
  const ConfigNode most =
      node.child("max_cycles",
                 {"cycles", "of the longest window that `precision` may ask for",
                  "`cycles`.." + std::to_string(kLongest), std::to_string(kMaxWindows) + " times `cycles`"},
                 {{ValueShape::Kind::WholeNumber}});
  if (precision.exists()) config.precision = precision.as_share(kPrecision);
  config.max_cycles = std::min<Cycle>(kMaxWindows * config.cycles, kLongest);
  if (!most.exists()) return;
  config.max_cycles = most.as_integer<Cycle>({cycles, kLongest});
  if (!precision.exists())
    most.fail(most.path() + " bounds a window that grows until it has measure.precision, which is missing");
}

/// So that the figures of the window are means of whole periods.
void check_period(const ConfigNode& cycles, Cycle window, Cycle period) {
  if (period == 0 || window % period == 0) return;
  cycles.fail(fmt::format(
      "{} = {} is no multiple of the {} cycles after which traffic.phases come again: {} would be",
      cycles.path(), window, period, (window / period + 1) * period));
}

MeasureConfig read_measure(const ConfigNode& root, const Design* design, const Injection& injection) {
  const bool finite = injection.finite;
  const ConfigNode node = root.child("measure");
  MeasureConfig config;
  constexpr IntRange kCycles{0, kLongest};
  const KeysOfKind keys(root, "", finite ? "workload" : "traffic");
  if (finite) {
    config.cycles = 10'000'000;
    reject_for_workload(node.child("warmup"), "all of its packets are measured");
    reject_for_workload(node.child("drain"),
                        "it runs until its packets have arrived, for measure.cycles at most");
    for (const char* key : {"precision", "max_cycles"})
      reject_for_workload(node.child(key), "its figures are of all its packets, and not estimates");
  } else {
    const ConfigNode warmup = node.child("warmup",
                                         {"cycles",
                                          "before the window; `auto`: 1000, doubled until queues "
                                          "and latency grow no more, or clearly without end, "
                                          "but at most 16000 or twice `cycles`, whichever is more",
                                          text_of(kCycles) + ", auto", "auto"},
                                         {shape_of(kCycles), word_shape("auto")});
    if (const auto cycles = warmup.exists() ? warmup.as_integer_or("auto", kCycles) : std::nullopt) {
      config.warmup = static_cast<Cycle>(*cycles);
    }
  }
  if (injection.period != 0)
    config.cycles = (config.cycles + injection.period - 1) / injection.period * injection.period;
  config.cycles = node.integer<Cycle>(
      "cycles", {1, kLongest}, static_cast<std::int64_t>(config.cycles),
      {"cycles", finite ? "that the run may take at most" : "of the window in which packets are measured"});
  check_period(node.child("cycles"), config.cycles, injection.period);
  if (!finite) {
    read_precision(node, config);
    config.drain = node.integer<Cycle>(
        "drain", kCycles, static_cast<std::int64_t>(config.drain),
        {"cycles", "after the window, at most, until the packets that were measured have arrived"});
  }
  config.watchdog = read_watchdog(node, design);
  return config;
}

Expectations read_expectations(const ConfigNode& root) {
  const ConfigNode node = root.child("expect");
  constexpr RealRange kAny{0, std::numeric_limits<double>::infinity()};
  constexpr IntRange kPairs{0, kLongest};
  const auto& verdicts = DeadlockVerdict::kNames;
  const auto given = [&](const char* key, const std::string& unit, const std::string& meaning,
                         const std::string& values, const std::vector<ValueShape>& accepts) {
    return node.child(key, {unit, meaning, values, "not checked"}, accepts).exists();
  };
  Expectations expect;
  if (given("stable", "", "whether queues grow no more; a run that is undecided misses both", "true, false",
            {{ValueShape::Kind::Truth}}))
    expect.stable = node.boolean("stable", true);
  if (given("min_accepted", "flits per node and cycle", "that arrive, at least", text_of(kAny),
            {shape_of(kAny)}))
    expect.min_accepted = node.real("min_accepted", kAny);
  if (given("max_mean_latency", "cycles", "mean packet latency, at most", text_of(kAny), {shape_of(kAny)}))
    expect.max_mean_latency = node.real("max_mean_latency", kAny);
  if (given("max_mean_step", "cycles", "mean time of a step of a combining machine, at most", text_of(kAny),
            {shape_of(kAny)}))
    expect.max_mean_step = node.real("max_mean_step", kAny);
  if (given("max_p99_latency", "cycles", "that 99 of 100 packets take, at most", text_of(kAny),
            {shape_of(kAny)}))
    expect.max_p99_latency = node.real("max_p99_latency", kAny);
  if (node.child("unreachable_pairs",
                 {"pairs of nodes", "between which faults leave no path", text_of(kPairs), "0"},
                 {shape_of(kPairs)})
          .exists()) {
    expect.unreachable_pairs = node.integer<std::size_t>("unreachable_pairs", kPairs);
  }
  if (given("verdict", "", "of `check`, on deadlock", fmt::format("{}", fmt::join(verdicts, ", ")),
            {shape_of(verdicts)})) {
    if (const auto name = node.choice("verdict", verdicts)) expect.verdict = verdicts[*name];
  }
  return expect;
}

/// A fault for each expectation that no run of the file could meet or miss.
void check_expectations(const ConfigNode& root, const Machine* machine) {
  const ConfigNode node = root.child("expect");
  const auto refuse = [&](const char* key, const char* because) {
    if (const ConfigNode expectation = node.child(key); expectation.exists())
      expectation.fail(expectation.path() + because);
  };
  if (machine == nullptr || !machine->has_steps())
    refuse("max_mean_step", " is of a combining machine, and there is none");
  if (machine == nullptr) return;
  for (const char* key : {"min_accepted", "max_mean_latency", "max_p99_latency"})
    refuse(key, " is of packets, and the machine has none");
}

/// The longest packets of some traffic, and what the router can carry of it.
struct LongestPacket {
  int flits;
  int limit;
  std::string of = {};  ///< Which VCs set the limit.
};

/// Those that are too long if any are, else of all packets.
LongestPacket longest_packet(const Design& design, const Injection& injection) {
  const PacketLimit& limit = design.router.packets;
  if (limit.of_networks.size() < 2 || injection.classes == nullptr || injection.messages != nullptr)
    return {injection.longest_packet, limit.flits};
  for (const TrafficClass& of : *injection.classes) {
    const int most = limit.of(std::min(of.network, static_cast<int>(limit.of_networks.size()) - 1));
    if (of.longest_packet > most)
      return {of.longest_packet, most, " in virtual network " + std::to_string(of.network)};
  }
  return {limit.flits, limit.flits};
}

/// Faults that only the traffic and the router together can show.
void check_packet_length(const ConfigNode& root, const Design& design, const Injection& injection) {
  const PacketLimit& limit = design.router.packets;
  const LongestPacket packet = longest_packet(design, injection);
  if (packet.flits <= packet.limit) return;
  const std::string longest = std::to_string(packet.flits) + " flits";
  const std::string key = "router." + limit.key + " = " + std::to_string(packet.limit) + packet.of;
  if (!limit.because.empty()) {
    root.child("router").child(limit.key).fail(key + " cannot hold the longest packet, " + longest + ", " +
                                               limit.because);
    return;
  }
  const ConfigNode section = root.child(injection.finite ? "workload" : "traffic");
  const ConfigNode length = section.child("packet_length");
  const std::string why =
      limit.key.empty() ? "router.kind = " + design.router.kind + " is packet-switched: a packet is one flit"
                        : key + ": a frame of router.kind = " + design.router.kind + " holds a whole packet";
  (length.exists() ? length : section)
      .fail(section.path() + " has packets of up to " + longest + ", but " + why);
}

/// A fault for each class whose packets go by a virtual network that the router does not have.
void check_classes(const ConfigNode& root, const Design& design, const Injection& injection) {
  if (injection.classes == nullptr) return;
  const int networks = design.router.terminal.networks.count();
  const auto check = [&](const ConfigNode& network) {
    if (!network.exists() || network.as_integer<int>({0, kMaxVcs - 1}) < networks) return;
    network.fail(network.path() + " = " + network.as_string() + ", but the router has " +
                 std::to_string(networks) + (networks == 1 ? " virtual network" : " virtual networks") +
                 ", numbered from 0: see router.virtual_networks of router.kind = duato");
  };
  if (injection.messages != nullptr) {
    for (const ConfigNode& network : root.child("workload").child("virtual_networks").items()) check(network);
    return;
  }
  for (const ConfigNode& item : root.child("traffic").child("classes").items()) {
    for (const ConfigNode& map : {item, item.child("reply")}) {
      if (map.exists() && map.sound()) check(map.child("virtual_network"));
    }
  }
}

/// A fault if processors arrive at barriers and no wave would release them.
void check_barriers(const ConfigNode& root, const Design& design, const Injection& injection) {
  if (!injection.barriers || design.router.waves != nullptr) return;
  root.child("workload")
      .child("kind")
      .fail(
          "workload.kind = barriers needs waves: router.barriers = hold or epoch_bit, which routers of kind "
          "konstantinidou have");
}

/// Machines run programs, and only they do.
void check_machine(const ConfigNode& root, const Design& design, const Injection& injection,
                   const Machine* machine) {
  const ConfigNode section = root.child("traffic").exists() ? root.child("traffic") : root.child("workload");
  if (!section.is_map() || !section.sound()) return;
  const std::string& router = design.router.kind;
  const auto fail = [&](const std::string& why) {
    const ConfigNode kind = section.child("kind");
    (kind.exists() ? kind : section).fail(why);
  };
  if (injection.machine != nullptr) {
    const Machine::Words words = injection.machine->words();
    if (words.router_kind == router) {
      injection.machine->check(root, design, injection);
    } else {
      fail(section.path() + ".kind is a program of " + words.name +
           ": it needs router.kind = " + words.router_kind);
    }
    return;
  }
  if (machine != nullptr) {
    const Machine::Words words = machine->words();
    fail(section.path() + " has packets, but router.kind = " + router + " is " + words.name + ": use " +
         words.use);
  }
}

}  // namespace

Experiment read_experiment(ConfigDocument& document, const Catalogs& catalogs) {
  const ConfigNode root = document.root();
  Experiment experiment;
  const std::shared_ptr<const Topology> topology = read_topology(root, catalogs.hardware);
  std::optional<Design> design = read_design(root, catalogs.hardware, topology);
  const std::optional<int> flit_width = read_flit_width(root);
  experiment.injection =
      read_injection(root, topology.get(), design ? design->seed : 0, catalogs.traffic, flit_width);
  experiment.measure = read_measure(root, design ? &*design : nullptr, experiment.injection);
  experiment.expect = read_expectations(root);
  experiment.units = read_physical_units(root, flit_width, experiment.injection.in_bytes);
  if (design) {
    check_packet_length(root, *design, experiment.injection);
    check_classes(root, *design, experiment.injection);
    check_barriers(root, *design, experiment.injection);
    experiment.machine = find_machine(catalogs.machines, design->router.kind);
    check_machine(root, *design, experiment.injection, experiment.machine);
    check_expectations(root, experiment.machine);
  }
  document.finish();
  experiment.design = *std::move(design);
  experiment.config = document.to_yaml();
  experiment.files = document.files();
  return experiment;
}

}  // namespace switchyard
