#pragma once

#include <cstdint>
#include <string>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// Fingerprint of a multiset of delivered packets, the same for every order of delivery.
///
/// Each packet's fields are chained through mix64() into one word; the words are added modulo 2^64 and the
/// count is folded in at the end. Addition, unlike exclusive or, does not cancel a packet delivered twice.
/// Two different sets agree with a probability of about 2^-64; it is no defence against an adversary.
class EventHash {
 public:
  void add(PacketId packet, NodeId source, NodeId destination, Cycle injected, Cycle arrived) {
    std::uint64_t word = chain(0, packet);
    word = chain(word, std::uint64_t{source} << 32 | destination);
    word = chain(word, injected);
    word = chain(word, arrived);
    sum_ += word;
    ++count_;
  }

  /// The hash of both multisets together.
  EventHash& operator+=(const EventHash& other) {
    sum_ += other.sum_;
    count_ += other.count_;
    return *this;
  }

  std::uint64_t value() const { return chain(sum_, count_); }
  /// value() in 16 hexadecimal digits.
  std::string hex() const;

 private:
  static constexpr std::uint64_t chain(std::uint64_t word, std::uint64_t field) {
    constexpr std::uint64_t kOffset = 0x9e3779b97f4a7c15ULL;  // mix64(0) is 0.
    return mix64(mix64(word + kOffset) ^ field);
  }

  std::uint64_t sum_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace switchyard
