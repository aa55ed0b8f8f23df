#include "testbench/traffic/read_traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "hw/base/ratio.h"
#include "testbench/traffic/class_source.h"
#include "testbench/traffic/merged_source.h"
#include "testbench/traffic/open_loop.h"
#include "testbench/traffic/phase_source.h"
#include "testbench/traffic/rates.h"
#include "testbench/traffic/read_class.h"

namespace switchyard {
namespace {

constexpr IntRange kLegalCycles{1, 1'000'000'000'000};
constexpr int kMaxClasses = 16;
constexpr RealRange kWeight{0, 1e9};

/// The maps that may say something of a part of the traffic, the innermost first.
class Sections {
 public:
  explicit Sections(const ConfigNode& traffic) : maps_{traffic} {}
  Sections within(const ConfigNode& inner) const {
    Sections sections = *this;
    sections.maps_.insert(sections.maps_.begin(), inner);
    return sections;
  }

  /// The innermost that has `key`; if there is none, the outermost.
  const ConfigNode& with(std::string_view key) const { return with_one_of({key}); }
  const ConfigNode& with_one_of(std::initializer_list<std::string_view> keys) const {
    for (const ConfigNode& map : maps_) {
      bool found = false;
      for (const std::string_view key : keys)
        found |= map.child(key).exists();  // All of them are legal here.
      if (found) return map;
    }
    return maps_.back();
  }

 private:
  std::vector<ConfigNode> maps_;
};

/// What the maps around a flow leave to it.
struct Share {
  double of_load = 1;
  Phase phase = {};
  double time = 1;        ///< Share of all cycles that are in the phase, in the long run.
  std::size_t label = 0;  ///< The class of its packets.
};

/// Packets of one pattern, one kind of process and one distribution of lengths.
struct Flow {
  std::shared_ptr<const Pattern> pattern;
  PacketLength length;
  Share share;
  std::vector<double> rates;                                      ///< [source]: of `share`.
  std::vector<std::shared_ptr<const CreationProcess>> processes;  ///< [source]: null if it is silent.

  double created() const {
    return share.of_load * share.time * std::accumulate(rates.begin(), rates.end(), 0.0);
  }
};

ProcessMaker read_process(const TrafficContext& context) {
  const auto& processes = context.catalog.processes;
  const ConfigNode name =
      context.config.child("process", {"", "when a node creates packets", "a name", processes.front().name},
                           {shape_of(names_of(processes))});
  const auto* process = name.exists() ? find_part(processes, name) : &processes.front();
  if (process != nullptr) {
    const KeysOfKind keys(name, "process", process->name);
    return process->build(context);
  }
  context.config.ignore();  // Which keys the process would have is not known.
  return nullptr;
}

/// A process for each load that a terminal has; nothing if one is at fault.
std::vector<std::shared_ptr<const CreationProcess>> processes_of(const Flow& flow, const ProcessMaker& make,
                                                                 const ConfigNode& load, double full_load) {
  std::map<double, std::shared_ptr<const CreationProcess>, std::greater<>> by_rate;  // The largest first.
  for (const double rate : flow.rates) {
    if (rate != 0) by_rate.emplace(rate, nullptr);
  }
  for (auto& [rate, process] : by_rate) {
    const double of_source = full_load * flow.share.of_load * rate;
    const std::string name = of_source == full_load ? load.path() : "the load of a terminal";
    process = make({of_source, flow.length.mean(), load, name});
    if (process == nullptr) return {};
  }
  std::vector<std::shared_ptr<const CreationProcess>> processes;
  for (const double rate : flow.rates) processes.push_back(rate == 0 ? nullptr : by_rate[rate]);
  return processes;
}

class TrafficReader {
 public:
  explicit TrafficReader(const TrafficContext& context)
      : context_(context),
        load_(context.config.real("load", {0, 1},
                                  {"flits per node and cycle", "that a node which sends creates"})) {}

