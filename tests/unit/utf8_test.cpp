#include "hw/config/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace switchyard {
namespace {

TEST(Utf8, HasCharactersOfOneToFourBytes) {
  for (const char* text :
       {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "Stra\303\237e"})
    EXPECT_EQ(first_not_utf8(text), std::nullopt) << text;
}

TEST(Utf8, HasNoLoneBytesLongFormsSurrogatesOrLargerNumbers) {
  for (const char* text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                           "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3",
                           "\xe2\x82", "\xf0\x9f\x98", "\303a", "\342\202a", "\342a\202"}) {
    EXPECT_EQ(first_not_utf8(text), 0U) << text;
    EXPECT_EQ(first_not_utf8("a\xc3\x9f" + std::string(text)), 3U) << text;
  }
}

/// The code point of one character by the definition of UTF-8: the bits of its bytes, in the shortest form.
bool is_character(const std::vector<unsigned>& bytes) {
  const unsigned lead = bytes[0];
  const std::size_t length = lead < 0x80       ? 1
                             : lead >> 5 == 6  ? 2
                             : lead >> 4 == 14 ? 3
                             : lead >> 3 == 30 ? 4
                                               : 0;
  if (length != bytes.size()) return false;
  unsigned code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (bytes[i] >> 6 != 2) return false;
    code = code << 6 | (bytes[i] & 0x3F);
  }
  static constexpr std::array<unsigned, 5> kShortest{0, 0, 0x80, 0x800, 0x10000};
  return code >= kShortest[length] && code <= 0x10FFFF && code >> 11 != 0x1B;
}

TEST(Utf8, AgreesWithTheDefinitionWhereverABoundIs) {
  const std::vector<unsigned> bytes{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
  for (std::size_t n = 0; n < 24 * 24 * 24 * 24; ++n) {
    std::vector<unsigned> sequence;
    std::string text;
    for (std::size_t rest = n; sequence.size() < 4; rest /= 24) {
      sequence.push_back(bytes[rest % 24]);
      text += static_cast<char>(sequence.back());
      const bool whole = is_character(sequence);
      ASSERT_EQ(first_not_utf8(text), whole ? std::nullopt : std::optional<std::size_t>(0))
          << testing::PrintToString(sequence);
      if (whole) break;  // What follows is another character.
    }
  }
}

}  // namespace
}  // namespace switchyard
