#include "hw/router/sorting/sorting_program.h"

namespace switchyard {

SortingProgram SortingProgram::of(Kind kind) {
  using L = LocalStep;
  using P = Primitive;
  const std::vector<SortingPhase> grouped{{L::None, P::Sort}, {L::None, P::Leaders}};
  const auto write = [&](L who) {
    std::vector<SortingPhase> steps = grouped;
    steps.push_back({who, P::Concentrate});
    steps.push_back({L::None, P::Distribute});
    return SortingProgram{steps, L::Store};
  };
  switch (kind) {
    case Kind::Rank: return {{{L::None, P::Rank}}};
    case Kind::Leaders: return {{{L::None, P::Leaders}}};
    case Kind::Concentrate: return {{{L::None, P::Concentrate}}};
    case Kind::Distribute: return {{{L::None, P::Distribute}}};
    case Kind::Generalize: return {{{L::None, P::Generalize}}};
    case Kind::ShiftUp: return {{{L::None, P::ShiftUp}}};
    case Kind::ShiftDown: return {{{L::None, P::ShiftDown}}};
    case Kind::Sort: return {{{L::None, P::Sort}}};
    case Kind::Read:
      return {{{L::None, P::Sort},
               {L::KeepRequest, P::Leaders},
               {L::LastLeads, P::Concentrate},
               {L::None, P::Distribute},
               {L::Fetch, P::Concentrate},
               {L::None, P::Generalize},
               {L::TakeReply, P::SortByIssuer}}};
    case Kind::WriteLeast: return write(L::FirstLeads);
    case Kind::WriteCombined: return write(L::AllGo);
  }
  return {};
}

}  // namespace switchyard
