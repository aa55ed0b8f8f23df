#pragma once

#include <stdexcept>
#include <string>
#include <systemc>

namespace switchyard {

/// SC_REPORT_ERROR of the type kProtocolViolation, and std::logic_error if reports do not throw: a peer of
/// `where` has broken the base protocol.
inline constexpr const char* kProtocolViolation = "/switchyard/base_protocol";

[[noreturn]] inline void report_violation(const sc_core::sc_object& where, const std::string& what) {
  SC_REPORT_ERROR(kProtocolViolation, (std::string(where.name()) + ": " + what).c_str());
  throw std::logic_error(what);
}

}  // namespace switchyard
