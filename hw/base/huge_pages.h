#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

namespace switchyard {

inline constexpr std::size_t kCacheLine = 64;

/// Memory for what a network steps through in every cycle: in huge pages where the system grants them, as a
/// large network would miss the translation buffer with nearly every line; and one piece behind the other, in
/// the order in which they are asked for, so that what belongs to one node lies together.
///
/// Pieces are cut from chunks of one huge page and aligned to cache lines. A chunk is freed when all of its
/// pieces are; what is too large for that is a mapping of its own.
class HugePages {
 public:
  static void* allocate(std::size_t size) {
    if (is_large(size)) return map(size);
    const std::scoped_lock lock(mutex_);
    size = round_up(size, kCacheLine);
    if (chunk_ == nullptr || used_ + size > kPage) {
      chunk_ = ::new (map(kPage)) Chunk;
      used_ = kCacheLine;
    }
    ++chunk_->pieces;
    void* const piece = reinterpret_cast<std::byte*>(chunk_) + used_;
    used_ += size;
    return piece;
  }

  /// `size`: that of the piece when it was allocated.
  static void free(void* piece, std::size_t size) noexcept {
    if (is_large(size)) return std::free(piece);
    const std::scoped_lock lock(mutex_);
    const std::size_t place = reinterpret_cast<std::uintptr_t>(piece) % kPage;
    auto* const chunk = reinterpret_cast<Chunk*>(static_cast<std::byte*>(piece) - place);
    if (--chunk->pieces != 0) return;
    if (chunk == chunk_) {
      used_ = kCacheLine;  // All of it is free again.
    } else {
      std::free(chunk);
    }
  }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  /// At the beginning of a chunk.
  struct Chunk {
    std::size_t pieces = 0;
  };

  static bool is_large(std::size_t size) { return size > kPage / 4; }
  static std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }
  static void* map(std::size_t size) {
    size = round_up(size, kPage);
    void* const memory = std::aligned_alloc(kPage, size);
    if (memory == nullptr) throw std::bad_alloc();
    madvise(memory, size, MADV_HUGEPAGE);  // Small pages will do where it fails.
    return memory;
  }

  static inline std::mutex mutex_;
  static inline Chunk* chunk_ = nullptr;  ///< The one that pieces are cut from,
  static inline std::size_t used_ = 0;    ///< and how many of its bytes are taken.
};

/// Base of classes whose objects live in huge pages.
struct InHugePages {
  static void* operator new(std::size_t size) { return HugePages::allocate(size); }
  static void operator delete(void* memory, std::size_t size) { HugePages::free(memory, size); }
};

template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(HugePages::allocate(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept { HugePages::free(memory, count * sizeof(T)); }
  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }
};

template <class T>
using HugePageVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace switchyard
