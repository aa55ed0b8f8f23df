#pragma once

#include <verilated.h>

namespace switchyard {

inline constexpr int kAllTraceLevels = 99;

/// Registers start with anything: it is the reset that makes them idle. Where coverage is counted they start
/// with zero, for otherwise the first reset would toggle half of the bits.
#ifdef SY_RTL_COVERAGE
inline constexpr int kRegistersAtStart = 0;
#else
inline constexpr int kRegistersAtStart = 2;
#endif

/// What all Verilated modules of a program share.
inline VerilatedContext& rtl_context() {
  static VerilatedContext context;
  static const bool set_up = [] {
    context.randReset(kRegistersAtStart);
    context.randSeed(1);
    context.traceEverOn(true);
    return true;
  }();
  static_cast<void>(set_up);
  return context;
}

}  // namespace switchyard
