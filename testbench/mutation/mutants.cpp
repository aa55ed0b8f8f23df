#include "testbench/mutation/mutants.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "testbench/mutation/operators.h"
#include "testbench/mutation/sv_tokens.h"

namespace switchyard {
namespace {

using Index = std::size_t;  ///< Of a token.

constexpr std::array kOperandEdits{
    TokenEdit{"~", "not_dropped", ""},          TokenEdit{"!", "not_dropped", ""},
    TokenEdit{"'0", "zeros_to_ones", "'1"},     TokenEdit{"'1", "ones_to_zeros", "'0"},
    TokenEdit{"1'b0", "zeros_to_ones", "1'b1"}, TokenEdit{"1'b1", "ones_to_zeros", "1'b0"}};

/// A number and one: 2 is 3, 16'd1 is 16'd2. Empty: not a decimal number.
std::string one_more(std::string_view number) {
  const std::size_t mark = number.find('\'');
  const std::size_t digits = mark == std::string_view::npos ? 0 : mark + 2;
  if (digits != 0 && number.substr(mark, 2) != "'d") return {};
  return std::string(number.substr(0, digits)) +
         std::to_string(std::stoi(std::string(number.substr(digits))) + 1);
}

class Mutator {
 public:
  explicit Mutator(std::string_view source) : source_(source), tokens_(sv_tokens(source)) {}

  std::vector<Mutant> run() {
    Index at = 0;
    while (!token(at).is("module")) ++at;
    while (!token(at).is("(")) at = token(at).is("#") ? closing(at + 1) + 1 : at + 1;
    at = closing(at) + 2;  // Behind `);`
    while (!token(at).is("endmodule")) at = statement(at);
    return std::move(mutants_);
  }

 private:
  const Token& token(Index i) const {
    if (i >= tokens_.size()) throw std::invalid_argument("the source ends within a module");
    return tokens_[i];
  }

