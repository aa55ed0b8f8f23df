#include "testbench/sorting/sorting_instance.h"

#include <algorithm>
#include <numeric>

#include "hw/base/random_stream.h"
#include "hw/base/shuffle.h"

namespace switchyard {
namespace {

using Kind = SortingProgram::Kind;

/// [processor]: the word that it wants, or kNowhere.
std::vector<NodeId> wanted(const SortingWorkload& workload, NodeId processors, RandomStream& random) {
  std::vector<NodeId> words(processors);
  std::iota(words.begin(), words.end(), NodeId{0});
  if (workload.requests == Requests::Permutation) shuffle(words, random);
  const NodeId one = random.below(processors);
  for (NodeId& word : words) {
    if (workload.requests == Requests::Random) word = random.below(processors);
    if (workload.requests == Requests::One) word = one;
    if (random.unit() >= workload.share) word = kNowhere;
  }
  return words;
}

}  // namespace

ProcessorStates sorting_instance(const SortingWorkload& workload, NodeId processors, std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Program);
  ProcessorStates states(processors);
  for (ProcessorState& state : states) state.word = static_cast<std::uint32_t>(random.next());
  std::vector<NodeId> words = wanted(workload, processors, random);
  if (workload.program == Kind::Leaders) std::sort(words.begin(), words.end());
  std::vector<NodeId> places;  // Of the chosen ones.
  for (NodeId i = 0; i < processors; ++i) {
    SortingRecord record{.destination = words[i], .issuer = i};
    record.value = static_cast<std::uint32_t>(random.next());
    const bool is_chosen = words[i] != kNowhere;
    if (is_chosen) places.push_back(i);
    switch (workload.program) {
      case Kind::Rank:
      case Kind::ShiftUp:
      case Kind::ShiftDown:
        if (is_chosen) states[i].record = record;
        break;
      case Kind::Concentrate:
        record.rank = static_cast<NodeId>(places.size()) - 1;
        if (is_chosen) states[i].record = record;
        break;
      case Kind::Distribute:
      case Kind::Generalize: break;
      default: states[i].record = record;
    }
  }
  if (workload.program == Kind::Distribute || workload.program == Kind::Generalize) {
    for (NodeId j = 0; j < places.size(); ++j) {
      SortingRecord record{.destination = places[j], .issuer = j, .high = places[j]};
      record.value = static_cast<std::uint32_t>(random.next());
      states[j].record = record;
    }
  }
  return states;
}

}  // namespace switchyard
