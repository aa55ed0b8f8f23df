#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace switchyard {

/// Bits that name one of `count`: $clog2.
constexpr int index_width(int count) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(count - 1)));
}

/// What a strap of rtl/ carries: numbers side by side, the first one lowest.
class StrapPins {
 public:
  void append_bits(std::uint64_t value, int width) {
    for (int b = 0; b < width; ++b, ++bits_) {
      if (bits_ % 32 == 0) words_.push_back(0);
      words_.back() |= static_cast<std::uint32_t>(value >> b & 1) << bits_ % 32;
    }
  }
  /// Which of the requesters an arbiter starts with.
  void append(int start, int requesters) {
    append_bits(static_cast<std::uint64_t>(start), index_width(requesters));
  }
  void append(const std::vector<int>& starts, int requesters) {
    for (const int start : starts) append(start, requesters);
  }

  /// Zeros up to so many bits.
  void fill(std::size_t bits) {
    while (bits_ < bits) append_bits(0, 1);
  }
  std::size_t bits() const { return bits_; }
  /// 32 bits a word, the low end first.
  const std::vector<std::uint32_t>& words() const { return words_; }
  std::string hex() const {
    std::string text;
    for (const std::uint32_t word : words_) text = fmt::format("{:08x}", word) + text;
    return text;
  }
  /// In SystemVerilog, with as many digits as it has bits for: some tools warn of more.
  std::string literal() const {
    const std::string digits = hex();
    return fmt::format("{}'h{}", bits_, digits.substr(digits.size() - (bits_ + 3) / 4));
  }
  /// On a Verilated pin, which has its low bits first; what is not given is 0.
  template <class Pin>
  void drive(Pin& pin) const {
    std::memset(&pin, 0, sizeof pin);
    std::memcpy(&pin, words_.data(), std::min(sizeof pin, sizeof(std::uint32_t) * words_.size()));
  }

 private:
  std::vector<std::uint32_t> words_;
  std::size_t bits_ = 0;
};

}  // namespace switchyard
