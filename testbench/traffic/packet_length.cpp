#include "testbench/traffic/packet_length.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

namespace switchyard {
namespace {

constexpr IntRange kLegalLength{1, 65535};  // Flit::remaining has 16 bits.
constexpr RealRange kLengthWeight{0, std::numeric_limits<double>::infinity()};

PacketLength read_range(const ConfigNode& config) {
  const int min = config.integer<int>("min", kLegalLength);
  const int max = config.integer<int>("max", kLegalLength);
  if (config.sound() && min > max) {
    const ConfigNode upper = config.child("max");
    upper.fail(upper.path() + " = " + std::to_string(max) + " is below min = " + std::to_string(min));
  }
  return config.sound() ? PacketLength::between(min, max) : PacketLength::fixed(1);
}

PacketLength read_weighted(const ConfigNode& config) {
  std::vector<int> values;
  for (const std::int64_t value : config.integers("values", kLegalLength)) {
    values.push_back(static_cast<int>(value));
  }
  const ConfigNode list = config.child("weights");
  std::vector<double> weights;
  for (const ConfigNode& element : list.items()) weights.push_back(element.as_real(kLengthWeight));

  if (config.sound() && weights.size() != values.size()) {
    list.fail(list.path() + ": " + std::to_string(values.size()) + " values need as many weights, not " +
              std::to_string(weights.size()));
  } else if (config.sound() && std::accumulate(weights.begin(), weights.end(), 0.0) == 0) {
    list.fail(list.path() + " are all 0");
  }
  return config.sound() ? PacketLength::weighted(values, weights) : PacketLength::fixed(1);
}

}  // namespace

PacketLength PacketLength::between(int min, int max) {
  return {{Range{1.0, min, static_cast<std::uint32_t>(max - min + 1)}}, (min + max) / 2.0, max};
}

PacketLength PacketLength::weighted(std::span<const int> values, std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<Range> ranges;
  double sum = 0;
  double mean = 0;
  int longest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (weights[i] == 0) continue;
    sum += weights[i];  // In the order of `total`, so that the last sum is `total` to the last bit.
    ranges.push_back({sum / total, values[i], 1});
    mean += weights[i] / total * values[i];
    longest = std::max(longest, values[i]);
  }
  return {std::move(ranges), mean, longest};
}

int PacketLength::draw(RandomStream& stream) const {
  if (ranges_.size() == 1 && ranges_[0].count == 1) return longest_;
  const auto range = std::upper_bound(ranges_.begin(), ranges_.end(), stream.unit(),
                                      [](double u, const Range& candidate) { return u < candidate.up_to; });
  return range->first + stream.below(range->count);
}

PacketLength read_packet_length(const ConfigNode& section, const char* key) {
  const std::string_view what = std::string_view(key).substr(0, std::string_view(key).find('_'));
  const ConfigNode config =
      section.child(key,
                    {"flits",
                     "of a " + std::string(what) +
                         ": always the same, each between two as likely, or each value by its weight",
                     text_of(kLegalLength) + ", `{min, max}` or `{values, weights}`"},
                    {shape_of(kLegalLength), {ValueShape::Kind::Map}});
  if (config.is_list()) {
    config.fail(config.path() +
                " is a list, not a whole number; several lengths are {min, max} or {values, weights}");
    config.ignore();
    return PacketLength::fixed(1);
  }
  if (!config.is_map()) return PacketLength::fixed(config.as_integer<int>(kLegalLength));
  return config.child("values").exists() ? read_weighted(config) : read_range(config);
}

}  // namespace switchyard
