#pragma once

#include <cstddef>
#include <string_view>

namespace switchyard {

/// A word, number, string, operator or bracket of a source.
struct Token {
  enum class Kind { Word, Number, Text, Symbol };
  Kind kind;
  std::string_view text;
  std::size_t offset;  ///< In the source.
  int line;            ///< From 1.

  std::size_t end() const { return offset + text.size(); }
  bool is(std::string_view other) const { return text == other; }
  /// One of several.
  template <class Texts>
  bool in(const Texts& texts) const {
    for (const std::string_view candidate : texts) {
      if (text == candidate) return true;
    }
    return false;
  }
};

}  // namespace switchyard
