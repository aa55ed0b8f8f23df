#include "testbench/cosim/router/whole_router_lockstep.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

WholeRouterLockstep::WholeRouterLockstep(NodeId node, const Design& design, std::unique_ptr<RtlRouter> rtl,
                                         DivergenceLog& log)
    : places_(design.topology->port_count(), design.router.terminal.virtual_channels),
      model_(design.make_router(node)),
      rtl_(std::move(rtl)),
      comparison_(node, places_.layout, log) {
  rtl_->on_settled([this](Cycle cycle) { compare(cycle); });
}

void WholeRouterLockstep::reset() {
  model_->reset();
  rtl_->reset();
  comparison_.reset();
  driven_.clear();
  model_is_awake_ = false;
}

bool WholeRouterLockstep::step(const PortInputs& inputs, PortOutputs& outputs) {
  rtl_->step(inputs);
  model_is_awake_ = model_->step(inputs, outputs);
  driven_ = outputs;
  return model_is_awake_;
}

void WholeRouterLockstep::compare(Cycle cycle) {
  expect(driven_);
  comparison_.compare(cycle, rtl_->outputs());
  driven_.clear();
  model_is_awake_ = false;
}

void WholeRouterLockstep::expect(const PortOutputs& outputs) {
  PinWords& expected = comparison_.expected();
  for_each_bit(outputs.flit_ports, [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    const auto words = words_of(outputs.flits[port]);
    std::copy(words.begin(), words.end(), expected.data() + places_.flit + port * kFlitWords);
  });
  for_each_bit(outputs.credit_ports, [&](PortId p) {
    expected[places_.credit + static_cast<std::size_t>(p)] = outputs.credits[static_cast<std::size_t>(p)];
  });
  const bool busy =
      model_is_awake_ || outputs.flit_ports != 0 || outputs.credit_ports != 0 || stores_a_flit();
  expected[places_.busy] = busy ? 1 : 0;
}

bool WholeRouterLockstep::stores_a_flit() const {
  bool stores = false;
  model_->visit_buffers([&](const BufferView& buffer) { stores |= buffer.occupancy != 0; });
  return stores;
}

}  // namespace switchyard
