#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/config/fault_list.h"

namespace switchyard {

/// A parsed YAML value that knows where it stands, and which of its keys were asked for.
struct ConfigTree {
  enum class Kind { Null, Scalar, List, Map };

  Kind kind = Kind::Null;
  std::string text;  ///< Of a scalar, as read: no scalar has a type before it is asked for.
  std::vector<std::unique_ptr<ConfigTree>> children;

  std::string path;  ///< Dotted, from the root; empty at the root.
  std::string key;   ///< In the map that holds it; empty in a list.
  Place key_place;   ///< Of the value itself if it has no key.
  Place value_place;

  std::vector<std::string> asked;  ///< The legal keys of a map: each that was ever asked for.
  bool ignored = false;            ///< Nothing below counts as unknown.

  ConfigTree* find(std::string_view child_key) const;
  void ask(std::string_view child_key);
  bool was_asked(std::string_view child_key) const;

  /// Where a fault of the value points: a map is best known by its key.
  const Place& place() const { return kind == Kind::Map ? key_place : value_place; }
};

/// The path of `key` in the map at `path`.
std::string path_of_key(const std::string& path, std::string_view key);

/// Reads the text of `source` from byte `begin` on as the value at `path`. Broken YAML is a fault and gives
/// nullopt; a duplicate key is a fault and the first one stays.
///
/// Text is one document of maps, lists and scalars. Aliases, tags and keys that are not plain names are
/// faults too: each value is then written where it is used, and a fault has one place.
std::optional<ConfigTree> parse_yaml(const Source& source, std::size_t begin, const std::string& path,
                                     FaultList& faults);

/// YAML text that parse_yaml reads back as the same tree.
std::string emit_yaml(const ConfigTree& tree);

}  // namespace switchyard
