#include "testbench/cosim/lockstep_merge.h"

namespace switchyard {
namespace {

constexpr const char* kMessages = "merge_switch.message_o[{}]";

/// A message as the RTL has it on its pins, most significant first.
std::string message_text(const Flit& flit) {
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
  comparison_.expect_equal(kMessages, model.flits, rtl.flits, message_text);
  comparison_.expect_equal("merge_switch.{{operand_o,operation_o,end_o,output_o,credit_o}}", 0,
                           word_of(model.direction), word_of(rtl.direction), mask_text);
  return model;
}

std::array<Flit, 2> LockstepMerge::ghosts(OutputMask idle) {
  const std::array<Flit, 2> model = model_.ghosts(idle);
  comparison_.expect_equal(kMessages, model, rtl_->ghosts(idle), message_text);
  return model;
}

}  // namespace switchyard
