#include "testbench/mutation/token_reader.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace switchyard {

std::vector<Token> TokenReader::run() {
  while (at_ < source_.size()) {
    if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
      skip(1);
    } else if (rest().starts_with("//")) {
      skip_to("\n");
    } else {
      read();
    }
  }
  return std::move(tokens_);
}

std::size_t TokenReader::word_length() const {
  std::size_t length = 0;
  while (is_word(peek(length))) ++length;
  return length;
}

void TokenReader::add(Token::Kind kind, std::size_t length) {
  tokens_.push_back({kind, source_.substr(at_, length), at_, line_});
  skip(length);
}

void TokenReader::skip(std::size_t length) {
  const std::string_view skipped = rest().substr(0, length);
  line_ += static_cast<int>(std::count(skipped.begin(), skipped.end(), '\n'));
  at_ += skipped.size();
}

void TokenReader::skip_to(std::string_view text) { skip(std::min(rest().find(text), rest().size())); }

bool TokenReader::is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool TokenReader::is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace switchyard
