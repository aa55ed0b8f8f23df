#pragma once

/// Included before all that Verilator makes of the RTL of a router: what it prints, and where it would stop
/// the program.

namespace switchyard {

/// As printf.
int print_of_rtl(const char* format, ...);

}  // namespace switchyard

#define VL_PRINTF switchyard::print_of_rtl
#define VL_USER_STOP
