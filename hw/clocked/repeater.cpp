#include "hw/clocked/repeater.h"

namespace switchyard {

Repeater::Repeater(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(Repeater);
  SC_METHOD(on_input);
  sensitive << in.flit << in.request << out.credit << rst_ni;
  dont_initialize();
}

/// Woken by a changed wire or a reset: passes the values on at the next edge, when they are still those.
void Repeater::on_input() {
  if (!awaiting_clock_) {
    awaiting_clock_ = true;
    next_trigger(clk_i.posedge_event());
    return;
  }
  awaiting_clock_ = false;
  const bool runs = rst_ni.read();
  out.flit.write(runs ? in.flit.read() : Flit{});
  out.request.write(runs && in.request.read());
  in.credit.write(runs ? out.credit.read() : VcMask{0});
}

}  // namespace switchyard
