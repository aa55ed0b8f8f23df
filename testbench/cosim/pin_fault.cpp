#include "testbench/cosim/pin_fault.h"

#include <algorithm>

namespace switchyard {

void PinFault::add(Block block, std::size_t index, const Answer& answer) {
  if (block != fault_.fault.block || index != fault_.fault.index) return;
  const bool known = std::any_of(answers_.begin(), answers_.end(), [&](const Answer& other) {
    return other.word == answer.word && other.bits == answer.bits;
  });
  if (!known) answers_.push_back(answer);
}

void PinFault::spoil(PinWords& outputs) {
  for (Answer& answer : answers_) {
    std::uint32_t& word = outputs[answer.word];
    if (!answer.made) answer.made = made_of(word & answer.bits, answer);
    word = (word & ~answer.bits) | *answer.made;
  }
}

std::uint32_t PinFault::made_of(std::uint32_t value, const Answer& answer) {
  if (fault_.now() < fault_.fault.from) return value;
  std::uint32_t spoilt = value;
  switch (answer.spoil) {
    case Spoil::PickAnother:
      if (const std::uint32_t others = answer.requests & ~value; others != 0) spoilt = others & -others;
      break;
    case Spoil::TakeBack: spoilt = 0; break;
    case Spoil::FlipLowest: spoilt ^= 1; break;
  }
  FaultUse& use = *fault_.fault.use;
  ++use.answers;
  if (spoilt != value) ++use.spoilt;
  return spoilt;
}

}  // namespace switchyard
