#pragma once

#include <tlm>

namespace switchyard {

/// What is wrong with a payload itself, whatever its address; TLM_OK_RESPONSE if nothing.
inline tlm::tlm_response_status payload_fault(const tlm::tlm_generic_payload& payload) {
  switch (payload.get_command()) {
    case tlm::TLM_IGNORE_COMMAND: return tlm::TLM_OK_RESPONSE;
    case tlm::TLM_READ_COMMAND:
    case tlm::TLM_WRITE_COMMAND: break;
    default: return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (payload.get_data_length() == 0 || payload.get_streaming_width() == 0)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0)
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace switchyard
