#include "testbench/mutation/cpp_tokens.h"

#include <array>
#include <cctype>

#include "testbench/mutation/token_reader.h"

namespace switchyard {
namespace {

class CppReader final : public TokenReader {
 public:
  using TokenReader::TokenReader;

 private:
  void read() override {
    static constexpr std::array<std::string_view, 24> kSymbols{
        "<<=", ">>=", "<=>", "...", "->", "&&", "||", "==", "!=", "<=", ">=", "<<",
        ">>",  "::",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="};
    if (peek() == '#') {
      skip_directive();
    } else if (rest().starts_with("/*")) {
      skip_to("*/");
      skip(2);
    } else if (is_digit(peek())) {
      add(Token::Kind::Number, number_length());
    } else if (peek() == '"' || peek() == '\'') {
      add(Token::Kind::Text, text_length());
    } else if (is_word(peek())) {
      add(Token::Kind::Word, word_length());
    } else if (rest().starts_with(">>") && touches_the_token_before()) {
      add(Token::Kind::Symbol, 1);
    } else {
      add(Token::Kind::Symbol, symbol_length(kSymbols));
    }
  }

  /// 64, 0x1F, 1'000u, 0.5, 1e-9, 0x1p-53.
  std::size_t number_length() const {
    std::size_t length = 1;
    while (is_word(peek(length)) || peek(length) == '.' || peek(length) == '\'' ||
           is_sign_of_exponent(length))
      ++length;
    return length;
  }
  bool is_sign_of_exponent(std::size_t at) const {
    if (peek(at) != '-' && peek(at) != '+') return false;
    const bool hexadecimal = peek(1) == 'x';
    const auto before = static_cast<char>(std::tolower(static_cast<unsigned char>(peek(at - 1))));
    return before == (hexadecimal ? 'p' : 'e');
  }
  /// With what stands behind the quotation mark: "x"sv.
  std::size_t text_length() const {
    const char quote = peek();
    std::size_t length = 1;
    while (peek(length) != quote && peek(length) != '\0') length += peek(length) == '\\' ? 2 : 1;
    ++length;
    while (is_word(peek(length))) ++length;
    return length;
  }
  bool touches_the_token_before() const { return !tokens().empty() && tokens().back().end() == at(); }

  void skip_directive() {
    while (peek() != '\n' && peek() != '\0') skip(rest().starts_with("\\\n") ? 2 : 1);
  }
};

}  // namespace

std::vector<Token> cpp_tokens(std::string_view source) { return CppReader(source).run(); }

}  // namespace switchyard
