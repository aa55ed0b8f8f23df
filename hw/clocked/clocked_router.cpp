#include "hw/clocked/clocked_router.h"

#include <stdexcept>
#include <utility>

namespace switchyard {

ClockedRouter::ClockedRouter(const sc_core::sc_module_name& name, NodeId node, int ports, bool half_duplex,
                             std::unique_ptr<RouterCore> core, LinkObserver* observer)
    : ClockedNode(name, ports, half_duplex), node_(node), core_(std::move(core)), observer_(observer) {
  if (core_ == nullptr) throw std::invalid_argument("ClockedRouter needs a core");
}

void ClockedRouter::end_of_elaboration() {
  if (faulty_i.size() == 0) return;
  SC_HAS_PROCESS(ClockedRouter);
  SC_METHOD(on_status);
  sensitive << faulty_i->value_changed_event();
  dont_initialize();
}

/// After one edge, so that the core knows it at the next.
void ClockedRouter::on_status() {
  core_->set_faulty_ports(faulty_i->read());
  wake();
}

Cycle ClockedRouter::step_core(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (observer_ != nullptr && inputs.any()) observer_->at_router(now, node_, inputs);
  return core_->step(inputs, outputs) ? now + 1 : kNever;
}

ClockedTerminal::ClockedTerminal(const sc_core::sc_module_name& name, TerminalId terminal,
                                 std::unique_ptr<Terminal> core, LinkObserver* observer)
    : ClockedNode(name, 1, /*half_duplex=*/false),
      terminal_(terminal),
      core_(std::move(core)),
      observer_(observer) {
  if (core_ == nullptr) throw std::invalid_argument("ClockedTerminal needs a core");
}

Cycle ClockedTerminal::step_core(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (observer_ != nullptr && inputs.any()) observer_->at_terminal(now, terminal_, inputs);
  return core_->step(now, inputs, outputs);
}

}  // namespace switchyard
