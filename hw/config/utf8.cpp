#include "hw/config/utf8.h"

#include <cstdint>

namespace switchyard {
namespace {

/// The bytes that a lead byte announces; 0 if it is none. Of the first that follows, only `least`..`most`
/// make a character: shorter ones, and none of the surrogates (Unicode, table 3-7).
struct Sequence {
  std::size_t length;
  std::uint8_t least = 0x80;
  std::uint8_t most = 0xBF;
};

Sequence sequence_of(std::uint8_t lead) {
  if (lead < 0x80) return {1};
  if (lead < 0xC2) return {0};
  if (lead < 0xE0) return {2};
  if (lead == 0xE0) return {3, 0xA0};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3};
  if (lead == 0xF0) return {4, 0x90};
  if (lead < 0xF4) return {4};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0};
}

}  // namespace

std::optional<std::size_t> first_not_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  for (std::size_t begin = 0; begin < text.size();) {
    const Sequence sequence = sequence_of(byte(begin));
    if (sequence.length == 0 || begin + sequence.length > text.size()) return begin;
    for (std::size_t i = 1; i < sequence.length; ++i) {
      const bool second = i == 1;
      if (byte(begin + i) < (second ? sequence.least : 0x80) ||
          byte(begin + i) > (second ? sequence.most : 0xBF))
        return begin;
    }
    begin += sequence.length;
  }
  return std::nullopt;
}

}  // namespace switchyard
