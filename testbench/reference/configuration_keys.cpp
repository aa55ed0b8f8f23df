#include "testbench/reference/configuration_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "testbench/platform/platform_config.h"

namespace switchyard {
namespace {

/// A configuration that is read for what its readers say, not for what it is.
struct Sample {
  std::string text;
  std::vector<std::string> overrides = {};

  Sample with(const std::string& path, const std::string& value) const {
    Sample more = *this;
    more.overrides.push_back(path + '=' + value);
    return more;
  }
};

ConfigDocument read(const Sample& sample, const Catalogs& catalogs) {
  ConfigDocument document = ConfigDocument::from_text(sample.text, "sample");
  for (const std::string& assignment : sample.overrides) document.set(assignment);
  try {
    if (has_platform(document)) {
      read_platform_experiment(document, catalogs.hardware);
    } else {
      read_experiment(document, catalogs);
    }
  } catch (const ConfigError&) {  // It has no more than its readers need.
  }
  return document;
}

/// Without faults at the key `path`.
bool takes(ConfigDocument& document, const std::string& path) {
  ConfigNode node = document.root();
  for (std::size_t begin = 0; begin < path.size();) {
    const std::string key = path.substr(begin, path.find('.', begin) - begin);
    node = node.child(key);
    begin += key.size() + 1;
  }
  return node.sound();
}

/// With the least legal number wherever `section` requires one.
Sample completed(Sample sample, const std::string& section, const Catalogs& catalogs) {
  const ConfigDocument document = read(sample, catalogs);
  for (const StatedKey& key : document.stated_keys()) {
    if (!key.says.fallback.empty() || !key.path.starts_with(section + '.') || key.accepts.size() != 1)
      continue;
    const ValueShape& number = key.accepts.front();
    if (number.kind == ValueShape::Kind::WholeNumber || number.kind == ValueShape::Kind::Number)
      sample = sample.with(key.path, number.least);
  }
  return sample;
}

bool same(const KeyMeaning& a, const KeyMeaning& b) {
  return a.unit == b.unit && a.meaning == b.meaning && a.values == b.values && a.fallback == b.fallback;
}

template <class Element>
void add_new(std::vector<Element>& list, const Element& element) {
  if (std::find(list.begin(), list.end(), element) == list.end()) list.push_back(element);
}

class Collection {
 public:
  explicit Collection(const Catalogs& catalogs) : catalogs_(catalogs) {}

  /// Adds what the readers of a sample say, and what they say beyond that for each word of a choice.
  void add(const Sample& sample) {
    const ConfigDocument plain = read(sample, catalogs_);
    for (const StatedKey& key : plain.stated_keys()) {
      if (is_open_choice(key)) {
        add_choice(sample, plain, key);
      } else {
        add(key, {});
      }
    }
  }

  std::vector<ConfigurationKey> keys() && { return std::move(keys_); }

 private:
  static bool is_open_choice(const StatedKey& key) {
    return key.accepts.size() == 1 &&
           key.says.values == fmt::format("{}", fmt::join(key.accepts[0].words, ", "));
  }

  /// With the words that it takes in this sample, and behind it the keys that go with one of them.
  void add_choice(const Sample& sample, const ConfigDocument& plain, StatedKey choice) {
    std::vector<std::string> taken;
    std::vector<std::pair<StatedKey, std::string>> more;
    const std::string name = choice.path.substr(choice.path.rfind('.') + 1);
    for (const std::string& word : choice.accepts[0].words) {
      ConfigDocument document = read(sample.with(choice.path, word), catalogs_);
      if (!takes(document, choice.path)) continue;
      taken.push_back(word);
      for (const StatedKey& key : document.stated_keys()) {
        if (!states(plain, key)) more.emplace_back(key, name + ": " + word);
      }
    }
    if (taken.empty()) return;  // It has no meaning in this sample.
    choice.says.values = fmt::format("{}", fmt::join(taken, ", "));
    choice.accepts[0].words = taken;
    add(choice, {});
    for (const auto& [key, when] : more) add(key, when);
  }

  static bool states(const ConfigDocument& document, const StatedKey& wanted) {
    const auto& keys = document.stated_keys();
    return std::any_of(keys.begin(), keys.end(), [&](const StatedKey& key) {
      return key.path == wanted.path && same(key.says, wanted.says);
    });
  }

