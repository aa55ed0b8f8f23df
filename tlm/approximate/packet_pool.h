#pragma once

#include <cstdint>
#include <vector>

namespace switchyard {

/// Events of a network without flits are packets by index, and nodes with this bit.
inline constexpr std::uint32_t kNodeEvent = std::uint32_t{1} << 31;

/// The packets under way, by an index that is used again when its packet is gone.
template <class Packet>
class PacketPool {
 public:
  using Index = std::uint32_t;

  Index add(const Packet& packet) {
    if (free_.empty()) {
      packets_.push_back(packet);
      return static_cast<Index>(packets_.size() - 1);
    }
    const Index index = free_.back();
    free_.pop_back();
    packets_[index] = packet;
    return index;
  }
  void remove(Index index) { free_.push_back(index); }

  /// Valid until the next add().
  Packet& operator[](Index index) { return packets_[index]; }
  const Packet& operator[](Index index) const { return packets_[index]; }

 private:
  std::vector<Packet> packets_;
  std::vector<Index> free_;
};

}  // namespace switchyard
