#pragma once

#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// Bijective 64-bit finaliser (SplitMix64's): every input bit flips each output bit with p near 1/2.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// What a stream is for; part of its key, so that no two uses share numbers.
enum class Purpose : std::uint64_t {
  Arrival = 1,
  Destination,
  Length,
  Selection,
  Permutation,
  Process,
  Fault,
  Hash,
  Program,
  Start,
  Retry,
  Intermediate,
  Order,
  Reply
};

/// Counter-based random stream keyed by (seed, node, purpose).
///
/// Draw n of a stream depends on the key and n only: never on evaluation order, level or threads.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, NodeId node, Purpose purpose)
      : key_(mix64(mix64(seed + kStep) ^ mix64((static_cast<std::uint64_t>(purpose) << 32 | node) + kStep))) {
  }

  std::uint64_t next() { return mix64(key_ += kStep); }
  /// The stream as it is after so many draws.
  RandomStream after(std::uint64_t draws) const {
    RandomStream later = *this;
    later.key_ += draws * kStep;
    return later;
  }

  /// Uniform on [0, 1), 53 bits.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform on 0 .. bound - 1. The bias is below bound / 2^32. Precondition: bound >= 1.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }
  /// below(), but does not draw if there is no choice. Precondition: bound >= 1.
  std::uint32_t choose(std::uint32_t bound) {
    const std::uint64_t draw = mix64(key_ + kStep);  // Without a branch, and without waiting for `bound`.
    key_ += kStep & -std::uint64_t{bound > 1};
    return static_cast<std::uint32_t>(((draw >> 32) * bound) >> 32);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;
  std::uint64_t key_;
};

}  // namespace switchyard
