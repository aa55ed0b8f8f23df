#pragma once

#include <verilated_vcd_c.h>

#include <set>
#include <string>

#include "testbench/cosim/rtl_context.h"

namespace switchyard {

/// A trace that is not yet open, and the modules that it will show.
class RtlTrace {
 public:
  explicit RtlTrace(VerilatedVcdC& file) : file_(file) {}

  /// `own_scope`: what Verilator calls the scope below the name that the module was given.
  template <class Verilated>
  void add(Verilated& module, const std::string& own_scope) {
    module.trace(&file_, kAllTraceLevels);
    own_scopes_.insert(std::string(module.hierName()) + " " + own_scope);
  }
  /// Whether a path of scopes, with spaces between, leads to one that only says the name of its module.
  bool is_own_scope(const std::string& path) const { return own_scopes_.count(path) != 0; }

 private:
  VerilatedVcdC& file_;
  std::set<std::string> own_scopes_;
};

}  // namespace switchyard
