#include "tlm/socket/step_terminal.h"

#include "hw/router/combining/ranade_message.h"

namespace switchyard {

void StepTerminal::issue(Step step, const std::optional<Flit>& request) {
  if (request) outbox_.push_back(*request);
  outbox_.push_back(Message::end_of_stream(static_cast<std::uint8_t>(step)));
}

void StepTerminal::drop() {
  outbox_.clear();
  dropped_ = true;
}

void StepTerminal::reset() {
  credits_ = queue_;
  dropped_ = false;
}

Cycle StepTerminal::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (dropped_) return kNever;
  if (inputs.flit_ports != 0) {
    listener_.received(now, processor_, inputs.flits[0]);
    outputs.return_credit(0, inputs.flits[0].vc);
  }
  if (inputs.credit_ports != 0) ++credits_;
  const Cycle next_step = listener_.begin_step(now);
  if (outbox_.empty() || credits_ == 0) return next_step;
  outputs.send(0, outbox_.front());
  outbox_.pop_front();
  --credits_;
  return outbox_.empty() ? next_step : now + 1;
}

}  // namespace switchyard
