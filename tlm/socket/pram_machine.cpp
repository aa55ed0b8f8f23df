#include "tlm/socket/pram_machine.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_router.h"

namespace switchyard {

PramMachine::PramMachine(const sc_core::sc_module_name& name, const Design& design, Step in_flight,
                         const TimedNetworkBuilder& build, PramListener& listener, StepObserver* observer)
    : sc_core::sc_module(name),
      paths_(*design.router.as<RanadeConfig>()->paths),
      map_(*design.router.as<RanadeConfig>()->map),
      in_flight_(in_flight),
      listener_(listener),
      observer_(observer),
      processors_(paths_.processors()),
      chosen_(processors_.size()) {
  SC_HAS_PROCESS(PramMachine);
  SC_METHOD(tell);
  sensitive << log_.due();
  dont_initialize();
  network_ = build(
      design,
      [this, queue = design.router.as<RanadeConfig>()->queue](NodeId node) -> std::unique_ptr<Terminal> {
        const NodeId number = paths_.processor_at(node);
        if (number == kNoNode) return std::make_unique<IdleTerminal>();
        auto terminal =
            std::make_unique<StepTerminal>(number, queue, static_cast<StepTerminalListener&>(*this));
        processors_[number].node = node;
        processors_[number].terminal = terminal.get();
        return terminal;
      });
}

std::uint32_t& PramMachine::word(std::uint32_t address) {
  const ModuleId module = map_.module_of(address);
  const NodeId node = paths_.butterfly().node_at(module.column(), module.row());
  return dynamic_cast<const RanadeRouter&>(network_->router(node))
      .memory()
      .at(map_.word_of(map_.key_of(address)));
}

void PramMachine::request(NodeId processor, const PramOperation& operation) {
  const Cycle from = network_->clock().cycle_after(sc_core::sc_time_stamp());
  processors_[processor].waiting.push_back({operation, from});
  ++waiting_;
  call_step();
}

/// Has all processors begin a step at the next edge, if there is something to do and no need to wait.
void PramMachine::call_step() {
  if (called_for_ != kNever || waiting_ == 0 || begun_ - ended_ == in_flight_) return;
  called_for_ = network_->clock().cycle_after(sc_core::sc_time_stamp());
  for (const Processor& processor : processors_) network_->wake_terminal(processor.node);
}

Cycle PramMachine::begin_step(Cycle now) {
  if (now < called_for_) return called_for_;
  called_for_ = kNever;
  choose(now);
  const Step step = begun_++;
  for (NodeId number = 0; number < processors_.size(); ++number) {
    Processor& processor = processors_[number];
    std::optional<PramOperation> operation;
    std::optional<Flit> request;
    if (chosen_[number]) {
      operation = processor.waiting.front().operation;
      processor.waiting.pop_front();
      processor.awaiting.push_back(step);
      --waiting_;
      request = Message::request(make_label(static_cast<std::uint8_t>(step), map_.key_of(operation->address)),
                                 map_.module_of(operation->address), operation->operation, operation->reads,
                                 operation->operand);
      note({number, Happening::Kind::Taken, step, {}});
    }
    processor.terminal->issue(step, request);
    if (observer_ != nullptr) observer_->begun(now, number, step, operation);
  }
  return kNever;
}

/// Who takes part in the step with an operation: who has waited longest goes first.
void PramMachine::choose(Cycle now) {
  const auto first = [this](NodeId number) -> const Request& { return processors_[number].waiting.front(); };
  ready_.clear();
  changes_.clear();
  for (NodeId number = 0; number < processors_.size(); ++number) {
    chosen_[number] = false;
    if (!processors_[number].waiting.empty() && first(number).from <= now) ready_.push_back(number);
  }
  std::stable_sort(ready_.begin(), ready_.end(),
                   [&](NodeId a, NodeId b) { return first(a).from < first(b).from; });
  for (const NodeId number : ready_) {
    const PramOperation& wanted = first(number).operation;
    chosen_[number] =
        wanted.operation == Operation::None ||
        changes_.try_emplace(wanted.address, wanted.operation).first->second == wanted.operation;
  }
}

void PramMachine::received(Cycle now, NodeId number, const Flit& flit) {
  Processor& processor = processors_[number];
  const Message message(flit);
  if (message.is_end()) {
    const Step step = processor.ended++;
    if (observer_ != nullptr) observer_->ended(now, number, step);
    return note({number, Happening::Kind::Ended, step, {}});
  }
  if (processor.awaiting.empty() || static_cast<std::uint8_t>(processor.awaiting.front()) != message.step())
    throw std::logic_error("PramMachine: an answer to nothing");
  const Step step = processor.awaiting.front();
  processor.awaiting.pop_front();
  const PramAnswer answer{message.returned(), message.before_step()};
  if (observer_ != nullptr) observer_->answered(now, number, step, answer);
  note({number, Happening::Kind::Answered, step, answer});
}

void PramMachine::tell() {
  const bool told = log_.tell([this](const Happening& happening) {
    switch (happening.kind) {
      case Happening::Kind::Taken: return listener_.taken(happening.processor);
      case Happening::Kind::Answered: return listener_.answered(happening.processor, happening.answer);
      case Happening::Kind::Ended: return end_step(happening.step);
    }
  });
  if (told) call_step();
}

/// One processor more knows of the end.
void PramMachine::end_step(Step step) {
  NodeId& ends = ends_[step % kMaxInFlight];
  if (++ends < processors_.size()) return;
  ends = 0;
  ++ended_;
}

void PramMachine::reset() {
  for (Processor& processor : processors_) {
    processor.terminal->drop();
    processor.waiting.clear();
    processor.awaiting.clear();
    processor.ended = 0;
  }
  network_->reset();
  log_.clear();
  waiting_ = 0;
  called_for_ = kNever;
  begun_ = ended_ = 0;
  ends_.fill(0);
  if (observer_ != nullptr) observer_->reset();
}

}  // namespace switchyard
