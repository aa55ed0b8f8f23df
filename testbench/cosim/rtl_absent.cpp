#include <stdexcept>

#include "testbench/cosim/rtl_router.h"
#include "testbench/cosim/rtl_switch.h"

namespace switchyard {
namespace {

[[noreturn]] void absent() {
  throw std::invalid_argument("this level needs the RTL, and the program was built without Verilator");
}

}  // namespace

bool has_rtl() { return false; }
std::unique_ptr<SwitchBlocks> make_rtl_switch(const SwitchShape&) { absent(); }
std::unique_ptr<RouterCore> make_rtl_router(const Design&, NodeId) { absent(); }

}  // namespace switchyard
