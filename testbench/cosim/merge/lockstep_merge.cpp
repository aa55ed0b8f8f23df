#include "testbench/cosim/merge/lockstep_merge.h"

#include <algorithm>

namespace switchyard {

MergeDepartures LockstepMerge::merge(const MergeArrivals& arrivals) {
  rtl().merge(arrivals);
  MergeDepartures departures = model().merge(arrivals);
  PinWords& pins = expected();
  pins[places_.send] = expect(departures.flits);
  if (const std::optional<Direction>& direction = departures.direction) {
    pins[places_.credit] = direction->from;
    pins[places_.remember] = 1;
    pins[places_.output] = direction->output;
    pins[places_.end] = direction->end ? 1 : 0;
    pins[places_.operation] = static_cast<std::uint32_t>(direction->operation);
    pins[places_.operand] = direction->operand;
  }
  return departures;
}

std::array<Flit, 2> LockstepMerge::ghosts(OutputMask idle) {
  const std::array<Flit, 2> ghosts = model().ghosts(idle);
  expected()[places_.ghost] = expect(ghosts);
  rtl().ghosts(idle);
  return ghosts;
}

std::uint32_t LockstepMerge::expect(const std::array<Flit, 2>& flits) {
  std::uint32_t leaving = 0;
  for (std::size_t o = 0; o < flits.size(); ++o) {
    if (!flits[o].valid()) continue;
    leaving |= 1U << o;
    const auto words = words_of_packet(flits[o]);
    std::copy(words.begin(), words.end(), expected().data() + places_.message + o * kMessageWords);
  }
  return leaving;
}

}  // namespace switchyard
