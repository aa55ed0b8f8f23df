#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "testbench/messages/message.h"

namespace switchyard {

/// What is known of the messages that came last: of `window` of them at least, by their ids.
///
/// Memory:  grows with the messages until it holds the window, rounded up to a power of two.
template <class Item>
class Recent {
 public:
  explicit Recent(std::uint64_t window) : most_(std::bit_ceil(window)) {}

  MessageId next_id() const { return next_; }
  void add(const Item& item) {
    if (items_.size() < most_) {
      items_.push_back(item);
    } else {
      items_[next_ & (most_ - 1)] = item;
    }
    ++next_;
  }
  /// Precondition: below next_id(), by `window` at most.
  Item& operator[](MessageId id) { return items_[id & (most_ - 1)]; }
  const Item& operator[](MessageId id) const { return items_[id & (most_ - 1)]; }

 private:
  std::uint64_t most_;
  std::vector<Item> items_;
  MessageId next_ = 0;
};

}  // namespace switchyard
