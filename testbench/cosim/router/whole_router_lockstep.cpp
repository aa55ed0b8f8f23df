#include "testbench/cosim/router/whole_router_lockstep.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

WholeRouterLockstep::WholeRouterLockstep(NodeId node, const Design& design, std::unique_ptr<RtlRouter> rtl,
                                         DivergenceLog& log)
    : Lockstep(node, design.make_router(node), std::move(rtl), log), places_(this->rtl().places()) {}

void WholeRouterLockstep::reset() {
  Lockstep::reset();
  driven_.clear();
  model_is_awake_ = false;
}

bool WholeRouterLockstep::step(const PortInputs& inputs, PortOutputs& outputs) {
  rtl().step(inputs);
  model_is_awake_ = model().step(inputs, outputs);
  driven_ = outputs;
  return model_is_awake_;
}

void WholeRouterLockstep::complete_expected() {
  PinWords& pins = expected();
  for_each_bit(driven_.flit_ports, [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    const auto words = words_of(driven_.flits[port]);
    std::copy(words.begin(), words.end(), pins.data() + places_.flit + port * kFlitWords);
  });
  for_each_bit(driven_.credit_ports, [&](PortId p) {
    pins[places_.credit + static_cast<std::size_t>(p)] = driven_.credits[static_cast<std::size_t>(p)];
  });
  if (places_.request) pins[*places_.request] = static_cast<std::uint32_t>(driven_.request_ports);
  if (places_.busy) {
    const bool busy =
        model_is_awake_ || driven_.flit_ports != 0 || driven_.credit_ports != 0 || stores_a_flit();
    pins[*places_.busy] = busy ? 1 : 0;
  }
  driven_.clear();
  model_is_awake_ = false;
}

bool WholeRouterLockstep::stores_a_flit() const {
  bool stores = false;
  model().visit_buffers([&](const BufferView& buffer) { stores |= buffer.occupancy != 0; });
  return stores;
}

}  // namespace switchyard
