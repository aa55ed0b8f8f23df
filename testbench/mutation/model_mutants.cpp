#include "testbench/mutation/model_mutants.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <tuple>

#include "testbench/mutation/cpp_tokens.h"
#include "testbench/mutation/operators.h"

namespace switchyard {
namespace {

using Index = std::size_t;  ///< Of a token.
using Form = ModelMutant::Form;

constexpr std::array kMoreBinaryEdits{TokenEdit{"*", "times_to_over", "/"},
                                      TokenEdit{"/", "over_to_times", "*"},
                                      TokenEdit{"%", "rest_to_over", "/"}};
constexpr std::array kAssignmentEdits{
    TokenEdit{"+=", "plus_to_minus", "-="}, TokenEdit{"-=", "minus_to_plus", "+="},
    TokenEdit{"|=", "or_to_and", "&="},     TokenEdit{"&=", "and_to_or", "|="},
    TokenEdit{"*=", "times_to_over", "/="}, TokenEdit{"/=", "over_to_times", "*="},
    TokenEdit{"<<=", "shl_to_shr", ">>="},  TokenEdit{">>=", "shr_to_shl", "<<="},
    TokenEdit{"^=", "xor_to_or", "|="},     TokenEdit{"%=", "rest_to_over", "/="}};
constexpr std::array kStepEdits{TokenEdit{"++", "up_to_down", "--"}, TokenEdit{"--", "down_to_up", "++"}};
constexpr std::array kWordEdits{TokenEdit{"true", "true_to_false", "false"},
                                TokenEdit{"false", "false_to_true", "true"}};
constexpr std::array kCallEdits{TokenEdit{"min", "min_to_max", "max"}, TokenEdit{"max", "max_to_min", "min"}};

using Texts = std::initializer_list<std::string_view>;

class Finder {
 public:
  explicit Finder(std::string_view source)
      : source_(source),
        tokens_(cpp_tokens(source)),
        partner_(tokens_.size(), kNone),
        left_out_(tokens_.size()) {
    match_brackets();
    leave_out();
  }

  std::vector<std::vector<ModelMutant>> run() {
    for (Index i = 0; i < tokens_.size(); ++i) {
      if (left_out_[i]) continue;
      operators(i);
      values(i);
      conditions(i);
      if (token(i).is("{") && is_block(i)) statements(i);
    }
    std::vector<std::vector<ModelMutant>> places;
    for (auto& [where, edits] : found_) places.push_back(std::move(edits));
    return places;
  }

 private:
  static constexpr Index kNone = -1;

  const Token& token(Index i) const {
    static const Token kEnd{Token::Kind::Symbol, "", 0, 0};
    return i < tokens_.size() ? tokens_[i] : kEnd;
  }
  bool space_before(Index i) const { return i == 0 || token(i - 1).end() != token(i).offset; }
  bool space_behind(Index i) const { return i + 1 >= tokens_.size() || space_before(i + 1); }
  /// Is `text`, with a bracket that is matched.
  bool opens(Index i) const { return i < tokens_.size() && partner_[i] != kNone && partner_[i] > i; }
  bool closes(Index i) const { return i < tokens_.size() && partner_[i] != kNone && partner_[i] < i; }
  /// Behind the bracket that opens here, or behind the token.
  Index behind(Index i) const { return opens(i) ? partner_[i] + 1 : i + 1; }

  void match_brackets() {
    static constexpr std::array<std::string_view, 3> kOpen{"(", "[", "{"};
    static constexpr std::array<std::string_view, 3> kClose{")", "]", "}"};
    std::vector<Index> open;
    for (Index i = 0; i < tokens_.size(); ++i) {
      const bool opens_template = token(i).is("<") && i != 0 && !is_operator_name(i) &&
                                  (!space_before(i) || token(i - 1).is("template"));
      if (token(i).in(kOpen) || opens_template) open.push_back(i);
      const bool closes_template = token(i).is(">") && !open.empty() && token(open.back()).is("<");
      if ((token(i).in(kClose) || closes_template) && !open.empty()) {
        partner_[i] = open.back();
        partner_[open.back()] = i;
        open.pop_back();
      }
    }
    if (!open.empty()) throw std::invalid_argument("a bracket is not closed");
  }
  bool is_operator_name(Index i) const { return i != 0 && token(i - 1).is("operator"); }

  // What is left out.

