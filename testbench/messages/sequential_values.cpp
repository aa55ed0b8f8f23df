#include "testbench/messages/sequential_values.h"

#include <fmt/format.h>

namespace switchyard {

void SequentialValues::evaluate(const GraphMessage& message) {
  std::uint64_t value = message.value;
  for (const MessageId other : message.waits_for) value = combine(message.operation, value, values_[other]);
  values_.add(value);
}

std::string SequentialValues::compare(MessageId id, std::uint64_t arrived) const {
  if (arrived == values_[id]) return {};
  return fmt::format("message {} came with the value {}, but evaluated in sequence it is {}", id, arrived,
                     values_[id]);
}

}  // namespace switchyard
