#pragma once

#include <cstdint>
#include <vector>

#include "tlm/socket/packet_carrier.h"

namespace switchyard {

/// The packets of one source that are under way, by sequence number: a ring from the oldest to the newest.
class PacketWindow {
 public:
  /// Returns the packet's number; numbers are given in turn and never again.
  std::uint32_t add(Parcel& parcel) {
    if (next_ - oldest_ == ring_.size()) grow();
    at(next_) = &parcel;
    return next_++;
  }
  /// The parcel of a packet that is under way.
  Parcel& operator[](std::uint32_t number) { return *at(number); }
  /// The parcel of a packet, which is not under way any more; null if it was not.
  Parcel* take(std::uint32_t number) {
    if (number - oldest_ >= next_ - oldest_) return nullptr;
    Parcel* const parcel = at(number);
    at(number) = nullptr;
    while (oldest_ != next_ && at(oldest_) == nullptr) ++oldest_;
    return parcel;
  }
  void clear() { oldest_ = next_; }

 private:
  Parcel*& at(std::uint32_t number) { return ring_[number & (ring_.size() - 1)]; }
  void grow() {
    std::vector<Parcel*> larger(2 * ring_.size());
    for (std::uint32_t n = oldest_; n != next_; ++n) larger[n & (larger.size() - 1)] = at(n);
    ring_ = std::move(larger);
  }

  std::vector<Parcel*> ring_ = std::vector<Parcel*>(16);
  std::uint32_t oldest_ = 0;
  std::uint32_t next_ = 0;
};

}  // namespace switchyard
