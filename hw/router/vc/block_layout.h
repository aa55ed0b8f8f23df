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
  explicit BlockLayout(std::span<std::byte> block) {
    const auto address = reinterpret_cast<std::uintptr_t>(block.data());
    first_ = block.data() + (kCacheLine - address % kCacheLine) % kCacheLine;
  }

  /// The elements are value-initialised; nobody destroys them.
  template <class T>
  void place(std::span<T>& array, std::size_t count) {
    next_ = (next_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (first_ != nullptr && count != 0) array = {::new (first_ + next_) T[count](), count};
    next_ += count * sizeof(T);
  }
  /// Bytes from the beginning of the first array to the end of the last.
  std::size_t size() const { return next_; }

 private:
  std::byte* first_ = nullptr;  ///< At a cache line.
  std::size_t next_ = 0;        ///< Bytes from there.
};

}  // namespace switchyard
