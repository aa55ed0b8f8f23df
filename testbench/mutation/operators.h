#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace switchyard {

/// How tightly a binary operator binds, in C++ as in SystemVerilog's expressions without masks; 0: not one.
constexpr int precedence(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, int>, 18> kOperators{{{"||", 1},
                                                                         {"&&", 2},
                                                                         {"|", 3},
                                                                         {"^", 4},
                                                                         {"&", 5},
                                                                         {"==", 6},
                                                                         {"!=", 6},
                                                                         {"<", 7},
                                                                         {"<=", 7},
                                                                         {">", 7},
                                                                         {">=", 7},
                                                                         {"<<", 8},
                                                                         {">>", 8},
                                                                         {"+", 9},
                                                                         {"-", 9},
                                                                         {"*", 10},
                                                                         {"/", 10},
                                                                         {"%", 10}}};
  const auto* const found =
      std::find_if(kOperators.begin(), kOperators.end(), [&](const auto& row) { return row.first == text; });
  return found == kOperators.end() ? 0 : found->second;
}

/// An edit that puts one token in the place of another.
struct TokenEdit {
  std::string_view token;
  std::string_view name;
  std::string_view replacement;
};

inline constexpr std::array kBinaryEdits{
    TokenEdit{"&", "and_to_or", "|"},     TokenEdit{"|", "or_to_and", "&"},
    TokenEdit{"&&", "land_to_lor", "||"}, TokenEdit{"||", "lor_to_land", "&&"},
    TokenEdit{"==", "eq_to_ne", "!="},    TokenEdit{"!=", "ne_to_eq", "=="},
    TokenEdit{"<", "lt_to_le", "<="},     TokenEdit{"<=", "le_to_lt", "<"},
    TokenEdit{">", "gt_to_ge", ">="},     TokenEdit{">=", "ge_to_gt", ">"},
    TokenEdit{"+", "plus_to_minus", "-"}, TokenEdit{"-", "minus_to_plus", "+"},
    TokenEdit{"<<", "shl_to_shr", ">>"},  TokenEdit{">>", "shr_to_shl", "<<"}};

template <class Edits>
const TokenEdit* find_edit(const Edits& edits, std::string_view token) {
  const auto* const found =
      std::find_if(edits.begin(), edits.end(), [&](const TokenEdit& edit) { return edit.token == token; });
  return found == edits.end() ? nullptr : &*found;
}

}  // namespace switchyard
