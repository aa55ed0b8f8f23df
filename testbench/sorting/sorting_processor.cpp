#include "testbench/sorting/sorting_processor.h"

namespace switchyard {

Cycle SortingProcessor::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0) take(now, inputs.flits[0]);
  constexpr int kAllGiven = 3;
  if (given_ == kAllGiven) return kNever;
  switch (given_++) {
    case 0: outputs.send(0, sorting_flit(SortingFlit::Word, 0, 0, before_.word)); break;
    case 1: outputs.send(0, to_flit(before_.record)); break;
    default: outputs.send(0, sorting_flit(SortingFlit::Start, 0, 0, static_cast<std::uint32_t>(program_)));
  }
  return given_ == kAllGiven ? kNever : now + 1;
}

void SortingProcessor::take(Cycle now, const Flit& flit) {
  switch (static_cast<SortingFlit>(flit.vc)) {
    case SortingFlit::Record: result_.record = record_of(flit); break;
    case SortingFlit::Word: result_.word = flit.payload; break;
    case SortingFlit::Counts:
      result_.counts = counts_of(flit);
      done_ = now;
      break;
    case SortingFlit::NoRecord:
    case SortingFlit::Start: break;
  }
}

}  // namespace switchyard
