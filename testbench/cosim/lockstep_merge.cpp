#include "testbench/cosim/lockstep_merge.h"

#include <fmt/format.h>

namespace switchyard {
namespace {

/// A message as the RTL has it on its pins, most significant first.
std::string hex(const Flit& flit) {
  return fmt::format("0x{:08x}{:08x}{:08x}", flit.payload, flit.destination, flit.packet);
}

/// The pins that go to the direction FIFO as one word, the inputs in the lowest bits.
std::uint64_t word_of(const std::optional<Direction>& direction) {
  if (!direction) return 0;
  std::uint64_t word = direction->operand;
  word = word << 4 | static_cast<std::uint64_t>(direction->operation);
  word = word << 1 | std::uint64_t{direction->end};
  word = word << 1 | direction->output;
  return word << 2 | direction->from;
}

}  // namespace

void LockstepMerge::reset() {
  model_.reset();
  rtl_->reset();
}

MergeDepartures LockstepMerge::merge(const MergeArrivals& arrivals) {
  const MergeDepartures model = model_.merge(arrivals);
  const MergeDepartures rtl = rtl_->merge(arrivals);
  compare(model.flits, rtl.flits);
  const std::uint64_t expected = word_of(model.direction);
  const std::uint64_t actual = word_of(rtl.direction);
  if (expected != actual) {
    log_.report(node_, "rtl.merge_switch.{operand_o,operation_o,end_o,output_o,credit_o}",
                fmt::format("{:#x}", expected), fmt::format("{:#x}", actual));
  }
  return model;
}

std::array<Flit, 2> LockstepMerge::ghosts(OutputMask idle) {
  const std::array<Flit, 2> model = model_.ghosts(idle);
  compare(model, rtl_->ghosts(idle));
  return model;
}

void LockstepMerge::compare(const std::array<Flit, 2>& model, const std::array<Flit, 2>& rtl) {
  for (std::size_t o = 0; o < model.size(); ++o) {
    if (model[o] == rtl[o]) continue;
    log_.report(node_, fmt::format("rtl.merge_switch.message_o[{}]", o), hex(model[o]), hex(rtl[o]));
  }
}

}  // namespace switchyard
