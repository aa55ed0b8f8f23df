#pragma once

#include <cstdint>
#include <vector>

#include "hw/router/combining/ranade_message.h"

namespace switchyard {

/// Where each word of the shared memory is, and in which order its messages travel.
///
/// Address x is at place m = a (x + b)^3 + c (mod p): word m / N of module m mod N, along the rows. Its key
/// is d m + e (mod p). p is the smallest prime, 2 modulo 3, that is not below the number of words and of
/// modules; then both maps are one to one, and a key stands for one address. The five coefficients are drawn
/// at random: any two addresses fall independently, and no arithmetic progression of addresses stays one.
/// Without hashing, key and place are the address itself.
///
/// Source:  Carter, Wegman, "Universal Classes of Hash Functions", JCSS 1979. Ranade's proof wants
///          polynomials of higher degree.
class AddressMap {
 public:
  /// `rows`: those whose modules work, in each column. `words` in all, 1 .. 2^31 - 1.
  AddressMap(int columns, std::vector<NodeId> rows, std::uint32_t words, bool hashed, std::uint64_t seed);

  std::uint32_t words() const { return words_; }
  std::uint32_t key_of(std::uint32_t address) const { return key_of_place_.of(place_of(address), prime_); }
  ModuleId module_of(std::uint32_t address) const;

  std::uint32_t modules() const { return modules_; }
  std::uint32_t prime() const { return prime_; }
  /// Words of one module.
  std::uint32_t module_words() const { return (prime_ - 1) / modules_ + 1; }
  std::uint32_t place_of_key(std::uint32_t key) const { return place_of_key_.of(key, prime_); }
  /// The word, in its module, that has the key.
  std::uint32_t word_of(std::uint32_t key) const { return place_of_key(key) / modules_; }

 private:
  /// x to (factor x + offset) mod p.
  struct Line {
    std::uint64_t factor = 1;
    std::uint64_t offset = 0;
    std::uint32_t of(std::uint64_t x, std::uint32_t prime) const {
      return static_cast<std::uint32_t>((factor * x + offset) % prime);
    }
  };

  std::uint32_t place_of(std::uint32_t address) const;

  std::uint32_t columns_;
  std::vector<NodeId> rows_;
  std::uint32_t words_;
  std::uint32_t modules_;
  std::uint32_t prime_;
  bool hashed_;
  std::uint64_t shift_ = 0;  ///< b
  Line place_of_cube_;
  Line key_of_place_;
  Line place_of_key_;
};

}  // namespace switchyard
