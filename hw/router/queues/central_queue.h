#pragma once

#include <cstdint>
#include <span>

#include "hw/base/flit.h"

namespace switchyard {

/// Packets in the order of their arrival, any of which may leave once it is eligible.
///
/// A packet that was pushed is ineligible until make_eligible() lets it leave; packets become eligible in
/// order. A Cursor walks the eligible ones, oldest first. Bounded by the slots that it is given.
///
/// Precondition: push() only if not full(); at(), next() and remove() only before the end.
class CentralQueue {
  static constexpr std::uint16_t kEnd = 0xffff;

 public:
  struct Packet {
    Flit flit;
    std::uint64_t preferred = 0;  ///< VCs and moves that it may take.
    std::uint64_t escape = 0;     ///< Those that it may take when none of `preferred` is free.
  };
  struct Cursor {
    std::uint16_t before;
    std::uint16_t at;
  };

  struct alignas(64) Slot {  // A cache line.
    Packet packet;
    std::uint16_t next = kEnd;
  };

  /// `slots`, 1..65534 of them, must outlive the queue and be used by nothing else.
  explicit CentralQueue(std::span<Slot> slots)
      : slots_(slots.data()), capacity_(static_cast<std::uint16_t>(slots.size())) {
    reset();
  }
  CentralQueue() = default;  ///< Without slots.

  void reset() {
    head_ = tail_ = first_ineligible_ = kEnd;
    size_ = 0;
    free_ = 0;
    for (std::uint16_t slot = 0; slot < capacity_; ++slot) {
      slots_[slot].next = slot + 1 == capacity_ ? kEnd : static_cast<std::uint16_t>(slot + 1);
    }
  }

  int size() const { return size_; }
  int capacity() const { return capacity_; }
  bool full() const { return size_ == capacity_; }

  /// Returns the slot: that of a Cursor `at` the packet.
  std::uint16_t push(const Flit& flit, std::uint64_t preferred, std::uint64_t escape) {
    const std::uint16_t slot = free_;
    free_ = slots_[slot].next;
    slots_[slot].packet.flit = flit;  // Field by field: what is put together first comes late from memory.
    slots_[slot].packet.preferred = preferred;
    slots_[slot].packet.escape = escape;
    slots_[slot].next = kEnd;
    *link_after(tail_) = slot;
    tail_ = slot;
    first_ineligible_ = first_ineligible_ == kEnd ? slot : first_ineligible_;
    ++size_;
    return slot;
  }
  /// The oldest `count` ineligible packets are eligible from now on.
  void make_eligible(int count) {
    for (; count > 0; --count) first_ineligible_ = slots_[first_ineligible_].next;
  }

  void make_all_eligible() { first_ineligible_ = kEnd; }

  bool has_eligible() const { return head_ != first_ineligible_; }
  Cursor oldest() const { return {kEnd, head_}; }
  bool at_end(const Cursor& cursor) const { return cursor.at == first_ineligible_; }
  const Packet& at(const Cursor& cursor) const { return slots_[cursor.at].packet; }
  void next(Cursor& cursor) const { cursor = {cursor.at, slots_[cursor.at].next}; }
  /// Takes the packet out; the cursor is then at the one that came after it.
  void remove(Cursor& cursor) {
    const std::uint16_t slot = cursor.at;
    cursor.at = slots_[slot].next;
    *link_after(cursor.before) = cursor.at;
    tail_ = static_cast<std::uint16_t>(tail_ ^ ((tail_ ^ cursor.before) & -int{slot == tail_}));
    slots_[slot].next = free_;
    free_ = slot;
    --size_;
  }
  /// All packets, eligible or not, the oldest first.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (std::uint16_t slot = head_; slot != kEnd; slot = slots_[slot].next) visit(slots_[slot].packet);
  }
  /// The oldest packet, eligible or ineligible; null if empty.
  const Flit* front() const { return head_ == kEnd ? nullptr : &slots_[head_].packet.flit; }

 private:
  /// What leads to the packet after this one. Without a branch: packets come and go at random.
  std::uint16_t* link_after(std::uint16_t slot) {
    std::uint16_t* const link = &slots_[slot == kEnd ? 0 : slot].next;
    return slot == kEnd ? &head_ : link;
  }

  Slot* slots_ = nullptr;
  std::uint16_t capacity_ = 0;
  std::uint16_t size_ = 0;
  std::uint16_t head_ = kEnd;
  std::uint16_t tail_ = kEnd;
  std::uint16_t first_ineligible_ = kEnd;  ///< Where the eligible ones end.
  std::uint16_t free_ = kEnd;              ///< List of empty slots.
};

}  // namespace switchyard
