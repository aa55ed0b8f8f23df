#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace switchyard {

/// Lets out numbered items in the order of their numbers, in whichever they come.
template <class Item>
class Reorder {
 public:
  /// For the sending side: 0, 1, 2, ...
  std::uint64_t next_number() { return issued_++; }

  /// Calls `release(item)` for this item and those that waited for it, or keeps it.
  template <class Release>
  void arrive(std::uint64_t number, Item item, Release&& release) {
    if (number != due_) {
      early_.emplace(number, std::move(item));
      return;
    }
    ++due_;
    release(std::move(item));
    while (!early_.empty() && early_.begin()->first == due_) {
      ++due_;
      auto waiting = early_.extract(early_.begin());
      release(std::move(waiting.mapped()));
    }
  }

 private:
  std::uint64_t issued_ = 0;
  std::uint64_t due_ = 0;
  std::map<std::uint64_t, Item> early_;
};

}  // namespace switchyard
