#pragma once

#include <string_view>
#include <vector>

#include "testbench/mutation/token.h"

namespace switchyard {

/// Reads a source token by token; a language says what its tokens are. Leaves out spaces and comments to the
/// end of a line.
class TokenReader {
 public:
  explicit TokenReader(std::string_view source) : source_(source) {}
  virtual ~TokenReader() = default;
  std::vector<Token> run();

 protected:
  /// Adds the token that begins here, or skips what is none.
  virtual void read() = 0;

  std::string_view rest() const { return source_.substr(at_); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  std::size_t at() const { return at_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  std::size_t word_length() const;
  /// Of the first of `symbols` that stands here; 1: none of them.
  template <class Symbols>
  std::size_t symbol_length(const Symbols& symbols) const {
    for (const std::string_view symbol : symbols) {
      if (rest().starts_with(symbol)) return symbol.size();
    }
    return 1;
  }
  void add(Token::Kind kind, std::size_t length);
  void skip(std::size_t length);
  /// Up to the next of `text`, or the end.
  void skip_to(std::string_view text);

  static bool is_word(char c);
  static bool is_digit(char c);

 private:
  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace switchyard
