#include "testbench/mutation/sv_tokens.h"

#include <array>

#include "testbench/mutation/token_reader.h"

namespace switchyard {
namespace {

class SvReader final : public TokenReader {
 public:
  using TokenReader::TokenReader;

 private:
  void read() override {
    static constexpr std::array<std::string_view, 14> kSymbols{"&&", "||", "==", "!=", "<=", ">=", "<<",
                                                               ">>", "+:", "::", "++", "--", "'(", ".*"};
    if (peek() == '`') {
      skip_directive();
    } else if (is_digit(peek()) || (peek() == '\'' && peek(1) != '(')) {
      add(Token::Kind::Number, number_length());
    } else if (is_word(peek())) {
      add(Token::Kind::Word, word_length());
    } else {
      add(Token::Kind::Symbol, symbol_length(kSymbols));
    }
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

  /// An assertion with its arguments, a conditional part with all that it encloses, or a line.
  void skip_directive() {
    if (rest().starts_with("`SY_ASSERT")) {
      int depth = 0;
      do {
        skip_to_bracket();
        depth += peek() == '(' ? 1 : -1;
        skip(1);
      } while (depth > 0 && peek() != '\0');
    } else if (rest().starts_with("`ifdef")) {
      skip_to("`endif");
      skip_to("\n");
    } else {
      skip_to("\n");
    }
  }
  void skip_to_bracket() {
    while (peek() != '(' && peek() != ')' && peek() != '\0') skip(1);
  }
};

}  // namespace

std::vector<Token> sv_tokens(std::string_view source) { return SvReader(source).run(); }

}  // namespace switchyard
