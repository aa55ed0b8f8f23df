#include "testbench/reference/configuration_schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "testbench/experiment/machine.h"
#include "testbench/reference/configuration_keys.h"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;
using Alternatives = std::vector<const ConfigurationKey*>;

/// A key by whose value others are legal: `section` is what ConfigurationKey::kinds call it.
struct Selector {
  std::string section;
  std::string path;
  std::vector<std::string> names;
  std::string fallback = {};  ///< Where the key is missing; empty: it is required.
};

/// "topology.links[]" and "from" of "topology.links[].from"; the first is empty at the top.
std::pair<std::string, std::string> split(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

/// Of a configuration that has, in the map at `path`, what `inside` says of that map.
Json at(const std::string& path, Json inside, bool required = false) {
  if (path.empty()) return inside;
  const auto [around, key] = split(path);
  Json map{{"properties", {{key, std::move(inside)}}}};
  if (required) map["required"] = {key};
  return at(around, std::move(map), required);
}

Json has(const std::string& path, const std::string& value) { return at(path, {{"const", value}}, true); }

Json number_or_text(const std::string& text) {
  const Json number = Json::parse(text, nullptr, false);
  return number.is_discarded() ? Json(text) : number;
}

/// With its bounds, if they are those of every configuration: then the page of the keys shows them.
Json number_schema(const char* type, const ValueShape& shape, const std::string& shown) {
  Json number{{"type", type}};
  const std::string bounds = shape.most.empty() ? ">= " + shape.least : shape.least + ".." + shape.most;
  if (shown.find(bounds) == std::string::npos) return number;
  if (!shape.least.empty()) number["minimum"] = number_or_text(shape.least);
  if (!shape.most.empty()) number["maximum"] = number_or_text(shape.most);
  return number;
}

/// Names that a configuration itself defines are none that a schema knows.
bool are_fixed(const std::vector<std::string>& words, const std::string& shown) {
  return shown == "a name" || shown.ends_with(fmt::format("{}", fmt::join(words, ", ")));
}

Json value_schema(const ValueShape& shape, const std::string& shown) {
  switch (shape.kind) {
    case ValueShape::Kind::WholeNumber: return number_schema("integer", shape, shown);
    case ValueShape::Kind::Number: return number_schema("number", shape, shown);
    case ValueShape::Kind::Share: return {{"type", "string"}, {"pattern", "^[0-9.]+ *%$"}};
    case ValueShape::Kind::Truth: return {{"type", "boolean"}};
    case ValueShape::Kind::Text: return {{"type", {"string", "number", "boolean"}}};
    case ValueShape::Kind::Word:
      return are_fixed(shape.words, shown) ? Json{{"enum", shape.words}} : Json{{"type", "string"}};
    case ValueShape::Kind::WholeNumbers:
      return {{"type", "array"}, {"minItems", 1}, {"items", number_schema("integer", shape, shown)}};
    case ValueShape::Kind::List: return {{"type", "array"}};
    case ValueShape::Kind::Map: return {{"type", "object"}};
  }
  return Json::object();
}

Json value_schema(const ConfigurationKey& key) {
  const std::string& shown = key.says.values;
  if (key.accepts.empty()) return Json::object();
  if (key.accepts.size() == 1) return value_schema(key.accepts.front(), shown);
  Json any = Json::array();
  for (const ValueShape& shape : key.accepts) any.push_back(value_schema(shape, shown));
  return {{"anyOf", std::move(any)}};
}

/// "flits, that an input VC holds; 1..1024; default: 8"
std::string description(const ConfigurationKey& key) {
  const auto& [unit, meaning, values, fallback] = key.says;
  return fmt::format("{}{}{}{}; {}", unit, unit.empty() ? "" : ", ", meaning,
                     values.empty() ? "" : "; " + values,
                     fallback.empty() ? "required" : "default: " + fallback);
}

Json schema_of(const ConfigurationKey& key) {
  Json schema{{"description", description(key)}};
  schema.update(value_schema(key));
  return schema;
}

/// Any of several keys at one path.
Json schema_of(const Alternatives& keys) {
  if (keys.size() == 1) return schema_of(*keys.front());
  Json schemas = Json::array();
  for (const ConfigurationKey* key : keys) schemas.push_back(schema_of(*key));
  return {{"anyOf", schemas}};
}

class Schema {
 public:
  explicit Schema(const Catalogs& catalogs) : catalogs_(catalogs), keys_(configuration_keys(catalogs)) {
    for (const ConfigurationKey& key : keys_) {
      if (by_path_[key.path].empty()) paths_.push_back(key.path);
      by_path_[key.path].push_back(&key);
    }
  }

  std::string text() && {
    schema_ = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "A network of routers, and what runs on it"},
        {"description", "Made by `switchyard schema`."},
        {"type", "object"},
        {"required", {"topology", "router"}},
        {"properties", Json::object()},
        {"allOf",
         {{{"anyOf",
            {{{"required", {"traffic"}}}, {{"required", {"workload"}}}, {{"required", {"platform"}}}}}}}}};
    rule({{"required", {"traffic"}}}, {{"properties", {{"workload", false}}}});
    add_keys();
    add_required();
    add_traffic();
    add_kinds();
    add_choices();
    add_fits();
    add_machines();
    return schema_.dump(1, ' ') + '\n';
  }

 private:
  void rule(Json condition, Json consequence) {
    schema_["allOf"].push_back({{"if", std::move(condition)}, {"then", std::move(consequence)}});
  }

  /// The map at `path`, made if it is not there; of a list `links[]` what its elements can be.
  Json& map_at(const std::string& path) {
    if (path.empty()) return schema_;
    auto [around, key] = split(path);
    const bool list = key.ends_with("[]");
    if (list) key.resize(key.size() - 2);
    const bool stated = by_path_.count(list ? path.substr(0, path.size() - 2) : path) != 0;
    Json& outer = map_at(around);
    Json& here = outer["properties"][key];
    if (here.is_null()) here = Json::object();
    if (!stated) here["type"] = list ? "array" : "object";
    Json& map = list ? here["items"] : here;
    if (!map.contains("properties")) {
      map["properties"] = Json::object();
      map["additionalProperties"] = false;
    }
    return map;
  }

  void add_keys() {
    for (const std::string& path : paths_) {
      const auto [around, key] = split(path);
      Json& properties = map_at(around)["properties"];
      Json schema = schema_of(by_path_[path]);
      // A list or map whose keys came before it is there already.
      if (properties.contains(key)) schema.update(properties[key]);
      properties[key] = std::move(schema);
    }
    schema_["additionalProperties"] = false;
  }

  /// Keys without a default, where neither a kind nor another key decides whether they are needed.
  void add_required() {
    for (const std::string& path : paths_) {
      const Alternatives& keys = by_path_[path];
      const auto [around, key] = split(path);
      if (around.empty() || around == "traffic" || keys.size() != 1) continue;
      const ConfigurationKey& only = *keys.front();
      if (only.says.fallback.empty() && only.kinds.empty() && only.when.empty())
        map_at(around)["required"].push_back(key);
    }
  }

  /// Of traffic without phases, parts and classes, which may have what the map around them does not.
  static Json one_flow() {
    const Json lists = {
        {"anyOf", {{{"required", {"phases"}}}, {{"required", {"parts"}}}, {{"required", {"classes"}}}}}};
    return at("traffic", {{"not", lists}}, true);
  }

  /// A phase has the keys of traffic, too, and a part or a class those of a phase. What each has need not be
  /// there for all.
  void add_traffic() {
    Json needed = Json::array();
    for (const std::string& path : paths_) {
      const ConfigurationKey& key = *by_path_[path].front();
      const auto [around, name] = split(path);
      if (around == "traffic" && key.says.fallback.empty() && key.kinds.empty()) needed.push_back(name);
    }
    rule(one_flow(), at("traffic", {{"required", needed}}));
    rule(at("traffic", {{"required", {"parts"}}}, true),
         at("traffic", {{"properties", {{"pattern", false}}}}));
    rule(at("traffic", {{"required", {"classes"}}}, true),
         at("traffic", {{"properties", {{"parts", false}, {"phases", false}}}}));
    for (const char* list : {"classes", "parts", "phases"})
      map_at("traffic")["properties"][list]["minItems"] = 1;
    map_at("traffic.classes[]")["dependentRequired"] = {{"outstanding", {"reply"}}};
    const Json traffic = schema_["properties"]["traffic"]["properties"];
    for (const char* list : {"traffic.parts[]", "traffic.phases[]", "traffic.classes[]"}) {
      Json& properties = map_at(list)["properties"];
      for (const auto& [key, schema] : traffic.items()) {
        if (properties.contains(key) || key == "classes") continue;
        properties[key] = key == "parts" ? schema_["properties"]["traffic"]["properties"]["parts"] : schema;
      }
    }
  }

  std::vector<Selector> selectors() const {
    const auto& [hardware, traffic, machines] = catalogs_;
    return {{"topology", "topology.kind", names_of(hardware.topologies)},
            {"router", "router.kind", names_of(hardware.routers)},
            {"routing", "routing.kind", names_of(hardware.routings)},
            {"pattern", "traffic.pattern", names_of(traffic.patterns)},
            {"pattern", "workload.pattern", names_of(traffic.patterns)},
            {"process", "traffic.process", names_of(traffic.processes), traffic.processes.front().name},
            {"workload", "workload.kind", names_of(traffic.workloads)}};
  }

  static bool is_of(const ConfigurationKey& key, const std::string& section) {
    return std::any_of(key.kinds.begin(), key.kinds.end(),
                       [&](const auto& kind) { return kind.first == section; });
  }
  static bool is_of(const ConfigurationKey& key, const std::string& section, const std::string& name) {
    return std::find(key.kinds.begin(), key.kinds.end(), std::pair(section, name)) != key.kinds.end();
  }

  void add_kinds() {
    for (const Selector& selector : selectors()) {
      for (const std::string& name : selector.names) {
        add_kind(selector, at(selector.path, {{"const", name}}, name != selector.fallback), name);
      }
    }
    for (const char* name : {"traffic", "workload"}) add_kind({"", "", {}}, {{"required", {name}}}, name);
  }

  /// What keys must be if `condition` holds, as then the kind of the selector is `name`. The kind of a whole
  /// map decides on keys of other maps, too, and which of its own must be there.
  void add_kind(const Selector& selector, const Json& condition, const std::string& name) {
    const std::string map = split(selector.path).first;
    const bool of_map = selector.section == map;
    const std::string below = of_map ? "" : map + '.';
    Json then = Json::object();
    Json required = Json::array();
    for (const std::string& path : paths_) {
      if (path.find('[') != std::string::npos || !path.starts_with(below)) continue;
      Alternatives own, others;
      bool free = false;
      for (const ConfigurationKey* key : by_path_[path]) {
        if (!is_of(*key, selector.section)) {
          free = true;
        } else {
          (is_of(*key, selector.section, name) ? own : others).push_back(key);
        }
      }
      if (free || (own.empty() && others.empty())) continue;
      const auto [around, key] = split(path);
      if (own.empty()) {
        then.merge_patch(at(path, false));
      } else if (!others.empty()) {
        then.merge_patch(at(path, schema_of(own)));
      }
      const bool needed = own.size() == 1 && own.front()->says.fallback.empty() && own.front()->when.empty();
      if (needed && of_map && around == map && !map.empty()) required.push_back(key);
    }
    if (!required.empty()) then["properties"][map]["required"] = required;
    if (!then.empty()) rule(condition, then);
  }

  /// The path of the choice that "policy: token" speaks of, for a key in the map `around` or in one inside of
  /// it; empty: not known.
  std::string path_of_choice(const std::string& name, const std::string& around) const {
    for (std::string map = around; !map.empty(); map = split(map).first) {
      const std::string beside = map + '.' + name;
      if (by_path_.count(beside) != 0) return beside;
    }
    return "";
  }

  /// Keys that go with some words of a choice only.
  void add_choices() {
    using Words = std::vector<std::string>;
    std::map<std::string, std::map<std::string, Words>> going_with;  // [choice][path]
    for (const std::string& path : paths_) {
      if (path.find('[') != std::string::npos) continue;
      std::string choice;
      Words words;
      bool known = true;
      for (const ConfigurationKey* key : by_path_[path]) {
        known = known && !key->when.empty();
        for (const std::string& when : key->when) {
          const std::size_t colon = when.find(": ");
          const std::string of = path_of_choice(when.substr(0, colon), split(path).first);
          known = known && !of.empty() && (choice.empty() || choice == of);
          choice = of;
          words.push_back(when.substr(colon + 2));
        }
      }
      if (known) going_with[choice][path] = words;
    }
    for (const auto& [choice, paths] : going_with) add_choice(choice, paths);
  }

  void add_choice(const std::string& choice, const std::map<std::string, std::vector<std::string>>& paths) {
    const Alternatives& keys = by_path_[choice];
    if (keys.front()->accepts.size() != 1) return;
    for (const std::string& word : keys.front()->accepts.front().words) {
      Json then = Json::object();
      for (const auto& [path, words] : paths) {
        if (std::find(words.begin(), words.end(), word) == words.end()) then.merge_patch(at(path, false));
      }
      if (then.empty()) continue;
      const bool is_default = std::all_of(
          keys.begin(), keys.end(), [&](const ConfigurationKey* key) { return key->says.fallback == word; });
      rule(at(choice, {{"const", word}}, !is_default), then);
    }
  }

  static Json one_of(const std::string& path, const std::vector<std::string>& names) {
    return at(path, {{"enum", names}});
  }

  /// Which kinds go together.
  void add_fits() {
    const Catalog& hardware = catalogs_.hardware;
    for (const auto& router : hardware.routers) {
      Json then = Json::object();
      if (router.routes_itself) {
        then.merge_patch(at("routing", false));
      } else {
        std::vector<std::string> names;
        for (const auto& routing : hardware.routings) {
          if (fits(router, routing)) names.push_back(routing.name);
        }
        then.merge_patch(one_of("routing.kind", names));
        then["required"] = {"routing"};
      }
      if (!router.topologies.empty()) then.merge_patch(one_of("topology.kind", router.topologies));
      if (!router.any_terminals) {
        for (const char* list : {"topology.terminals", "topology.terminals_file", "topology.extra_terminals"})
          then.merge_patch(at(list, false));
        then.merge_patch(at("topology.concentration", {{"const", 1}}));
      }
      if (!router.half_duplex) then.merge_patch(at("topology.duplex", {{"not", {{"const", "half"}}}}));
      rule(has("router.kind", router.name), then);
    }
    for (const auto& topology : hardware.topologies) {
      std::vector<std::string> names;
      for (const auto& routing : hardware.routings) {
        if (fits(routing, topology.name)) names.push_back(routing.name);
      }
      rule(has("topology.kind", topology.name), one_of("routing.kind", names));
    }
  }

  /// Programs of a machine, on its routers and on no others.
  void add_machines() {
    std::vector<std::string> of_machines;
    for (const Machine* machine : catalogs_.machines) {
      std::vector<std::string> names;
      for (const auto& workload : machine->workloads()) names.push_back(workload.name);
      of_machines.insert(of_machines.end(), names.begin(), names.end());
      Json then = one_of("workload.kind", names);
      then["properties"]["traffic"] = false;
      rule(has("router.kind", machine->words().router_kind), then);
      for (const std::string& name : names)
        rule(has("workload.kind", name), at("router.kind", {{"const", machine->words().router_kind}}));
    }
  }

  const Catalogs& catalogs_;
  std::vector<ConfigurationKey> keys_;
  std::vector<std::string> paths_;  ///< In the order of reading.
  std::map<std::string, Alternatives> by_path_;
  Json schema_;
};

}  // namespace

std::string configuration_schema(const Catalogs& catalogs) { return Schema(catalogs).text(); }

}  // namespace switchyard