  void read() {
    const ConfigNode& traffic = context_.config;
    const ConfigNode phases = traffic.child(
        "phases",
        {"",
         "that follow each other, each with its `cycles` and what else differs in it; they come "
         "again, unless the last has no `cycles`: that one lasts",
         "a list of maps", "none: one that lasts"},
        {{ValueShape::Kind::List}});
    const ConfigNode classes = traffic.child("classes",
                                             {"",
                                              "of messages that are there at once, each with its `name`, its "
                                              "`weight` and what else is its own; in "
                                              "the place of `parts` and `phases`",
                                              "a list of maps", "none: all packets are alike"},
                                             {{ValueShape::Kind::List}});
    if (classes.exists()) {
      for (const char* key : {"phases", "parts"}) {
        if (!traffic.has(key)) continue;
        traffic.child(key).fail("traffic has classes and " + std::string(key) + ": only one of them");
        traffic.child(key).ignore();
      }
      read_classes(classes);
    } else if (phases.exists()) {
      read_phases(phases);
    } else {
      read_parts(Sections(traffic), {});
    }
  }

  const TrafficClasses& classes() const { return classes_; }
  /// Nothing if some flow is at fault.
  const std::vector<Flow>* flows() const { return sound_ ? &flows_ : nullptr; }
  int longest_packet() const { return longest_packet_; }
  double load() const { return load_; }
  Cycle period() const { return period_; }
  Cycle steady_from() const { return steady_from_; }

 private:
  TrafficContext in(const ConfigNode& map) const {
    return {map, context_.topology, context_.seed, context_.catalog};
  }

  void read_phases(const ConfigNode& list) {
    const std::vector<ConfigNode> phases = list.items();
    if (list.is_list() && phases.empty()) list.fail(list.path() + " is empty");
    sound_ = list.sound();
    if (phases.empty()) return context_.config.ignore();
    std::vector<Cycle> cycles;
    for (const ConfigNode& phase : phases) {
      const ConfigNode given = phase.child(
          "cycles",
          {"cycles", "that the phase takes; the last may be without them, and lasts", text_of(kLegalCycles)});
      const bool lasts = &phase == &phases.back() && phase.is_map() && !given.exists();
      cycles.push_back(lasts ? kNever : given.as_integer<Cycle>(kLegalCycles));
    }
    const bool last_lasts = cycles.back() == kNever;
    const Cycle before = std::accumulate(cycles.begin(), cycles.end() - (last_lasts ? 1 : 0), Cycle{0});
    if (list.sound()) (last_lasts ? steady_from_ : period_) = before;
    Cycle begin = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const double rate = phases[i].real("rate", {0, 1}, 1, {"share of the load", "in the phase"});
      const double time = !last_lasts ? ratio(cycles[i], before) : cycles[i] == kNever ? 1 : 0;
      read_parts(Sections(context_.config).within(phases[i]),
                 {rate, {begin, cycles[i], last_lasts ? 0 : before}, time});
      begin += cycles[i];
    }
  }

  void read_classes(const ConfigNode& list) {
    const std::vector<ConfigNode> items = list.items();
    if (list.is_list() && items.empty()) list.fail(list.path() + " is empty");
    if (items.size() > kMaxClasses)
      list.fail(list.path() + " has " + std::to_string(items.size()) + " classes: at most " +
                std::to_string(kMaxClasses));
    if (items.empty()) context_.config.ignore();
    const std::vector<double> shares = read_weights(list, items, /*fallback=*/1.0);
    for (std::size_t i = 0; i < items.size(); ++i) {
      Share share;
      share.of_load = shares[i];
      share.label = classes_.size();
      read_class(items[i], context_.topology, classes_);
      read_flow(Sections(context_.config).within(items[i]), share);
    }
    for (const TrafficClass& of : classes_) {
      if (!of.reply) continue;
      classes_[of.reply->label].longest_packet = of.reply->length.longest();
      longest_packet_ = std::max(longest_packet_, of.reply->length.longest());
    }
    sound_ = sound_ && list.sound();
  }

