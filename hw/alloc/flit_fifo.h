#pragma once

#include <stdexcept>
#include <vector>

#include "hw/base/ring_index.h"

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
  explicit FlitFifo(int depth) : slots_(depth) {}

  void reset() { ring_.reset(); }
  int size() const { return static_cast<int>(ring_.size()); }
  int room() const { return static_cast<int>(slots_.size()) - size(); }
  bool empty() const { return ring_.empty(); }
  bool full() const { return ring_.size() == slots_.size(); }

  void push(const Flit& flit) {
    if (full()) throw std::logic_error("FlitFifo: overflow");
    slots_[ring_.push(slots_.size())] = flit;
  }
  /// Precondition: not empty.
  const Flit& front() const { return slots_[ring_.front()]; }
  void pop() {
    if (empty()) throw std::logic_error("FlitFifo: underflow");
    ring_.pop(slots_.size());
  }

 private:
  std::vector<Flit> slots_;
  RingIndex<std::size_t> ring_;
};

}  // namespace switchyard
