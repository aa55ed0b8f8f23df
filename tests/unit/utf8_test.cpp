#include "hw/config/utf8.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(Utf8, HasCharactersOfOneToFourBytes) {
  for (const char* text : {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                           "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
                           "Stra\xc3\x9f"
                           "e"})
    EXPECT_EQ(first_not_utf8(text), std::nullopt) << text;
}

TEST(Utf8, HasNoLoneBytesLongFormsSurrogatesOrLargerNumbers) {
  for (const char* text :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x98",
        "\xc3"
        "a",
        "\xe2\x82"
        "a",
        "\xe2"
        "a\x82"}) {
    EXPECT_EQ(first_not_utf8(text), 0U) << text;
    EXPECT_EQ(first_not_utf8("a\xc3\x9f" + std::string(text)), 3U) << text;
  }
}

}  // namespace
}  // namespace switchyard
