#pragma once

#include <algorithm>
#include <cstdint>
#include <tlm>
#include <vector>

#include "tlm/socket/payload_fault.h"

namespace switchyard {

/// The bytes of a memory, and what a payload does to them.
class ByteStore {
 public:
  explicit ByteStore(std::size_t size) : bytes_(size) {}

  /// Carries out a read or a write, with byte enables and streaming width, and sets the response status.
  void carry_out(tlm::tlm_generic_payload& payload) {
    payload.set_response_status(payload_fault(payload));
    if (!payload.is_response_ok() || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
    const std::size_t length = payload.get_data_length();
    const std::size_t width = std::min<std::size_t>(payload.get_streaming_width(), length);
    const std::uint64_t address = payload.get_address();
    if (address >= bytes_.size() || width > bytes_.size() - address)
      return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (width == length && payload.get_byte_enable_ptr() == nullptr) {
      copy(payload, address, length);
    } else {
      copy_bytewise(payload, address, length, width);
    }
  }

  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  void copy(const tlm::tlm_generic_payload& payload, std::uint64_t address, std::size_t length) {
    std::uint8_t* const here = bytes_.data() + address;
    if (payload.is_read()) {
      std::copy_n(here, length, payload.get_data_ptr());
    } else {
      std::copy_n(payload.get_data_ptr(), length, here);
    }
  }
  void copy_bytewise(const tlm::tlm_generic_payload& payload, std::uint64_t address, std::size_t length,
                     std::size_t width) {
    for (std::size_t i = 0; i < length; ++i) {
      if (!is_enabled(payload, i)) continue;
      std::uint8_t& here = bytes_[address + i % width];
      unsigned char& there = payload.get_data_ptr()[i];
      if (payload.is_read()) {
        there = here;
      } else {
        here = there;
      }
    }
  }
  static bool is_enabled(const tlm::tlm_generic_payload& payload, std::size_t byte) {
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    return enables == nullptr || enables[byte % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
  }

  std::vector<std::uint8_t> bytes_;
};

}  // namespace switchyard
