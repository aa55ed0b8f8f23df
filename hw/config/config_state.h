#pragma once

#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/config/config_tree.h"
#include "hw/config/fault_list.h"

namespace switchyard {

/// What a ConfigDocument and its ConfigNodes share.
struct ConfigDocument::State {
  std::deque<Source> sources;  ///< The file, then the overrides; a deque, because places point to them.
  ConfigTree root;
  FaultList faults;
  std::vector<std::filesystem::path> files;  ///< That the configuration names, as they were asked for.
  std::vector<StatedKey> stated_keys;
  std::string section, kind;  ///< Whose keys are being read, see KeysOfKind.

  const Source& add_source(std::string name, std::string_view text, std::filesystem::path directory) {
    return sources.emplace_back(sources.size(), std::move(name), text, std::move(directory));
  }
};

/// `a, b, c`
std::string comma_list(std::span<const std::string> names);

/// Why `file` cannot be read, in the words of the operating system; empty if it can.
std::string why_unreadable(const std::filesystem::path& file);

}  // namespace switchyard
