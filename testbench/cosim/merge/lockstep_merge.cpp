#include "testbench/cosim/merge/lockstep_merge.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepMerge::LockstepMerge(NodeId node, const MergeSite& site, std::unique_ptr<RtlMerge> rtl,
                             DivergenceLog& log)
    : model_(site), rtl_(std::move(rtl)), comparison_(node, places_.layout, log) {
  rtl_->on_settled([this](Cycle cycle) { comparison_.compare(cycle, rtl_->outputs()); });
}

void LockstepMerge::reset() {
  model_.reset();
  rtl_->reset();
  comparison_.reset();
}

MergeDepartures LockstepMerge::merge(const MergeArrivals& arrivals) {
  rtl_->merge(arrivals);
  MergeDepartures model = model_.merge(arrivals);
  PinWords& expected = comparison_.expected();
  expected[places_.send] = expect(model.flits);
  if (const std::optional<Direction>& direction = model.direction) {
    expected[places_.credit] = direction->from;
    expected[places_.remember] = 1;
    expected[places_.output] = direction->output;
    expected[places_.end] = direction->end ? 1 : 0;
    expected[places_.operation] = static_cast<std::uint32_t>(direction->operation);
    expected[places_.operand] = direction->operand;
  }
  return model;
}

std::array<Flit, 2> LockstepMerge::ghosts(OutputMask idle) {
  const std::array<Flit, 2> model = model_.ghosts(idle);
  comparison_.expected()[places_.ghost] = expect(model);
  rtl_->ghosts(idle);
  return model;
}

std::uint32_t LockstepMerge::expect(const std::array<Flit, 2>& flits) {
  std::uint32_t leaving = 0;
  for (std::size_t o = 0; o < flits.size(); ++o) {
    if (!flits[o].valid()) continue;
    leaving |= 1U << o;
    const auto words = message_words(flits[o]);
    std::copy(words.begin(), words.end(),
              comparison_.expected().data() + places_.message + o * kMessageWords);
  }
  return leaving;
}

}  // namespace switchyard
