#include "testbench/traffic/packet_length.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

constexpr int kLengths = 100'000;

/// How often each of `lengths` is drawn; fails on any other length.
std::vector<double> counts(const PacketLength& length, const std::vector<int>& lengths) {
  RandomStream stream(5, 2, Purpose::Length);
  std::vector<double> count(lengths.size(), 0);
  for (int i = 0; i < kLengths; ++i) {
    const auto found = std::find(lengths.begin(), lengths.end(), length.draw(stream));
    if (found == lengths.end()) {
      ADD_FAILURE() << "a length that should not occur";
      break;
    }
    ++count[static_cast<std::size_t>(found - lengths.begin())];
  }
  return count;
}

PacketLength weighted(const std::vector<int>& values, const std::vector<double>& weights) {
  return PacketLength::weighted(values, weights);
}

TEST(PacketLength, AFixedLengthIsAlwaysTheSame) {
  const PacketLength length = PacketLength::fixed(5);
  EXPECT_EQ(counts(length, {5}), std::vector<double>{kLengths});
  EXPECT_EQ(length.mean(), 5);
  EXPECT_EQ(length.longest(), 5);
}

TEST(PacketLength, ARangeDrawsEveryLengthAsOftenEndsIncluded) {
  const PacketLength length = PacketLength::between(2, 5);
  EXPECT_LT(chi_square(counts(length, {2, 3, 4, 5}), std::vector<double>(4, kLengths / 4.0)),
            chi_square_limit(3));
  EXPECT_EQ(length.mean(), 3.5);
  EXPECT_EQ(length.longest(), 5);
}

TEST(PacketLength, WeightsNeedNotAddUpToOne) {
  const PacketLength length = weighted({1, 8, 4}, {7, 2, 1});
  EXPECT_LT(chi_square(counts(length, {1, 8, 4}), {kLengths * 0.7, kLengths * 0.2, kLengths * 0.1}),
            chi_square_limit(2));
  EXPECT_DOUBLE_EQ(length.mean(), 0.7 * 1 + 0.2 * 8 + 0.1 * 4);
  EXPECT_EQ(length.longest(), 8);
}

TEST(PacketLength, AValueWithoutWeightNeverOccurs) {
  const PacketLength length = weighted({9, 3, 7}, {0, 1, 0});
  EXPECT_EQ(counts(length, {3}), std::vector<double>{kLengths});
  EXPECT_EQ(length.longest(), 3);
}

/// What a configuration of only `packet_length` gives; the faults, if there are any.
std::string reading_of(const std::string& value) {
  ConfigDocument document = ConfigDocument::from_text("packet_length: " + value, "x.yaml");
  const PacketLength length = read_packet_length(document.root());
  try {
    document.finish();
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
  return std::to_string(length.mean()) + " of at most " + std::to_string(length.longest());
}

TEST(PacketLength, IsReadInThreeForms) {
  EXPECT_EQ(reading_of("7"), "7.000000 of at most 7");
  EXPECT_EQ(reading_of("{min: 2, max: 16}"), "9.000000 of at most 16");
  EXPECT_EQ(reading_of("{values: [1, 9], weights: [0.75, 0.25]}"), "3.000000 of at most 9");
}

TEST(PacketLength, NamesWhatIsWrong) {
  EXPECT_EQ(reading_of("0"), "x.yaml:1:16: error: packet_length = 0 is out of range: 1..65535");
  EXPECT_EQ(reading_of("65536"), "x.yaml:1:16: error: packet_length = 65536 is out of range: 1..65535");
  EXPECT_EQ(
      reading_of("[1, 2]"),
      "x.yaml:1:16: error: packet_length is a list, not a whole number; several lengths are {min, max} or "
      "{values, weights}");
  EXPECT_EQ(reading_of("{max: 4}"), "x.yaml:1:1: error: packet_length.min is missing");
  EXPECT_EQ(reading_of("{min: 5, max: 2}"), "x.yaml:1:30: error: packet_length.max = 2 is below min = 5");
  EXPECT_EQ(reading_of("{values: [1, 9], weights: [1]}"),
            "x.yaml:1:42: error: packet_length.weights: 2 values need as many weights, not 1");
  EXPECT_EQ(reading_of("{values: [1, 9]}"),
            "x.yaml:1:1: error: packet_length.weights: 2 values need as many weights, not 0");
  EXPECT_EQ(reading_of("{values: [1, 9], weights: [0, 0]}"),
            "x.yaml:1:42: error: packet_length.weights are all 0");
  EXPECT_EQ(reading_of("{values: [1, 9], weights: [1, -1]}"),
            "x.yaml:1:46: error: packet_length.weights[1] = -1 is out of range: >= 0");
  EXPECT_EQ(reading_of("{values: [1, 9], weights: [1, 1], min: 3}"),
            "x.yaml:1:50: error: unknown key 'min' in packet_length; legal keys: values, weights");
}

}  // namespace
}  // namespace switchyard
