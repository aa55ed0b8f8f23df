#pragma once

#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

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

  /// Whether `change()` leaves every bit of it as it was. The header of its root class must be included.
  template <class Change>
  bool unchanged_by(Change&& change) const {
#ifdef SY_RTL_COVERAGE
    std::forward<Change>(change)();
    return false;  // Its hierarchy is not flat: the root is not all of it.
#else
    using Root = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<Verilated>().rootp)> >;
    static thread_local std::vector<char> before;
    before.resize(sizeof(Root));
    std::memcpy(before.data(), static_cast<const void*>(module_.rootp), sizeof(Root));
    std::forward<Change>(change)();
    return std::memcmp(before.data(), static_cast<const void*>(module_.rootp), sizeof(Root)) == 0;
#endif
  }

 private:
#ifdef SY_RTL_COVERAGE
  Verilated* module_;
#else
  mutable Verilated module_;  ///< Looking at it evaluates it.
#endif
};

/// Resets a module for two clock edges. Verilator sees an edge only if the level changes, whatever it was
/// before.
template <class Verilated>
void reset_module(Verilated& rtl) {
  const auto put = [&rtl](bool reset_n, bool clock) {
    rtl.rst_ni = reset_n;
    rtl.clk_i = clock;
    rtl.eval();
  };
  put(true, false);
  for (const bool clock : {false, true, false, true, false}) put(false, clock);
  put(true, false);
}

}  // namespace switchyard
