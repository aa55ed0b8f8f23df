#pragma once

#include <algorithm>
#include <cstdint>
#include <tlm>

namespace switchyard {

/// How many flits a payload takes, and how many packets.
///
/// A request carries header_flits and, if it writes, the data; a response header_flits and, if it answers a
/// read that went well, the data. Byte enables go with the request, a bit each. A message longer than
/// longest_packet is cut into packets, each of which has a header of its own.
struct MessageFormat {
  int bytes_per_flit = 8;
  int header_flits = 1;    ///< Of each packet; less than longest_packet.
  int longest_packet = 1;  ///< Flits.

  std::uint64_t request_bytes(const tlm::tlm_generic_payload& payload) const {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    const std::uint64_t enables =
        payload.get_byte_enable_ptr() == nullptr ? 0 : (payload.get_byte_enable_length() + 7U) / 8U;
    return enables + (payload.is_write() ? payload.get_data_length() : 0U);
  }
  std::uint64_t response_bytes(const tlm::tlm_generic_payload& payload) const {
    return payload.is_read() && payload.is_response_ok() ? payload.get_data_length() : 0;
  }

  /// Calls `send(flits)` for each packet of a message.
  template <class Send>
  void cut(std::uint64_t bytes, Send&& send) const {
    std::uint64_t data = data_flits(bytes);
    do {
      const auto part = std::min<std::uint64_t>(data, room());
      send(std::max(1, header_flits + static_cast<int>(part)));
      data -= part;
    } while (data != 0);
  }
  std::uint32_t packets(std::uint64_t bytes) const {
    std::uint32_t count = 0;
    cut(bytes, [&](int) { ++count; });
    return count;
  }
  /// Of all packets together.
  std::uint64_t flits(std::uint64_t bytes) const {
    std::uint64_t sum = 0;
    cut(bytes, [&](int flits) { sum += flits; });
    return sum;
  }

 private:
  int room() const { return longest_packet - header_flits; }
  std::uint64_t data_flits(std::uint64_t bytes) const {
    const std::uint64_t width = bytes_per_flit;
    return (bytes + width - 1) / width;
  }
};

}  // namespace switchyard