  /// The share of each of the whole.
  std::vector<double> read_weights(const ConfigNode& list, const std::vector<ConfigNode>& items,
                                   std::optional<double> fallback) {
    const KeyMeaning says{"share", "of the load that it creates, of all weights together"};
    std::vector<double> weights;
    for (const ConfigNode& item : items)
      weights.push_back(fallback ? item.real("weight", kWeight, *fallback, says)
                                 : item.real("weight", kWeight, says));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (sum == 0 && list.sound()) list.fail(list.path() + " have no weight above 0");
    for (double& weight : weights) weight = sum == 0 ? 0 : weight / sum;
    return weights;
  }

  void read_parts(const Sections& sections, const Share& share) {
    const ConfigNode& map = sections.with_one_of({"parts", "pattern"});
    const ConfigNode list = map.child(
        "parts",
        {"",
         "that are there at once, each with its `weight` and what else is its own, in the place of a "
         "`pattern`",
         "a list of maps", "none: one"},
        {{ValueShape::Kind::List}});
    if (!list.exists()) return read_flow(sections, share);
    if (map.has("pattern"))
      map.child("pattern").fail(map.path() +
                                " has a pattern and parts: the parts have patterns of their own");
    const std::vector<ConfigNode> parts = list.items();
    if (list.is_list() && parts.empty()) list.fail(list.path() + " is empty");
    const std::vector<double> shares = read_weights(list, parts, /*fallback=*/{});
    sound_ = sound_ && list.sound();
    if (parts.empty()) context_.config.ignore();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Share of_part = share;
      of_part.of_load *= shares[i];
      read_flow(sections.within(parts[i]), of_part);
    }
  }

  void read_flow(const Sections& sections, const Share& share) {
    const PacketLength length = read_packet_length(sections.with("packet_length"));
    const ProcessMaker make = read_process(in(sections.with("process")));
    const std::shared_ptr<const Pattern> pattern = read_pattern(in(sections.with("pattern")));
    const ConfigNode rates = sections.with("rates").child(
        "rates", {"share of the load",
                  "that terminals create: all as much (`equal`), as the pattern has it (a matrix: by its "
                  "rows), one per line of `{file}`, or `[{terminals: 0-7, rate: 0.5}]`",
                  "by_pattern, equal, a list of `{terminals, rate}` or `{file}`", "by_pattern"});
    longest_packet_ = std::max(longest_packet_, length.longest());
    if (!classes_.empty()) classes_[share.label].longest_packet = length.longest();
    if (pattern == nullptr || make == nullptr) {
      if (rates.exists() && pattern == nullptr) rates.ignore();
      sound_ = false;
      return;
    }
    Flow flow{pattern, length, share, read_rates(rates, *pattern, context_.topology->terminal_count()), {}};
    flow.processes = processes_of(flow, make, context_.config.child("load"), load_);
    sound_ = sound_ && rates.sound() && !flow.processes.empty();
    flows_.push_back(std::move(flow));
  }

  const TrafficContext& context_;
  double load_;
  std::vector<Flow> flows_;
  TrafficClasses classes_;
  bool sound_ = true;
  int longest_packet_ = 1;
  Cycle period_ = 0;
  Cycle steady_from_ = 0;
};

/// Each flow draws from streams of its own.
std::uint64_t seed_of(std::uint64_t seed, std::size_t flow) {
  return flow == 0 ? seed : mix64(mix64(seed) + flow);
}

std::unique_ptr<PacketSource> source_of(const Flow& flow, std::uint64_t seed) {
  auto source = std::make_unique<OpenLoopSource>(seed, flow.pattern, flow.processes, flow.length);
  if (flow.share.phase.cycles == kNever && flow.share.phase.begin == 0) return source;
  return std::make_unique<PhaseSource>(std::move(source), flow.share.phase);
}

std::unique_ptr<PacketSource> source_of(const std::vector<Flow>& flows, std::uint64_t seed) {
  if (flows.size() == 1) return source_of(flows.front(), seed);
  std::vector<std::unique_ptr<PacketSource>> sources;
  for (std::size_t i = 0; i < flows.size(); ++i) sources.push_back(source_of(flows[i], seed_of(seed, i)));
  return std::make_unique<MergedSource>(static_cast<NodeId>(flows.front().rates.size()), std::move(sources));
}

