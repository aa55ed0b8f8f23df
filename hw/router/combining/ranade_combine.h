#pragma once

#include <algorithm>

#include "hw/router/combining/ranade_message.h"

namespace switchyard {

/// The word after `operation` with `operand` on `word`; the associative ones combine operands, too.
inline std::uint32_t apply(Operation operation, std::uint32_t word, std::uint32_t operand) {
  switch (operation) {
    case Operation::None: return word;
    case Operation::WriteArbitrary: return operand;
    case Operation::WritePriority: return word;
    case Operation::Add: return word + operand;
    case Operation::Max: return std::max(word, operand);
    case Operation::Min: return std::min(word, operand);
    case Operation::And: return word & operand;
    case Operation::Or: return word | operand;
    case Operation::Xor: return word ^ operand;
  }
  return word;
}

/// Two requests to one address become one. `first` is that of the processors with the lower numbers.
///
/// Precondition: equal labels, and the same operation where both have one.
inline Flit combine(const Flit& first, const Flit& second) {
  const Message a(first);
  const Message b(second);
  const bool reads = a.reads() || b.reads();
  if (b.operation() == Operation::None)
    return Message::request(a.label(), a.module(), a.operation(), reads, a.operand());
  if (a.operation() == Operation::None)
    return Message::request(a.label(), a.module(), b.operation(), reads, b.operand());
  return Message::request(a.label(), a.module(), a.operation(), reads,
                          apply(a.operation(), a.operand(), b.operand()));
}

}  // namespace switchyard