  void add(const StatedKey& stated, const std::string& when) {
    std::string path = stated.path;
    for (std::size_t at = 0; (at = path.find('[', at)) != std::string::npos; ++at)
      path.erase(at + 1, path.find(']', at) - at - 1);
    auto found = std::find_if(keys_.begin(), keys_.end(), [&](const ConfigurationKey& key) {
      return key.path == path && same(key.says, stated.says) && key.when.empty() == when.empty();
    });
    if (found == keys_.end()) found = keys_.insert(found, {path, stated.says, stated.accepts});
    if (!stated.kind.empty()) add_new(found->kinds, {stated.section, stated.kind});
    if (!when.empty()) add_new(found->when, when);
  }

  const Catalogs& catalogs_;
  std::vector<ConfigurationKey> keys_;
};

/// A whole network of the first topology and the first router that the routing function is for.
std::optional<Sample> network_with(const Catalog::RoutingKind& routing, const Catalogs& catalogs) {
  for (const Catalog::RouterKind& router : catalogs.hardware.routers) {
    if (router.routes_itself || !fits(router, routing)) continue;
    for (const Catalog::TopologyKind& topology : catalogs.hardware.topologies) {
      if (!fits(routing, topology.name)) continue;
      const bool has_switches = topology.name == "multibutterfly";
      const Sample sample =
          completed({fmt::format("topology: {{kind: {}}}\nrouter: {{kind: {}}}\nrouting: {{kind: {}}}\n"
                                 "faults: [{{link: [0, 1]}}, {{node: 0}}, {{random_links: 1}}{}]",
                                 topology.name, router.name, routing.name,
                                 has_switches ? ", {random_switches: 1}" : "")},
                    "topology", catalogs);
      ConfigDocument document = read(sample, catalogs);
      if (takes(document, "topology")) return sample;
    }
  }
  return std::nullopt;
}

/// Around a router of this kind: what its reader needs to see.
Sample router_sample(const Catalog::RouterKind& router, const Catalogs& catalogs) {
  std::string routing;
  for (const Catalog::RoutingKind& kind : catalogs.hardware.routings) {
    if (!router.routes_itself && routing.empty() && fits(router, kind)) routing = kind.name;
  }
  return {fmt::format("topology: {{kind: {}}}\nrouter: {{kind: {}}}\n{}injection: {{policy: competition}}",
                      catalogs.hardware.topologies.front().name, router.name,
                      routing.empty() ? "" : fmt::format("routing: {{kind: {}}}\n", routing))};
}

}  // namespace

std::vector<ConfigurationKey> configuration_keys(const Catalogs& catalogs) {
  Collection collection(catalogs);
  for (const auto& topology : catalogs.hardware.topologies)
    collection.add({fmt::format("topology: {{kind: {}}}", topology.name)});
  collection.add(
      {"topology: {kind: custom, nodes: 2, links: [{from: 0, to: 1}], terminals: [{entry: 0, exit: 1}]}"});
  for (const auto& router : catalogs.hardware.routers) collection.add(router_sample(router, catalogs));
  for (const auto& routing : catalogs.hardware.routings) {
    if (const auto sample = network_with(routing, catalogs)) collection.add(*sample);
  }
  for (const auto& process : catalogs.traffic.processes)
    collection.add({fmt::format("traffic: {{process: {}}}", process.name)});
  for (const auto& pattern : catalogs.traffic.patterns)
    collection.add({fmt::format("traffic: {{pattern: {}}}", pattern.name)});
  collection.add(
      {"topology: {kind: mesh, radix: [2, 2]}\ntraffic: {pattern: uniform, rates: [{}], phases: [{}]}"});
  collection.add({"traffic: {parts: [{}]}"});
  collection.add({"traffic: {classes: [{reply: {}}]}"});
  for (const auto& workload : catalogs.traffic.workloads) {
    const Sample sample{fmt::format("workload: {{kind: {}}}", workload.name)};
    collection.add(sample);
    const ConfigDocument document = read(sample, catalogs);
    for (const StatedKey& key : document.stated_keys()) {
      if (key.path != "workload.pattern") continue;
      for (const auto& pattern : catalogs.traffic.patterns)
        collection.add(sample.with(key.path, pattern.name));
    }
  }
  const std::string platform =
      "platform: {memories: [{target: 1, size: 8}], masters: [{name: m, initiator: 0}], tasks: [{}]}";
  collection.add(
      {"interconnect: {initiators: [0], targets: [1], regions: [{base: 0, size: 8, target: 1}]}\n" +
       platform});
  collection.add({"combining_memory: {initiators: [0]}\n" + platform});
  return std::move(collection).keys();
}

}  // namespace switchyard