  void leave_out(Index begin, Index end) {
    for (Index i = begin; i < end && i < tokens_.size(); ++i) left_out_[i] = true;
  }
  void leave_out() {
    for (Index i = 0; i < tokens_.size(); ++i) {
      const Token& t = token(i);
      if (t.is("<") && opens(i)) leave_out(i, partner_[i] + 1);
      if (t.is("[") && token(i + 1).is("[") && !space_behind(i)) leave_out(i, partner_[i] + 1);
      if (t.in(Texts{"static_assert", "sizeof", "alignas", "noexcept", "decltype"}) && token(i + 1).is("("))
        leave_out(i, partner_[i + 1] + 1);
      if (t.in(Texts{"using", "typedef", "friend", "goto"})) leave_out(i, next(Texts{";", "{"}, i));
      if (t.is("operator")) leave_out(i, next(Texts{"("}, i));
      if (t.is("case")) leave_out(i, next(Texts{":"}, i));
      if (t.is("enum")) leave_out(i, behind(next(Texts{"{", ";"}, i)));
      if (t.is("constexpr")) leave_out_constant(i);
      if (t.is("=") && token(i + 2).is(";") &&
          (closes(i - 1) || token(i - 1).in(Texts{"const", "noexcept", "override"})))
        leave_out(i, i + 2);  // A function without a body.
    }
  }
  /// A constexpr variable, or the condition of an `if constexpr`.
  void leave_out_constant(Index i) {
    if (token(i - 1).is("if")) return leave_out(i, behind(i + 1));
    const Index stop = next(Texts{"=", "{", "(", ";"}, i);
    if (!token(stop).is("(")) leave_out(i, next(Texts{";"}, i));
  }
  /// The next of `texts` outside brackets; the bracket itself, if it is one of them.
  Index next(Texts texts, Index from) const {
    Index i = from;
    while (i < tokens_.size() && !token(i).in(texts)) i = behind(i);
    return i;
  }

  // Finding.

  void add(Form form, std::string_view rule, Index first, Index last, std::string edited) {
    const std::size_t begin = token(first).offset;
    const std::size_t end = token(last).end();
    found_[{begin, end, token(at_).offset}].push_back(
        {form, std::string(rule), token(first).line, token(last).line, begin, end, std::move(edited)});
  }
  /// Tokens `first` to `last`, with `replacement` for token `edited`.
  std::string text(Index first, Index last, Index edited = kNone, std::string_view replacement = {}) const {
    std::string text;
    for (Index i = first; i <= last; ++i) {
      if (i != first && space_before(i)) text += ' ';
      text += i == edited ? replacement : token(i).text;
    }
    return text;
  }

  void operators(Index i) {
    at_ = i;
    const Token& t = token(i);
    if (t.kind != Token::Kind::Symbol) return;
    if (is_binary(i)) {
      for (const TokenEdit* edit : {find_edit(kBinaryEdits, t.text), find_edit(kMoreBinaryEdits, t.text)}) {
        if (edit == nullptr) continue;
        const Index first = left_operand(i, precedence(t.text));
        const Index last = right_operand(i, precedence(t.text));
        if (!t.in(Texts{"+", "-", "<<", ">>"}) || !has_text(first, last))
          add(Form::Value, edit->name, first, last, text(first, last, i, edit->replacement));
      }
    } else if (const TokenEdit* assignment = find_edit(kAssignmentEdits, t.text)) {
      const Index first = left_operand(i, 0);
      const Index last = assigned(i);
      add(Form::Value, assignment->name, first, last, text(first, last, i, assignment->replacement));
    } else if (const TokenEdit* step = find_edit(kStepEdits, t.text)) {
      const bool postfix = !space_before(i) && i != 0 && is_end_of_value(i - 1);
      const Index first = postfix ? chain_begin(i - 1) : i;
      const Index last = postfix ? i : chain_end(i + 1);
      add(Form::Value, step->name, first, last, text(first, last, i, step->replacement));
    } else if (t.is("!")) {
      const Index last = chain_end(i + 1);
      add(Form::Condition, "not_dropped", i, last, text(i + 1, last));
    }
  }