  static bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{") || t.is("'("); }
  static bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

  Index closing(Index open) const {
    int depth = 0;
    for (Index i = open;; ++i) {
      if (opens(token(i))) ++depth;
      if (closes(token(i)) && --depth == 0) return i;
    }
  }
  /// The next of a token outside brackets.
  Index next(std::string_view text, Index from) const {
    Index i = from;
    while (!token(i).is(text)) i = opens(token(i)) ? closing(i) + 1 : i + 1;
    return i;
  }

  std::size_t start_of(Index i) const { return token(i).offset; }
  std::size_t end_of(Index i) const { return token(i).offset + token(i).text.size(); }

  /// Replaces the text from token `first` up to `last`.
  void mutate(std::string_view rule, Index first, Index last, std::string replacement) {
    const std::string name = signal_ + ":" + std::string(rule);
    const int number = ++count_[name];
    mutants_.push_back({number == 1 ? name : name + ":" + std::to_string(number), token(first).line,
                        start_of(first), end_of(last) - start_of(first), std::move(replacement)});
  }
  std::string text(Index first, Index last) const {
    return std::string(source_.substr(start_of(first), end_of(last) - start_of(first)));
  }

  // Statements. Each returns the token behind it.

  Index statement(Index at) {
    static constexpr std::array<std::string_view, 10> kDeclarations{
        "logic",  "localparam", "header_t", "site_t", "message_t",
        "genvar", "parameter",  "int",      "bit",    "function"};
    const std::string_view word = token(at).text;
    if (std::find(kDeclarations.begin(), kDeclarations.end(), word) != kDeclarations.end())
      return next(";", at) + 1;
    if (word == "begin" || word == "end") return token(at + 1).is(":") ? at + 3 : at + 1;
    if (word == "always_comb" || word == "else" || word == "endfunction" || word == "endcase" || word == ";")
      return at + 1;
    if (word == "always_ff") return closing(at + 2) + 1;
    if (word == "if") return condition(at);
    if (word == "for") return loop(at);
    if (word == "case") return choice(at);
    if (word == "assign") return assignment(at + 1, /*continuous=*/true);
    if (const Index behind = behind_label(at); behind != at) return behind;
    const bool names_module = token(at).kind == Token::Kind::Word;  // Or bits of several signals.
    if (names_module && (token(at + 1).is("#") || token(at + 1).kind == Token::Kind::Word))
      return instance(at);
    return assignment(at, /*continuous=*/false);
  }

  Index condition(Index at) {
    const Index close = closing(at + 1);
    signal_ = "if";
    if (!token(at + 2).is("!")) mutate("negated", at + 1, close, "(!" + text(at + 1, close) + ")");
    mutate("always", at + 1, close, "(1'b1)");
    mutate("never", at + 1, close, "(1'b0)");
    expression(at + 2, close);
    return close + 1;
  }

  Index loop(Index at) {
    const Index close = closing(at + 1);
    const Index first_end = next(";", at + 2);
    const Index second_end = next(";", first_end + 1);
    signal_ = "for";
    const bool down = token(close - 1).is("--");
    mutate("starts_late", first_end, first_end, down ? " - 1;" : " + 1;");
    mutate("ends_early", second_end, second_end, down ? " + 1;" : " - 1;");
    return close + 1;
  }

  Index choice(Index at) {
    const Index close = closing(at + 1);
    signal_ = "case";
    expression(at + 2, close);
    return close + 1;
  }

  /// Behind `net_pkg::Load, net_pkg::Route:` of a case; `at`: no label stands there.
  Index behind_label(Index at) const {
    Index i = at;
    while (token(i).kind == Token::Kind::Word || token(i).is("::") || token(i).is(",")) ++i;
    return i != at && token(i).is(":") ? i + 1 : at;
  }

  Index assignment(Index at, bool continuous) {
    Index equals = at;
    while (!token(equals).is("=") && !token(equals).is("<="))
      equals = opens(token(equals)) ? closing(equals) + 1 : equals + 1;
    const Index end = next(";", equals);
    signal_ = name_of(at, equals);
    for (Index i = at; i < equals; ++i) i = operand(i);
    if (continuous) {
      if (!is_zero(equals + 1, end)) mutate("stuck_at_0", equals + 1, end - 1, "'0");
      mutate("stuck_at_1", equals + 1, end - 1, "'1");
    } else {
      mutate("assignment_dropped", at, end, ";");
    }
    expression(equals + 1, end);
    return end + 1;
  }

  /// All that stands there is a zero, or zeros: `{N{1'b0}}`.
  bool is_zero(Index at, Index end) const {
    if (at + 1 == end) return token(at).is("'0") || token(at).is("1'b0");
    return token(at).is("{") && closing(at) + 1 == end && token(end - 4).is("{") &&
           token(end - 3).is("1'b0") && token(end - 2).is("}");
  }

  /// `leaving.vc` of `leaving.vc[3] = ...`.
  std::string name_of(Index at, Index end) const {
    std::string name;
    for (Index i = at; i < end && !token(i).is("["); ++i) name += token(i).text;
    return name;
  }

  Index instance(Index at) {
    Index i = at + 1;
    if (token(i).is("#")) i = closing(i + 1) + 1;
    const std::string name(token(i).text);
    const Index close = closing(i + 1);
    for (i += 2; i < close; ++i) {
      if (!token(i).is(".") || !token(i + 2).is("(")) continue;
      const Index end = closing(i + 2);
      signal_ = name + "." + std::string(token(i + 1).text);
      if (end > i + 3) {
        const bool input = token(i + 1).text.ends_with("_i");
        if (!input || !is_zero(i + 3, end))
          mutate(input ? "tied_to_0" : "open", i + 2, end, input ? "('0)" : "()");
        expression(i + 3, end);
      }
      i = end;
    }
    return close + 2;
  }

  // Expressions.

  void expression(Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (is_binary(i, begin)) {
        binary(i, begin, end);
      } else if (token(i).is("?")) {
        arms(i, end);
      } else {
        i = operand(i);
      }
    }
  }

