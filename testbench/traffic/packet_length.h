#pragma once

#include <span>
#include <vector>

#include "hw/base/random_stream.h"
#include "hw/config/config_node.h"

namespace switchyard {

/// How many flits packets have: a fixed number or a distribution. A value.
///
/// Config:  a whole number (1..65535); or {min, max}: each length between them as likely; or
///          {values: [...], weights: [...]}: each value with a probability proportional to its weight.
class PacketLength {
 public:
  static PacketLength fixed(int flits) { return between(flits, flits); }
  static PacketLength between(int min, int max);
  /// As many weights as values, none negative and not all zero.
  static PacketLength weighted(std::span<const int> values, std::span<const double> weights);

  int draw(RandomStream& stream) const;

  double mean() const { return mean_; }
  int longest() const { return longest_; }

 private:
  /// Lengths first .. first + count - 1, each as likely.
  struct Range {
    double up_to;  ///< Probability of this range and those before it; 1 in the last.
    int first;
    std::uint32_t count;
  };
  PacketLength(std::vector<Range> ranges, double mean, int longest)
      : ranges_(std::move(ranges)), mean_(mean), longest_(longest) {}

  std::vector<Range> ranges_;
  double mean_;
  int longest_;
};

/// `packet_length` in `section`, or another key, which is required; a length of 1 if it is at fault.
PacketLength read_packet_length(const ConfigNode& section, const char* key = "packet_length");

}  // namespace switchyard
