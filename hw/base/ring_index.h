#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace switchyard {

/// The place after `index` in a ring of `length` places.
template <std::integral Index>
constexpr Index next_in_ring(Index index, std::type_identity_t<Index> length) {
  return static_cast<Index>(index + 1 == length ? 0 : index + 1);
}

/// Where the elements of a bounded queue are in its slots, which its owner keeps, with their number: the
/// capacity.
///
/// Precondition: push() only below the capacity, pop() only above 0. The owner gives one capacity always.
template <std::unsigned_integral Count>
class RingIndex {
 public:
  void reset() { head_ = size_ = 0; }
  Count size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The slot of the oldest element.
  std::size_t front() const { return head_; }
  /// The slot of the element that came as number `place`, 0 the oldest; at size() that of the next to come.
  /// Precondition: place <= capacity.
  std::size_t slot(std::size_t place, std::size_t capacity) const {
    const std::size_t at = head_ + place;
    return at >= capacity ? at - capacity : at;
  }
  /// The slot for a new element, the youngest.
  std::size_t push(std::size_t capacity) { return slot(size_++, capacity); }
  void pop(std::size_t capacity) {
    head_ = static_cast<Count>(slot(1, capacity));
    --size_;
  }

 private:
  Count head_ = 0;
  Count size_ = 0;
};

}  // namespace switchyard
