#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/flit.h"

namespace switchyard {

/// The packets that are in a node, each in a buffer of its own from the arrival of its head flit until its
/// tail has left.
///
/// Frames and queue slots are roles that a packet plays one after the other; its flits stay where they are. A
/// head flit may leave before the tail has come (virtual cut-through): flits leave in the order of their
/// arrival.
class PacketBuffers {
 public:
  PacketBuffers(int packets, int flits)
      : flits_per_packet_(flits), flits_(packets * flits_per_packet_), passages_(packets) {
    reset();
  }

  void reset() {
    free_.clear();
    for (std::size_t packet = passages_.size(); packet-- > 0;)
      free_.push_back(static_cast<std::uint16_t>(packet));
  }

  /// A buffer for the packet of this head flit. Precondition: one is free.
  int open(const Flit& head) {
    const int packet = free_.back();
    free_.pop_back();
    passages_[packet] = {};
    add(packet, head);
    return packet;
  }
  /// The next flit of the packet. Precondition: the packet is no longer than a buffer.
  void add(int packet, const Flit& flit) { flits_[first(packet) + passage(packet).arrived++] = flit; }

  Flit& head(int packet) { return flits_[first(packet)]; }
  const Flit& head(int packet) const { return flits_[first(packet)]; }
  int arrived(int packet) const { return passage(packet).arrived; }
  bool has_flit(int packet) const { return passage(packet).left < passage(packet).arrived; }
  /// The next flit to leave; with the tail the buffer is free. Precondition: has_flit().
  Flit take(int packet) {
    const Flit flit = flits_[first(packet) + passage(packet).left++];
    if (flit.tail()) free_.push_back(static_cast<std::uint16_t>(packet));
    return flit;
  }

 private:
  struct Passage {
    std::uint16_t arrived = 0;
    std::uint16_t left = 0;
  };
  std::size_t first(int packet) const { return packet * flits_per_packet_; }
  Passage& passage(int packet) { return passages_[packet]; }
  const Passage& passage(int packet) const { return passages_[packet]; }

  std::size_t flits_per_packet_;
  std::vector<Flit> flits_;        ///< [packet][flit]
  std::vector<Passage> passages_;  ///< [packet]: flits that have come, and that have gone.
  std::vector<std::uint16_t> free_;
};

}  // namespace switchyard
