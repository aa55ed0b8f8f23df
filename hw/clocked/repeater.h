#pragma once

#include <systemc>

#include "hw/clocked/link.h"

namespace switchyard {

/// One pipeline stage of a long link: both directions of it are registered once.
///
/// A link of latency L is its two ends with L - 1 repeaters between them. A repeater runs only in cycles
/// after which one of its wires may change.
///
/// Reset:  with `rst_ni` low at an edge both directions are idle after it.
class Repeater final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  Link<SinkSide> in{"in"};
  Link<SourceSide> out{"out"};

  explicit Repeater(const sc_core::sc_module_name& name);

 private:
  void on_input();

  bool awaiting_clock_ = false;
};

}  // namespace switchyard
