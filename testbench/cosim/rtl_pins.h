#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hw/base/bits.h"

namespace switchyard {

/// Elements of a pin of a Verilated module. Verilator keeps it as an integer or as words, both with the low
/// bits first: bytes in order.

/// Element `index` of `kWidth` bits.
template <int kWidth, class Pin>
void put_element(Pin& pin, std::size_t index, std::uint64_t value) {
  static_assert(kWidth <= 56);
  const std::size_t at = index * kWidth;
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t mask = low_bits<std::uint64_t>(kWidth) << at;
    pin = static_cast<Pin>((pin & ~mask) | value << at);
    return;
  }
  auto* byte = reinterpret_cast<unsigned char*>(&pin) + at / 8;
  std::uint64_t mask = low_bits<std::uint64_t>(kWidth) << at % 8;
  for (std::uint64_t bits = value << at % 8; mask != 0; mask >>= 8, bits >>= 8, ++byte)
    *byte = static_cast<unsigned char>((*byte & ~mask) | (bits & mask));
}
template <int kWidth, class Pin>
std::uint64_t get_element(const Pin& pin, std::size_t index) {
  static_assert(kWidth <= 56);
  const std::size_t at = index * kWidth;
  if constexpr (std::is_integral_v<Pin>) return std::uint64_t{pin} >> at & low_bits<std::uint64_t>(kWidth);
  const auto* byte = reinterpret_cast<const unsigned char*>(&pin) + at / 8;
  std::uint64_t bits = 0;
  for (std::size_t done = 0; done < at % 8 + kWidth; done += 8) bits |= std::uint64_t{*byte++} << done;
  return bits >> at % 8 & low_bits<std::uint64_t>(kWidth);
}

/// Something as it lies in memory, at element `index` of its size.
template <class Value, class Pin>
void put_value(Pin& pin, std::size_t index, const Value& value) {
  std::memcpy(reinterpret_cast<char*>(&pin) + index * sizeof value, &value, sizeof value);
}
template <class Value, class Pin>
Value get_value(const Pin& pin, std::size_t index) {
  Value value;
  std::memcpy(&value, reinterpret_cast<const char*>(&pin) + index * sizeof value, sizeof value);
  return value;
}

template <class Pin>
void clear(Pin& pin) {
  std::memset(&pin, 0, sizeof pin);
}

}  // namespace switchyard