  bool has_text(Index first, Index last) const {
    return std::any_of(tokens_.begin() + first, tokens_.begin() + last + 1,
                       [](const Token& t) { return t.kind == Token::Kind::Text && t.text.front() == '"'; });
  }
  bool is_end_of_value(Index i) const {
    static constexpr std::array<std::string_view, 8> kNoValue{"return", "case",   "throw", "else",
                                                              "do",     "delete", "new",   "operator"};
    const Token& t = token(i);
    if (t.kind == Token::Kind::Symbol) return closes(i);
    return !t.in(kNoValue);
  }
  /// With a value on both sides.
  bool is_binary(Index i) const {
    return i != 0 && precedence(token(i).text) != 0 && partner_[i] == kNone && space_before(i) &&
           space_behind(i) && is_end_of_value(i - 1) && !token(i + 1).is("...");
  }
  /// Where an expression ends, whatever it is.
  bool is_border(Index i) const {
    static constexpr std::array<std::string_view, 22> kBorders{
        ",",  ";",  "?",   ":",   "=",   "+=",     "-=",   "*=",    "/=",   "%=", "|=",
        "&=", "^=", "<<=", ">>=", "...", "return", "case", "throw", "else", "do", "co_return"};
    return i >= tokens_.size() || token(i).in(kBorders);
  }
  /// What stands before the bracket of a condition.
  bool is_control(Index i) const {
    return token(i).in(Texts{"if", "for", "while", "switch"}) ||
           (token(i).is("constexpr") && i != 0 && token(i - 1).is("if"));
  }
  Index left_operand(Index i, int bound) const {
    Index first = i;
    while (first > 0) {
      Index before = first - 1;
      if (closes(before)) {
        if (token(before).is("}") && (space_before(partner_[before]) || space_before(first))) {
          if (is_block(partner_[before])) break;
        }
        before = partner_[before];
        if (is_control(before - 1)) break;
      } else if (opens(before) || is_border(before) ||
                 (is_binary(before) && precedence(token(before).text) < bound)) {
        break;
      }
      first = before;
    }
    return first;
  }
  Index right_operand(Index i, int bound) const {
    Index last = i;
    for (Index j = i + 1; j < tokens_.size(); j = last + 1) {
      if (closes(j) || is_border(j) || (is_binary(j) && precedence(token(j).text) <= bound)) break;
      last = behind(j) - 1;
    }
    return last;
  }
  /// The last token of what an assignment assigns.
  Index assigned(Index i) const {
    Index last = i;
    for (Index j = i + 1; !closes(j) && !token(j).in(Texts{",", ";"}); j = last + 1) last = behind(j) - 1;
    return last;
  }
  /// The last token of an operand with all that is tied to it: x.y[i](z).
  Index chain_end(Index i) const {
    Index last = i;
    while (token(last).in(Texts{"!", "-", "*", "&", "~", "++", "--"})) ++last;
    last = behind(last) - 1;
    while (!space_behind(last)) {
      if (token(last + 1).in(Texts{".", "->", "::"})) {
        last += 2;
      } else if (opens(last + 1)) {
        last = partner_[last + 1];
      } else {
        break;
      }
    }
    return last;
  }
  Index chain_begin(Index i) const {
    Index first = closes(i) ? partner_[i] : i;
    while (first > 0 && !space_before(first)) {
      if (token(first - 1).in(Texts{".", "->", "::"}) || closes(first) || opens(first)) {
        first = closes(first - 1) ? partner_[first - 1] : first - 1;
      } else if (closes(first - 1)) {
        first = partner_[first - 1];
      } else if (token(first).in(Texts{".", "->", "::"})) {
        --first;
      } else {
        break;
      }
    }
    return first;
  }

  void values(Index i) {
    at_ = i;
    const Token& t = token(i);
    if (t.kind == Token::Kind::Number) {
      for (const auto& [rule, step] : {std::pair{"one_more", " + 1"}, std::pair{"one_less", " - 1"}})
        add(Form::Value, rule, i, i, std::string(t.text) + step);
    }
    if (const TokenEdit* edit = find_edit(kWordEdits, t.text))
      add(Form::Value, edit->name, i, i, std::string(edit->replacement));
    if (const TokenEdit* edit = find_edit(kCallEdits, t.text)) {
      if (i < 2 || !token(i - 1).is("::") || !token(i - 2).is("std")) return;
      const Index arguments = token(i + 1).is("<") ? partner_[i + 1] + 1 : i + 1;
      if (!token(arguments).is("(")) return;
      const Index last = partner_[arguments];
      add(Form::Value, edit->name, i - 2, last, text(i - 2, last, i, edit->replacement));
    }
  }

  void conditions(Index i) {
    at_ = i;
    const Token& t = token(i);
    if (t.is("?")) return negate(left_operand(i, 0), i - 1);
    if (!t.in(Texts{"if", "while"}) || !token(i + 1).is("(")) return;
    const Index close = partner_[i + 1];
    Index first = i + 2;
    for (Index j = first; j < close; j = behind(j)) {
      if (token(j).is(";")) first = j + 1;
    }
    for (Index j = first; j < close; j = behind(j)) {
      if (token(j).is("=")) return;  // It declares a variable.
    }
    negate(first, close - 1);
  }
  void negate(Index first, Index last) {
    add(Form::Condition, "negated", first, last, "!(" + text(first, last) + ")");
  }

