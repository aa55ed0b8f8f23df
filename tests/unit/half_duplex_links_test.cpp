#include "hw/alloc/half_duplex_links.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr PortMask kTerminal = 0b100;

TEST(HalfDuplexLinks, GrantsWhatThisNodeAskedForAndTheTerminalPortAlways) {
  HalfDuplexLinks links({1, 2, 1}, {true, false, false}, kTerminal);
  EXPECT_TRUE(links.half_duplex());
  EXPECT_EQ(links.grant(0) & 0b111, kTerminal);
  EXPECT_EQ(links.request(0b111), 0b011U);
  EXPECT_TRUE(links.busy());
  EXPECT_EQ(links.grant(0) & 0b111, kTerminal | 0b001) << "one latency later";
  links.request(0);
  EXPECT_EQ(links.grant(0) & 0b111, kTerminal | 0b010);
  links.request(0);
  EXPECT_FALSE(links.busy());
}

TEST(HalfDuplexLinks, EveryTerminalPortIsGrantedWithoutARequest) {
  HalfDuplexLinks links({1, 1, 1, 1}, {true, false, false, false}, 0b1110);
  EXPECT_EQ(links.grant(0b1110) & 0b1111, 0b1110U);
  EXPECT_EQ(links.request(0b1110), 0U);
  EXPECT_FALSE(links.busy());
}

TEST(HalfDuplexLinks, TheFirstEndWinsTheFirstTieAndTheyAlternate) {
  HalfDuplexLinks links({1, 1, 1}, {true, false, false}, kTerminal);
  links.request(0b011);
  EXPECT_EQ(links.grant(0b011) & 0b011, 0b001U);
  links.request(0b011);
  EXPECT_EQ(links.grant(0b011) & 0b011, 0b010U);
  links.reset();
  EXPECT_FALSE(links.busy());
}

TEST(HalfDuplexLinks, TerminalPortsAreGrantedWhereverTheyAre) {
  HalfDuplexLinks links({1, 1, 1, 1}, {true, true, true, true}, 0b1010);
  EXPECT_EQ(links.grant(0) & 0b1111, 0b1010U);
  EXPECT_EQ(links.request(0b1111), 0b0101U);
  EXPECT_EQ(links.grant(0) & 0b1111, 0b1111U);
  links.request(0b1010);
  links.grant(0);
  EXPECT_FALSE(links.busy());
}

TEST(HalfDuplexLinks, FullDuplexLinksAreAlwaysGranted) {
  HalfDuplexLinks links;
  EXPECT_FALSE(links.half_duplex());
  EXPECT_EQ(links.grant(0b011), ~PortMask{0});
  EXPECT_FALSE(links.busy());
}

}  // namespace
}  // namespace switchyard
