#include "testbench/cosim/lockstep_buffers.h"

namespace switchyard {
namespace {

/// A packet with its lane above it.
std::string packet_text(const Flit& flit) {
  return fmt::format("0x{:02x}{:08x}{:08x}{:08x}", flit.vc, flit.payload, flit.destination, flit.packet);
}

}  // namespace

void LockstepBuffers::reset() {
  model_.reset();
  rtl_->reset();
}

BufferDepartures LockstepBuffers::step(const BufferArrivals& arrivals) {
  const BufferDepartures model = model_.step(arrivals);
  const BufferDepartures rtl = rtl_->step(arrivals);
  comparison_.expect_equal("node_buffers.packet_o[{}]", model.flits, rtl.flits, packet_text);
  comparison_.expect_equal("node_buffers.withheld_o[{}]", model.withheld, rtl.withheld, mask_text);
  return model;
}

}  // namespace switchyard
