#pragma once

#include <stdexcept>
#include <vector>

namespace switchyard {

/// Bounded queue of one VC that keeps order and never loses a flit silently.
///
/// A cycle pushes first and pops second, so a flit that is pushed into an empty queue can be popped in the
/// same cycle, and a push into a full queue is an error even if the same cycle would pop.
///
/// Config:  depth (flits, >= 1).
/// Errors:  std::logic_error on overflow and underflow; the queue is then unchanged.
/// RTL:     rtl/router/flit_fifo.sv
template <class Flit>
class FlitFifo {
 public:
  explicit FlitFifo(int depth) : slots_(static_cast<std::size_t>(depth)) {}

  void reset() { head_ = size_ = 0; }
  int size() const { return static_cast<int>(size_); }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == slots_.size(); }

  void push(const Flit& flit) {
    if (full()) throw std::logic_error("FlitFifo: overflow");
    slots_[slot(size_++)] = flit;
  }
  /// Precondition: not empty.
  const Flit& front() const { return slots_[head_]; }
  void pop() {
    if (empty()) throw std::logic_error("FlitFifo: underflow");
    head_ = slot(1);
    --size_;
  }

 private:
  std::size_t slot(std::size_t place) const {
    const std::size_t at = head_ + place;
    return at >= slots_.size() ? at - slots_.size() : at;
  }

  std::vector<Flit> slots_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace switchyard
