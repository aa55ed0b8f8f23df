#pragma once

#include <cstdint>

namespace switchyard {

/// One side's copy of the arbiter that shares a half-duplex link between its two ends.
///
/// Each end asks for the link with a registered request that reaches the other end one link latency
/// later. Both ends run the same rule on the same two requests in the same cycle, so they always
/// agree: a lone requester gets the link; if both ask, they alternate.
///
/// Timing:  a request of cycle t decides who may send in cycle t + latency.
class HalfDuplexArbiter {
 public:
  /// `first`: this end wins the first tie. Exactly one end of a link is first. `latency` is 1..64.
  HalfDuplexArbiter(bool first, int latency) : latency_(latency), first_(first), my_turn_(first) {}

  void reset() {
    my_turn_ = first_;
    pending_ = 0;
  }

  /// Starts a cycle: whether this end may send in it. `far_request` arrived from the far end.
  bool grant(bool far_request) {
    const bool request = (pending_ >> (latency_ - 1) & 1) != 0;
    pending_ <<= 1;
    if (!request) return false;
    if (!far_request) return true;
    const bool won = my_turn_;
    my_turn_ = !my_turn_;
    return won;
  }

  /// Ends the cycle: whether this end asks for the cycle one latency from now.
  void request(bool wanted) { pending_ |= wanted ? 1 : 0; }

  /// Requests of this end are still to be decided.
  bool busy() const {
    return latency_ == 64 ? pending_ != 0 : (pending_ & ((std::uint64_t{1} << latency_) - 1)) != 0;
  }

 private:
  int latency_;
  bool first_;
  bool my_turn_;
  std::uint64_t pending_ = 0;  ///< Bit b: this end asked b + 1 cycles ago (after grant's shift: b).
};

}  // namespace switchyard
