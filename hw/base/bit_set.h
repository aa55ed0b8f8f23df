#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>

namespace switchyard {

/// A set of small numbers, as the bits of one word: ports, VCs, buffers.
///
/// It is as small and as fast as its word, and is one where a word is wanted: at pins, in arithmetic on
/// masks. Sets of one kind combine into a set, without the promotion to `int` that narrow words suffer.
///
/// Precondition: a member is 0 .. kCapacity - 1.
template <std::unsigned_integral WordType>
class BitSet {
 public:
  using Word = WordType;
  static constexpr int kCapacity = std::numeric_limits<Word>::digits;

  constexpr BitSet() = default;  ///< Not initialised, like its word: large arrays are made in hot paths.
  constexpr BitSet(Word word) : word_(word) {}
  /// The members of a wider set that fit.
  template <std::integral Wide>
  requires(sizeof(Wide) > sizeof(Word)) constexpr explicit BitSet(Wide word)
      : word_(static_cast<Word>(word)) {}
  template <class Wide>
  requires(sizeof(Wide) > sizeof(Word)) constexpr explicit BitSet(BitSet<Wide> set) : BitSet(Wide{set}) {}
  constexpr operator Word() const { return word_; }

  constexpr bool test(std::size_t member) const { return (word_ >> member & 1) != 0; }
  constexpr int count() const { return std::popcount(word_); }

  // `really`: false leaves it as it is, without a branch.
  constexpr void set(std::size_t member, bool really = true) {
    word_ = static_cast<Word>(word_ | Word{really} << member);
  }
  constexpr void clear(std::size_t member, bool really = true) {
    word_ = static_cast<Word>(word_ & ~(Word{really} << member));
  }

  constexpr BitSet operator~() const { return static_cast<Word>(~word_); }
  constexpr BitSet& operator|=(BitSet other) { return *this = static_cast<Word>(word_ | other.word_); }
  constexpr BitSet& operator&=(BitSet other) { return *this = static_cast<Word>(word_ & other.word_); }
  friend constexpr BitSet operator|(std::same_as<BitSet> auto a, std::same_as<BitSet> auto b) {
    return a |= b;
  }
  friend constexpr BitSet operator&(std::same_as<BitSet> auto a, std::same_as<BitSet> auto b) {
    return a &= b;
  }

  /// The set in which member `start` is 0, and those before it follow the last.
  constexpr BitSet rotated(int start) const { return std::rotr(word_, start); }

  /// Goes through the members, lowest first. The set may change meanwhile.
  class Iterator {
   public:
    using value_type = int;
    using difference_type = std::ptrdiff_t;

    constexpr explicit Iterator(Word left) : left_(left) {}
    constexpr int operator*() const { return std::countr_zero(left_); }
    constexpr Iterator& operator++() {
      left_ = static_cast<Word>(left_ & (left_ - 1));
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    Word left_;
  };
  constexpr Iterator begin() const { return Iterator(word_); }
  constexpr Iterator end() const { return Iterator(Word{0}); }

 private:
  Word word_;
};

}  // namespace switchyard
