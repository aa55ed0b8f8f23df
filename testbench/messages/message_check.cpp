#include "testbench/messages/message_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace switchyard {

MessageCheck::MessageCheck(std::vector<Attachment> terminals, std::uint64_t window,
                           std::vector<TerminalId> nodes)
    : terminals_(std::move(terminals)), nodes_(std::move(nodes)), window_(window), ends_(window) {}

std::optional<MessageFault> MessageCheck::look(const GraphMessage& message) {
  std::optional<MessageFault> fault = fault_of(message);
  ends_.add({message.source, message.destination});
  phase_ = std::max(phase_, message.phase);
  return fault;
}

std::optional<MessageFault> MessageCheck::fault_of(const GraphMessage& message) {
  constexpr std::uint32_t kMaxFlits = 65535;  // Flit::remaining has 16 bits.
  const auto terminals = static_cast<TerminalId>(terminals_.size());
  const auto outside = [&](const char* name, TerminalId terminal) {
    return fmt::format("{} = {} is out of range: 0..{}", name, terminal, terminals - 1);
  };
  if (message.source >= terminals)
    return MessageFault{MessageField::Source, outside("source", message.source)};
  if (message.destination >= terminals)
    return MessageFault{MessageField::Destination, outside("destination", message.destination)};
  if (!terminals_[message.source].sends())
    return MessageFault{MessageField::Source,
                        fmt::format("source = {} is a terminal that only receives", message.source)};
  if (!terminals_[message.destination].receives())
    return MessageFault{MessageField::Destination,
                        fmt::format("destination = {} is a terminal that only sends", message.destination)};
  if (message.flits == 0 || message.flits > kMaxFlits)
    return MessageFault{MessageField::Flits,
                        fmt::format("flits = {} is out of range: 1..{}", message.flits, kMaxFlits)};
  std::optional<MessageFault> fault = fault_of_waiting(message);
  return fault ? fault : fault_of_time(message);
}

std::optional<MessageFault> MessageCheck::fault_of_time(const GraphMessage& message) const {
  if (message.phase < phase_)
    return MessageFault{MessageField::Phase,
                        fmt::format("phase = {}, but one before it is of phase {}: phases never fall",
                                    message.phase, phase_)};
  if (message.period != 0 ? message.slot >= message.period : message.slot != 0)
    return MessageFault{MessageField::Slot, fmt::format("slot = {} is not below the period of {} cycles",
                                                        message.slot, message.period)};
  return std::nullopt;
}

std::optional<MessageFault> MessageCheck::fault_of_waiting(const GraphMessage& message) {
  const MessageId own = ends_.next_id();
  const auto fault = [&](std::string what) {
    return MessageFault{MessageField::WaitsFor, fmt::format("message {} waits for {}", own, what)};
  };
  sorted_ = message.waits_for;
  std::sort(sorted_.begin(), sorted_.end());
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const MessageId other = sorted_[i];
    if (other >= own) return fault(fmt::format("{}, which does not come before it", other));
    if (i != 0 && other == sorted_[i - 1]) return fault(fmt::format("{} twice", other));
    if (own - other >= window_)
      return fault(fmt::format("{}, but at most for the {} before it: workload.window = {}", other,
                               window_ - 1, window_));
    const Ends& ends = ends_[other];
    if (same_node(ends.destination, message.source) || ends.source == message.source) continue;
    return fault(fmt::format("{}, which goes from {} to {}: its source, {}, does not know of it", other,
                             ends.source, ends.destination, message.source));
  }
  return std::nullopt;
}

}  // namespace switchyard
