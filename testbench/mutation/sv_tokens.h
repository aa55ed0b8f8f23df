#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// A word, number, operator or bracket of a SystemVerilog source.
struct SvToken {
  enum class Kind { Word, Number, Symbol };
  Kind kind;
  std::string_view text;
  std::size_t offset;  ///< In the source.
  int line;            ///< From 1.

  bool is(std::string_view other) const { return text == other; }
};

/// The tokens of a source, which must outlive them. Comments, directives, the assertions of
/// rtl/include/net_assert.svh and what `ifdef FORMAL` encloses are left out.
std::vector<SvToken> sv_tokens(std::string_view source);

}  // namespace switchyard
