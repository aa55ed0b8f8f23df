#include "testbench/pram/pram_processor.h"

#include <stdexcept>

namespace switchyard {
namespace {

std::uint64_t step_bit(Step step) { return std::uint64_t{1} << step % 64; }

}  // namespace

Cycle PramProcessor::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0) {
    receive(now, inputs.flits[0]);
    outputs.return_credit(0, inputs.flits[0].vc);
  }
  if (inputs.credit_ports != 0) ++credits_;
  if (!end_after_ && may_begin()) {
    const Cycle start = next_ * pace_.period;
    if (start > now) return start;
    begin(now);
  }
  if (!end_after_ || credits_ == 0) return kNever;
  if (request_) {
    send(now, *request_, outputs);
    request_.reset();
    return now + 1;
  }
  if (*end_after_ > now) return *end_after_;
  send(now, Message::end_of_stream(static_cast<std::uint8_t>(next_)), outputs);
  end_after_.reset();
  ++next_;
  return may_begin() ? now + 1 : kNever;
}

void PramProcessor::receive(Cycle now, const Flit& flit) {
  const Message message(flit);
  if (message.is_end()) {
    scoreboard_.ended(now, ended_++);
    return;
  }
  const Step step = ended_ + static_cast<std::uint8_t>(message.step() - ended_);
  if (step >= ended_ + 64 || (awaiting_ & step_bit(step)) == 0)
    throw std::logic_error("PramProcessor: an answer to nothing");
  awaiting_ &= ~step_bit(step);
  const PramAnswer answer{message.returned(), message.before_step()};
  scoreboard_.answered(now, number_, step, answer);
  program_.answer(number_, step, answer);
}

bool PramProcessor::may_begin() const {
  return next_ < program_.steps() && next_ - ended_ < pace_.in_flight &&
         (awaiting_ == 0 || !program_.needs_answers());
}

void PramProcessor::begin(Cycle now) {
  const std::optional<PramOperation> operation = program_.operation(number_, next_);
  scoreboard_.begun(now, number_, next_, operation);
  end_after_ = now;
  if (pace_.think != 0) *end_after_ += thinking_.below(static_cast<std::uint32_t>(pace_.think) + 1);
  if (!operation) return;
  const Label label = make_label(static_cast<std::uint8_t>(next_), map_.key_of(operation->address));
  request_ = Message::request(label, map_.module_of(operation->address), operation->operation,
                              operation->reads, operation->operand);
  awaiting_ |= step_bit(next_);
}

void PramProcessor::send(Cycle now, const Flit& flit, PortOutputs& outputs) {
  outputs.send(0, flit);
  last_sent_ = now;
  --credits_;
}

}  // namespace switchyard
