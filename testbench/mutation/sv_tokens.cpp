#include "testbench/mutation/sv_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace switchyard {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<SvToken> run() {
    while (at_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  std::string_view rest() const { return source_.substr(at_); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }

  void step() {
    if (peek() == '\n') {
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
      ++at_;
    } else if (rest().starts_with("//")) {
      skip_line();
    } else if (peek() == '`') {
      skip_directive();
    } else if (is_digit(peek()) || (peek() == '\'' && peek(1) != '(')) {
      add(SvToken::Kind::Number, number_length());
    } else if (is_word(peek())) {
      add(SvToken::Kind::Word, word_length());
    } else {
      add(SvToken::Kind::Symbol, symbol_length());
    }
  }

  void add(SvToken::Kind kind, std::size_t length) {
    tokens_.push_back({kind, source_.substr(at_, length), at_, line_});
    at_ += length;
  }

  std::size_t word_length() const {
    std::size_t length = 0;
    while (is_word(peek(length))) ++length;
    return length;
  }
  /// 4, '0, 1'b0, 16'd1; of 5'(x) the 5.
  std::size_t number_length() const {
    std::size_t length = 0;
    while (is_digit(peek(length))) ++length;
    if (peek(length) != '\'' || !is_word(peek(length + 1))) return length;
    ++length;
    while (is_word(peek(length))) ++length;
    return length;
  }
  std::size_t symbol_length() const {
    static constexpr std::array<std::string_view, 14> kLong{"&&", "||", "==", "!=", "<=", ">=", "<<",
                                                            ">>", "+:", "::", "++", "--", "'(", ".*"};
    for (const std::string_view symbol : kLong) {
      if (rest().starts_with(symbol)) return symbol.size();
    }
    return 1;
  }

  void skip_line() { at_ = std::min(source_.find('\n', at_), source_.size()); }

  /// An assertion with its arguments, a conditional part with all that it encloses, or a line.
  void skip_directive() {
    if (rest().starts_with("`SY_ASSERT")) {
      int depth = 0;
      do {
        if (peek() == '(') ++depth;
        if (peek() == ')') --depth;
        if (peek() == '\n') ++line_;
        ++at_;
      } while (at_ < source_.size() && (depth > 0 || source_[at_ - 1] != ')'));
    } else if (rest().starts_with("`ifdef")) {
      const std::size_t end = std::min(source_.find("`endif", at_), source_.size());
      line_ += static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                           source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at_ = end;
      skip_line();
    } else {
      skip_line();
    }
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<SvToken> tokens_;
};

}  // namespace

std::vector<SvToken> sv_tokens(std::string_view source) { return Lexer(source).run(); }

}  // namespace switchyard
