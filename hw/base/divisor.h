#pragma once

#include <cstdint>

namespace switchyard {

/// Divides by a number that is known long before: a multiplication, where a division takes four times as
/// long.
///
/// Exact for all 32-bit numbers. Precondition: divisor >= 1.
/// Source:  Robison, "N-Bit Unsigned Division via N-Bit Multiply-Add", ARITH 2005.
class Divisor {
 public:
  explicit Divisor(std::uint32_t divisor) : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}

  std::uint32_t value() const { return divisor_; }
  std::uint32_t quotient(std::uint32_t n) const {
    return static_cast<std::uint32_t>((Product{n} + 1) * reciprocal_ >> 64);
  }
  std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  __extension__ using Product = unsigned __int128;

  std::uint32_t divisor_;
  std::uint64_t reciprocal_;
};

}  // namespace switchyard
