#pragma once

#include <string>
#include <vector>

namespace switchyard {

/// What a reader says of a key where it reads it: a row of the configuration reference.
struct KeyMeaning {
  std::string unit;           ///< Empty: it has none.
  std::string meaning;        ///< One line.
  std::string values = {};    ///< Empty: the range or the names with which the key is read.
  std::string fallback = {};  ///< Empty: the default with which it is read; without one it is required.
};

/// A key with its meaning.
struct StatedKey {
  std::string path = {};
  KeyMeaning says = {};
  std::vector<std::string> names = {};  ///< Of a choice.
  std::string least = {};               ///< Of a number that is required: the least that is legal.
  std::string section = {};             ///< Of the reader, as `router`; empty if it is not that of a kind.
  std::string kind = {};                ///< As `duato`.
};

}  // namespace switchyard
