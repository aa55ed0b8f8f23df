#include "testbench/compare/set_up.h"

#include <nlohmann/json.hpp>

#include "hw/config/config_tree.h"
#include "testbench/file/json_text.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;
using SetUp = std::map<std::string, std::string>;

void add_keys(const ConfigTree& tree, SetUp& keys) {
  if (tree.kind != ConfigTree::Kind::Map) {
    std::string value = emit_yaml(tree);
    while (value.ends_with('\n')) value.pop_back();
    keys[tree.path] = std::move(value);
    return;
  }
  for (const auto& child : tree.children) add_keys(*child, keys);
}

}  // namespace

SetUp set_up_of_run(const ordered_json& manifest) {
  SetUp keys;
  FaultList faults;
  const Source config(0, "manifest.json", manifest.at("config").get<std::string>(), {});
  if (const auto tree = parse_yaml(config, 0, "", faults)) add_keys(*tree, keys);
  for (const char* key : {"version", "commit", "level"}) keys[key] = manifest.at(key).get<std::string>();
  return keys;
}

SetUp set_up_of_sweep(const ordered_json& sweep, const std::filesystem::path& folder) {
  SetUp keys;
  const std::filesystem::path manifest = folder / "points" / "0" / "manifest.json";
  if (std::filesystem::exists(manifest)) keys = set_up_of_run(read_json(manifest));
  for (const char* key : {"version", "commit", "level"}) keys[key] = sweep.at(key).get<std::string>();
  for (const ordered_json& axis : sweep.at("axes")) keys.erase(axis.at("path").get<std::string>());
  return keys;
}

}  // namespace switchyard
