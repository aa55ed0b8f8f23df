#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "hw/base/flit.h"
#include "tlm/socket/packet_carrier.h"

namespace switchyard {

/// The packets of one source that are under way, by number: a ring from the oldest to the newest.
///
/// Numbers are given in turn, and again after 2^32 / nodes of them, as in a PacketLog: a packet's id,
/// number x nodes + source, has 32 bits.
///
/// Errors: std::length_error if more packets are under way than there are numbers.
class PacketWindow {
 public:
  explicit PacketWindow(NodeId node_count) : numbers_(std::numeric_limits<PacketId>::max() / node_count) {}

  /// Returns the packet's number.
  std::uint32_t add(Parcel& parcel) {
    if (next_ - oldest_ == numbers_) throw std::length_error("too many packets of one node are under way");
    if (next_ - oldest_ == ring_.size()) grow();
    at(next_) = &parcel;
    return static_cast<std::uint32_t>(next_++ % numbers_);
  }
  /// The parcel of a packet that is under way.
  Parcel& operator[](std::uint32_t number) { return *at(place_of(number)); }
  /// The parcel of a packet, which is not under way any more; null if it was not.
  Parcel* take(std::uint32_t number) {
    const std::uint64_t place = place_of(number);
    if (place >= next_) return nullptr;
    Parcel* const parcel = at(place);
    at(place) = nullptr;
    while (oldest_ != next_ && at(oldest_) == nullptr) ++oldest_;
    return parcel;
  }
  void clear() { oldest_ = next_; }

 private:
  /// The first one from the oldest on that has this number.
  std::uint64_t place_of(std::uint32_t number) const {
    return oldest_ + (number + numbers_ - oldest_ % numbers_) % numbers_;
  }
  Parcel*& at(std::uint64_t place) { return ring_[place & (ring_.size() - 1)]; }
  void grow() {
    std::vector<Parcel*> larger(2 * ring_.size());
    for (std::uint64_t n = oldest_; n != next_; ++n) larger[n & (larger.size() - 1)] = at(n);
    ring_ = std::move(larger);
  }

  std::uint64_t numbers_;
  std::vector<Parcel*> ring_ = std::vector<Parcel*>(16);
  std::uint64_t oldest_ = 0;  ///< Packets are counted from the beginning.
  std::uint64_t next_ = 0;
};

}  // namespace switchyard
