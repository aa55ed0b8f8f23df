#pragma once

/// Included before all that Verilator makes of the RTL of a router: what it prints, and where it would stop
/// the program.

namespace switchyard {

/// As printf.
int print_of_rtl(const char* format, ...);

}  // namespace switchyard

/// What a failed assertion calls. Verilator 5.006 says of its branch that it is the likely one.
void VL_WRITEF(const char* format, ...) __attribute__((cold));
void VL_STOP_MT(const char* file, int line, const char* scope, bool maybe) __attribute__((cold));

#define VL_PRINTF switchyard::print_of_rtl
#define VL_USER_STOP
