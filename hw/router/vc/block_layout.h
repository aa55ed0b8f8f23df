#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "hw/base/huge_pages.h"

namespace switchyard {

/// Cuts arrays out of one block; without a block, it finds out how large that must be.
///
/// The first array begins at a cache line: a block needs one more than size().
class BlockLayout {
 public:
  BlockLayout() = default;
  explicit BlockLayout(std::span<std::byte> block) : block_(block.data()) {
    const auto address = reinterpret_cast<std::uintptr_t>(block_);
    next_ = (kCacheLine - address % kCacheLine) % kCacheLine;
  }

  /// The elements are value-initialised; nobody destroys them.
  template <class T>
  void place(std::span<T>& array, std::size_t count) {
    next_ = (next_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (block_ != nullptr && count != 0) array = {::new (block_ + next_) T[count](), count};
    next_ += count * sizeof(T);
  }
  std::size_t size() const { return next_; }

 private:
  std::byte* block_ = nullptr;
  std::size_t next_ = 0;
};

}  // namespace switchyard