  bool is_binary(Index i, Index begin) const {
    if (i == begin || precedence(token(i).text) == 0) return false;
    const Token& before = token(i - 1);
    return before.kind != Token::Kind::Symbol || closes(before);
  }

  void binary(Index i, Index begin, Index end) {
    if (const TokenEdit* edit = find_edit(kBinaryEdits, token(i).text))
      mutate(edit->name, i, i, std::string(edit->replacement));
    static constexpr std::array<std::string_view, 6> kTerms{"&", "|", "&&", "||", "+", "-"};
    if (std::find(kTerms.begin(), kTerms.end(), token(i).text) == kTerms.end()) return;
    const Index first = left_operand(i, begin);
    const Index last = right_operand(i, begin, end);
    if (!token(i).is("-")) mutate("left_dropped", first, i, "");
    mutate("right_dropped", i, last, "");
  }

  Index left_operand(Index i, Index begin) const {
    const int bound = precedence(token(i).text);
    int depth = 0;
    Index first = i;
    while (first > begin) {
      const Token& before = token(first - 1);
      if (closes(before)) ++depth;
      if (opens(before) && --depth < 0) break;
      if (depth == 0) {
        if (before.is(",") || before.is("?") || before.is(":") || before.is("+:")) break;
        if (is_binary(first - 1, begin) && precedence(before.text) < bound) break;
      }
      --first;
    }
    return first;
  }
  Index right_operand(Index i, Index begin, Index end) const {
    const int bound = precedence(token(i).text);
    Index last = i + 1;
    for (Index j = i + 1; j < end; ++j) {
      const Token& t = token(j);
      if (closes(t) || t.is(",") || t.is("?") || t.is(":") || t.is("+:")) break;
      if (is_binary(j, begin) && precedence(t.text) <= bound) break;
      if (opens(t)) j = closing(j);
      last = j;
    }
    return last;
  }

  /// Swaps what stands before and behind the `:` that belongs to a `?`.
  void arms(Index question, Index end) {
    Index colon = question + 1;
    for (int open = 1;; ++colon) {
      if (opens(token(colon))) colon = closing(colon);
      if (token(colon).is("?")) ++open;
      if (token(colon).is(":") && --open == 0) break;
    }
    Index last = colon + 1;
    for (Index j = colon + 1; j < end; ++j) {
      if (closes(token(j)) || token(j).is(",")) break;
      if (opens(token(j))) j = closing(j);
      last = j;
    }
    mutate("arms_swapped", question + 1, last, text(colon + 1, last) + " : " + text(question + 1, colon - 1));
  }

  /// What is no operator between others. Returns the last token that is done with.
  Index operand(Index i) {
    const Token& t = token(i);
    if (const TokenEdit* edit = find_edit(kOperandEdits, t.text)) {
      mutate(edit->name, i, i, std::string(edit->replacement));
    } else if (t.kind == Token::Kind::Number && !token(i + 1).is("'(") && !one_more(t.text).empty()) {
      mutate("one_more", i, i, one_more(t.text));
    } else if (t.is("[")) {
      return index(i);
    }
    return i;
  }

  /// `[i]` or `[base +: width]`: its neighbour. A `[high:low]` is left alone.
  Index index(Index open) {
    const Index close = closing(open);
    Index stop = open + 1;
    while (stop < close && !token(stop).is("+:") && !token(stop).is(":"))
      stop = opens(token(stop)) ? closing(stop) + 1 : stop + 1;
    if (!token(stop).is(":")) mutate("next_index", open, stop - 1, "[1 + " + text(open + 1, stop - 1));
    return close;
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  std::string signal_;
  std::map<std::string, int> count_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(std::string_view source) { return Mutator(source).run(); }

std::string mutated(std::string_view source, const Mutant& mutant) {
  std::string edited(source);
  return edited.replace(mutant.offset, mutant.length, mutant.replacement);
}

}  // namespace switchyard
