#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "hw/config/config_state.h"
#include "hw/config/renamed.h"

namespace switchyard {
namespace {

using Kind = ConfigTree::Kind;

constexpr std::size_t kMaxKeysToList = 24;

std::string unknown_key(const ConfigTree& map, const std::string& key) {
  if (const std::string_view now = new_name_of(map.path, key); map.was_asked(now)) {
    return path_of_key(map.path, key) + " is called " + path_of_key(map.path, now) + " now";
  }
  std::string message = "unknown key '" + key + "'";
  if (!map.path.empty()) message += " in " + map.path;
  if (const std::string nearest = nearest_name(key, map.asked); !nearest.empty()) {
    return message + "; did you mean '" + nearest + "'?";
  }
  const bool listable = !map.asked.empty() && map.asked.size() <= kMaxKeysToList;
  return listable ? message + "; legal keys: " + comma_list(map.asked) : message;
}

void report_unknown_keys(const ConfigTree& tree, FaultList& faults) {
  if (tree.ignored) return;
  for (const auto& child : tree.children) {
    if (tree.kind == Kind::List || tree.was_asked(child->key)) {
      report_unknown_keys(*child, faults);
    } else {
      faults.add(child->key_place, child->path, unknown_key(tree, child->key));
    }
  }
}

void add_known_keys(const ConfigTree& map, std::vector<std::string>& keys) {
  for (const std::string& key : map.asked) {
    const ConfigTree* const child = map.find(key);
    if (child != nullptr && child->kind == Kind::Map) {
      add_known_keys(*child, keys);
      continue;
    }
    keys.push_back(path_of_key(map.path, key));
    if (child == nullptr) continue;
    for (const auto& element : child->children) add_known_keys(*element, keys);
  }
}

ConfigTree& find_or_add(ConfigTree& map, std::string_view key, const Place& place) {
  map.kind = Kind::Map;
  if (ConfigTree* found = map.find(key)) return *found;
  ConfigTree& added = *map.children.emplace_back(std::make_unique<ConfigTree>());
  added.path = path_of_key(map.path, key);
  added.key = key;
  added.key_place = added.value_place = place;
  return added;
}

}  // namespace

ConfigDocument::ConfigDocument() : state_(std::make_unique<State>()) {}
ConfigDocument::~ConfigDocument() = default;
ConfigDocument::ConfigDocument(ConfigDocument&&) noexcept = default;

ConfigDocument ConfigDocument::from_file(const std::filesystem::path& file) {
  if (const std::string why = why_unreadable(file); !why.empty()) {
    throw ConfigError(file.string() + ": error: cannot be read: " + why);
  }
  std::ifstream stream(file, std::ios::binary);
  return from_text(std::string(std::istreambuf_iterator<char>(stream), {}), file.string());
}

ConfigDocument ConfigDocument::from_text(const std::string& text, const std::string& file_name) {
  ConfigDocument document;
  State& state = *document.state_;
  const Source& source = state.add_source(file_name, text, std::filesystem::path(file_name).parent_path());
  if (auto root = parse_yaml(source, 0, "", state.faults)) {
    state.root = std::move(*root);
    if (state.root.kind == Kind::Null) {
      state.faults.add({&source, 1, 1}, "", "the file is empty");
    } else if (state.root.kind != Kind::Map) {
      state.faults.add(state.root.value_place, "", "the file is not a map of keys to values");
    } else {
      return document;
    }
  }
  throw ConfigError(state.faults.render());
}

void ConfigDocument::set(std::string_view assignment) {
  const Source& source = state_->add_source("--set " + std::string(assignment), assignment, {});
  const std::size_t equals = source.text.find('=');
  if (equals == std::string::npos) {
    state_->faults.add({&source, 1, 1}, "", "an override reads dotted.path=value, and this has no '='");
    return;
  }
  const std::string path = source.text.substr(0, equals);
  if (('.' + path + '.').find("..") != std::string::npos) {
    state_->faults.add({&source, 1, 1}, path, "'" + path + "' is not a dotted path: a name in it is empty");
    return;
  }
  std::optional<ConfigTree> value = parse_yaml(source, equals + 1, path, state_->faults);
  if (!value) return;

  const bool removes =
      value->kind == Kind::Null && source.text.find_first_not_of(' ', equals + 1) != std::string::npos;
  ConfigTree* map = nullptr;
  ConfigTree* tree = &state_->root;
  Place place{&source, 1, 1};
  for (std::size_t begin = 0; begin < path.size();) {
    if (tree->kind != Kind::Map && tree->kind != Kind::Null) {
      state_->faults.add(place, path, tree->path + " is not a map");
      return;
    }
    const std::string key = path.substr(begin, path.find('.', begin) - begin);
    place.column = 1 + static_cast<int>(begin);
    map = tree;
    tree = removes ? map->find(key) : &find_or_add(*map, key, place);
    if (!tree) {
      state_->faults.add(place, path, "there is no " + path_of_key(map->path, key) + " to remove");
      return;
    }
    begin += key.size() + 1;
  }
  if (removes) {
    std::erase_if(map->children, [&](const auto& child) { return child.get() == tree; });
    return;
  }
  value->key = tree->key;
  value->key_place = place;
  *tree = std::move(*value);
}

ConfigNode ConfigDocument::root() { return ConfigNode(state_.get(), &state_->root, nullptr, ""); }

void ConfigDocument::finish() {
  report_unknown_keys(state_->root, state_->faults);
  if (!state_->faults.empty()) throw ConfigError(state_->faults.render());
}

std::vector<std::string> ConfigDocument::known_keys() const {
  std::vector<std::string> keys;
  add_known_keys(state_->root, keys);
  return keys;
}

const std::vector<StatedKey>& ConfigDocument::stated_keys() const { return state_->stated_keys; }

std::string ConfigDocument::to_yaml() const { return emit_yaml(state_->root); }

const std::vector<std::filesystem::path>& ConfigDocument::files() const { return state_->files; }

const std::filesystem::path& ConfigDocument::directory() const { return state_->sources.front().directory; }

std::string why_unreadable(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {  // A stream opens one, and fails only when it reads.
    return std::make_error_code(std::errc::is_a_directory).message();
  }
  errno = 0;
  if (std::ifstream(file).is_open()) return {};
  return std::generic_category().message(errno);
}

}  // namespace switchyard