  // Statements.

  /// Whether a `{` begins statements: not a class, a namespace, or a list of values.
  bool is_block(Index open) const {
    if (open == 0 || !space_before(open)) return false;
    if (token(open - 1).in(Texts{"=", ",", "(", "{", "return"})) return false;
    for (Index i = open; i-- > 0;) {
      if (closes(i) && !token(i).is("}")) {
        i = partner_[i];
        continue;
      }
      if (opens(i) || token(i).in(Texts{";", "}"})) break;
      if (token(i).in(Texts{"class", "struct", "union", "enum", "namespace"})) return false;
    }
    return true;
  }

  void statements(Index open) {
    for (Index i = open + 1; i < partner_[open];) i = statement(i);
  }
  /// Returns the token behind it.
  Index statement(Index i) {
    at_ = i;
    const Token& t = token(i);
    if (t.is("{")) return behind(i);
    if (t.is("if")) return statement(behind(token(i + 1).is("constexpr") ? i + 2 : i + 1));
    if (t.in(Texts{"for", "while", "switch"})) return statement(behind(i + 1));
    if (t.in(Texts{"else", "do"})) return statement(i + 1);
    if (t.in(Texts{"case", "default"})) return next(Texts{":"}, i) + 1;
    const Index end = next(Texts{";"}, i);
    if (is_removable(i, end)) add(Form::Statement, "dropped", i, end, {});
    return end + 1;
  }
  bool is_removable(Index i, Index end) const {
    if (left_out_[i] || end == i) return false;
    if (token(i).in(Texts{"break", "continue", "return"})) return end == i + 1;
    if (token(i).in(Texts{"throw", "using", "static_assert", "delete", "const", "static", "auto", "struct",
                          "class", "typename", "goto", "SC_HAS_PROCESS"}))
      return false;
    if (token(i).in(Texts{"++", "--", "*", "("})) return true;
    Index j = i;
    while (token(j).kind == Token::Kind::Word && token(j + 1).is("::")) j += 2;
    if (token(j).kind != Token::Kind::Word) return false;
    ++j;
    if (token(j).is("<")) j = behind(j);
    if (token(j).is("::")) return true;
    return token(j).kind == Token::Kind::Symbol && !token(j).in(Texts{"&", "*", "&&"});
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  std::vector<Index> partner_;  ///< Of a bracket.
  std::vector<bool> left_out_;
  Index at_ = 0;  ///< What makes the place: an operator, a number, a statement's first token.
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::vector<ModelMutant>> found_;
};

/// A text that goes in between.
struct Insertion {
  std::size_t at;
  bool closes;
  std::size_t other;  ///< The other end of what it encloses.
  int number;
  std::string text;
};

}  // namespace

std::vector<std::vector<ModelMutant>> places_of(std::string_view source) { return Finder(source).run(); }

std::string with_choices(std::string_view source, const std::vector<NumberedMutant>& mutants) {
  std::vector<Insertion> insertions;
  for (const auto& [number, mutant] : mutants) {
    const std::string chosen = "switchyard::chosen_mutant(" + std::to_string(number) + ")";
    std::string before = "(" + chosen + " ? (" + mutant.edited + ") : (";
    std::string behind = "))";
    if (mutant.form == Form::Condition)
      before = "(" + chosen + " ? static_cast<bool>(" + mutant.edited + ") : static_cast<bool>(";
    if (mutant.form == Form::Statement) {
      before = "{ if (!" + chosen + ") { ";
      behind = " } }";
    }
    insertions.push_back({mutant.begin, false, mutant.end, number, std::move(before)});
    insertions.push_back({mutant.end, true, mutant.begin, number, std::move(behind)});
  }
  // Where several meet: what ends, the innermost first; then what begins, the outermost first.
  std::sort(insertions.begin(), insertions.end(), [](const Insertion& a, const Insertion& b) {
    if (a.at != b.at) return a.at < b.at;
    if (a.closes != b.closes) return a.closes;
    if (a.other != b.other) return a.other > b.other;
    return a.closes ? a.number > b.number : a.number < b.number;
  });
  std::string text;
  std::size_t copied = 0;
  for (const Insertion& insertion : insertions) {
    text += source.substr(copied, insertion.at - copied);
    text += insertion.text;
    copied = insertion.at;
  }
  text += source.substr(copied);
  return text;
}

}  // namespace switchyard
