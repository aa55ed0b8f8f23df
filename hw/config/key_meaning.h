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

/// What a value by itself can be.
struct ValueShape {
  enum class Kind { WholeNumber, Number, Share, Truth, Text, Word, WholeNumbers, List, Map };
  Kind kind;                            ///< WholeNumbers: a list, of one at least.
  std::string least = {}, most = {};    ///< Of a number or of each of a list; empty: there is no such bound.
  std::vector<std::string> words = {};  ///< Of a Word: those that it can be.
};

/// A key with its meaning.
struct StatedKey {
  std::string path = {};
  KeyMeaning says = {};
  std::vector<ValueShape> accepts = {};  ///< Any of them; none: anything.
  std::string section = {};              ///< Of the reader, as `router`; empty if it is not that of a kind.
  std::string kind = {};                 ///< As `duato`.
};

}  // namespace switchyard
