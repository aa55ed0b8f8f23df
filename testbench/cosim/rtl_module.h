#pragma once

#include <utility>

namespace switchyard {

/// A Verilated module.
///
/// Where coverage is counted (SY_RTL_COVERAGE) it lives until the program ends, as its counts are in it.
template <class Verilated>
class RtlModule {
 public:
#ifdef SY_RTL_COVERAGE
  template <class... Arguments>
  explicit RtlModule(Arguments&&... arguments)
      : module_(new Verilated(std::forward<Arguments>(arguments)...)) {}
  Verilated* operator->() const { return module_; }
#else
  template <class... Arguments>
  explicit RtlModule(Arguments&&... arguments) : module_(std::forward<Arguments>(arguments)...) {}
  Verilated* operator->() const { return &module_; }
#endif
  RtlModule(const RtlModule&) = delete;
  RtlModule& operator=(const RtlModule&) = delete;
  Verilated& operator*() const { return *operator->(); }

 private:
#ifdef SY_RTL_COVERAGE
  Verilated* module_;
#else
  mutable Verilated module_;  ///< Looking at it evaluates it.
#endif
};

}  // namespace switchyard
