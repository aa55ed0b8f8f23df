#pragma once

#include <stdexcept>

namespace switchyard {

/// Free slots of the far input VC, as far as this end knows: never below 0 or above its depth.
///
/// A cycle takes a returning credit first and spends one second, so a credit can be spent in the cycle in
/// which it arrives.
///
/// Config:  depth (slots, >= 1), also the count after reset.
/// Errors:  std::logic_error on a credit too many and on one spent from nothing; the count is then unchanged.
/// RTL:     rtl/router/credit_counter.sv
class CreditCounter {
 public:
  explicit CreditCounter(int depth) : depth_(depth), count_(depth) {}

  void reset() { count_ = depth_; }
  int count() const { return count_; }

  void increment() {
    if (count_ == depth_) throw std::logic_error("CreditCounter: more credits than slots");
    ++count_;
  }
  void decrement() {
    if (count_ == 0) throw std::logic_error("CreditCounter: a credit spent from nothing");
    --count_;
  }

 private:
  int depth_;
  int count_;
};

}  // namespace switchyard
