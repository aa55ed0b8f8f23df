#pragma once

#include <limits>
#include <string>

#include "hw/config/config_node.h"

namespace switchyard {

inline constexpr IntRange kAnyCount{0, std::numeric_limits<std::int64_t>::max()};

inline ConfigDocument parse(const std::string& text) { return ConfigDocument::from_text(text, "x.yaml"); }

/// What the ConfigError of `action` says.
template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

inline std::string parse_error(const std::string& text) {
  return error_of([&] { parse(text); });
}

inline std::string faults_of(ConfigDocument& document) {
  return error_of([&] { document.finish(); });
}

/// What finish() says once `read` has read the root of `text`.
template <class Read>
std::string faults_of(const std::string& text, Read&& read) {
  ConfigDocument document = parse(text);
  read(document.root());
  return faults_of(document);
}

}  // namespace switchyard