std::unique_ptr<PacketSource> source_of(const std::vector<Flow>& flows,
                                        const std::shared_ptr<const TrafficClasses>& classes,
                                        std::uint64_t seed) {
  std::vector<std::unique_ptr<PacketSource>> streams(classes->size());
  for (std::size_t i = 0; i < flows.size(); ++i)
    streams[flows[i].share.label] = source_of(flows[i], seed_of(seed, i));
  const auto terminals = static_cast<NodeId>(flows.front().rates.size());
  return std::make_unique<ClassSource>(terminals, classes, std::move(streams), seed);
}

/// With the replies: how much there is, and how long packets are. Nobody knows who answers how much.
void add_replies(const std::vector<Flow>& flows, const TrafficClasses& classes, double load,
                 Injection& injection) {
  const auto terminals = static_cast<double>(flows.front().rates.size());
  double created = 0;  // In units of the load.
  double packets = 0;
  for (const Flow& flow : flows) {
    const double requests = flow.created() / flow.length.mean();
    const std::optional<Reply>& reply = classes[flow.share.label].reply;
    created += flow.created() + (reply ? requests * reply->length.mean() : 0);
    packets += requests * (reply ? 2 : 1);
    if (reply) injection.demand = nullptr;
  }
  injection.load = load * created / terminals;
  if (packets != 0) injection.mean_packet = created / packets;
}

/// The figures of all flows together.
void describe(const std::vector<Flow>& flows, double load, Injection& injection) {
  const auto terminals = static_cast<double>(flows.front().rates.size());
  double created = 0;  // In units of the load.
  double packets = 0;
  std::vector<Demand::Part> demand;
  for (const Flow& flow : flows) {
    created += flow.created();
    packets += flow.created() / flow.length.mean();
    demand.push_back({flow.pattern, flow.rates});
    for (double& rate : demand.back().rates) rate *= flow.share.of_load * flow.share.time;
  }
  injection.load = load * created / terminals;
  if (created == 0) return;
  injection.mean_packet = flows.size() == 1 ? flows.front().length.mean() : created / packets;
  injection.demand = std::make_shared<Demand>(std::move(demand));
  const Flow& first = flows.front();
  injection.memoryless = flows.size() == 1 && first.share.time == 1 &&
                         std::ranges::all_of(first.processes, [](const auto& process) {
                           return process == nullptr || process->memoryless();
                         });
}

}  // namespace

std::shared_ptr<const Pattern> read_pattern(const TrafficContext& context, const std::string& without) {
  const ConfigNode name = context.config.child("pattern", {"", "where packets go", "a name", without},
                                               {shape_of(names_of(context.catalog.patterns))});
  if (!without.empty() && !name.exists()) return nullptr;
  const auto* part = find_part(context.catalog.patterns, name);
  if (part == nullptr) {
    context.config.ignore();  // Which keys the pattern would have is not known.
    return nullptr;
  }
  const KeysOfKind keys(name, "pattern", part->name);
  std::shared_ptr<const Pattern> pattern = part->build(context);
  if (pattern != nullptr && sender_count(*pattern, context.topology->terminal_count()) == 0) {
    name.fail(name.path() + " = '" + part->name +
              "' maps every node of this network to itself: none would send");
    return nullptr;
  }
  return pattern;
}

Injection read_traffic(const TrafficContext& context) {
  TrafficReader reader(context);
  reader.read();
  Injection injection;
  injection.longest_packet = reader.longest_packet();
  injection.period = reader.period();
  injection.steady_from = reader.steady_from();
  if (reader.flows() == nullptr) return injection;
  describe(*reader.flows(), reader.load(), injection);
  if (reader.classes().empty()) {
    injection.make_source = [flows = *reader.flows(), seed = context.seed] { return source_of(flows, seed); };
    return injection;
  }
  injection.classes = std::make_shared<const TrafficClasses>(reader.classes());
  add_replies(*reader.flows(), *injection.classes, reader.load(), injection);
  injection.make_source = [flows = *reader.flows(), classes = injection.classes, seed = context.seed] {
    return source_of(flows, classes, seed);
  };
  return injection;
}

}  // namespace switchyard
