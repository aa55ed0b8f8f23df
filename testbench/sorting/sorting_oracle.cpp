#include "testbench/sorting/sorting_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace switchyard {
namespace {

using Kind = SortingProgram::Kind;

bool wants(const ProcessorState& state) { return state.record && state.record->destination != kNowhere; }

void rank(ProcessorStates& states) {
  NodeId below = 0;
  for (ProcessorState& state : states) {
    state.counts.number = below;
    below += state.record ? 1 : 0;
  }
  for (ProcessorState& state : states) state.counts.total = below;
}

/// Of records in order.
void leaders(ProcessorStates& states) {
  NodeId groups = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    SortingCounts& counts = states[i].counts;
    const auto same = [&](std::size_t j) {
      return j < states.size() && states[j].record->destination == states[i].record->destination;
    };
    counts.first = wants(states[i]) && !(i > 0 && same(i - 1));
    counts.last = wants(states[i]) && !same(i + 1);
    groups += counts.first ? 1 : 0;
    counts.number = groups;
    counts.low = states.front().record->destination;
    counts.high = states.back().record->destination;
  }
  for (ProcessorState& state : states) state.counts.total = groups;
}

/// Each record to the processor that `place` says.
template <class Place>
void move(ProcessorStates& states, Place place) {
  const ProcessorStates before = states;
  for (ProcessorState& state : states) state.record.reset();
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].record) states[place(i, *before[i].record)].record = before[i].record;
  }
}

void generalize(ProcessorStates& states) {
  const ProcessorStates before = states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].record.reset();
    for (const ProcessorState& from : before) {
      const bool soonest = from.record && from.record->high >= i &&
                           (!states[i].record || from.record->high < states[i].record->high);
      if (soonest) states[i].record = from.record;
    }
  }
}

void sort(ProcessorStates& states) {
  std::sort(states.begin(), states.end(), [](const ProcessorState& a, const ProcessorState& b) {
    return std::tie(a.record->destination, a.record->issuer) <
           std::tie(b.record->destination, b.record->issuer);
  });
}

void read(ProcessorStates& states) {
  for (ProcessorState& state : states) {
    if (wants(state)) state.record->value = states[state.record->destination].word;
  }
}

void write(ProcessorStates& states, bool combined) {
  std::map<NodeId, std::uint32_t> words;
  for (const ProcessorState& state : states) {
    if (!wants(state)) continue;
    const auto [word, is_first] = words.emplace(state.record->destination, state.record->value);
    if (!is_first && combined) word->second += state.record->value;
  }
  for (const auto& [place, word] : words) states[place].word = word;
}

}  // namespace

ProcessorStates sorting_result(Kind program, const ProcessorStates& before) {
  ProcessorStates states = before;
  const std::size_t all = states.size();
  switch (program) {
    case Kind::Rank: rank(states); break;
    case Kind::Leaders: leaders(states); break;
    case Kind::Concentrate: move(states, [](std::size_t, const SortingRecord& r) { return r.rank; }); break;
    case Kind::Distribute:
      move(states, [](std::size_t, const SortingRecord& r) { return r.destination; });
      break;
    case Kind::Generalize: generalize(states); break;
    case Kind::ShiftUp:
      move(states, [&](std::size_t i, const SortingRecord&) { return (i + 1) % all; });
      break;
    case Kind::ShiftDown:
      move(states, [&](std::size_t i, const SortingRecord&) { return (i + all - 1) % all; });
      break;
    case Kind::Sort: {
      std::vector<std::uint32_t> words;
      for (const ProcessorState& state : states) words.push_back(state.word);
      sort(states);
      for (std::size_t i = 0; i < all; ++i) states[i].word = words[i];
      break;
    }
    case Kind::Read: read(states); break;
    case Kind::WriteLeast: write(states, /*combined=*/false); break;
    case Kind::WriteCombined: write(states, /*combined=*/true); break;
  }
  return states;
}

std::string sorting_difference(Kind program, const ProcessorState& expected, const ProcessorState& found) {
  if (found.word != expected.word) return fmt::format("its word is {}, not {}", found.word, expected.word);
  const bool counts = program == Kind::Rank || program == Kind::Leaders;
  if (counts && found.counts != expected.counts)
    return fmt::format("it counts {} of {}, not {} of {}", found.counts.number, found.counts.total,
                       expected.counts.number, expected.counts.total);
  if (program == Kind::WriteLeast || program == Kind::WriteCombined) return "";
  if (found.record.has_value() != expected.record.has_value())
    return found.record ? "it has a record too many" : "it has no record";
  if (!found.record) return "";
  SortingRecord record = *found.record;
  record.carry = false;
  if (record == *expected.record) return "";
  return fmt::format("its record is that of {} to {} with {}, not that of {} to {} with {}", record.issuer,
                     record.destination, record.value, expected.record->issuer, expected.record->destination,
                     expected.record->value);
}

}  // namespace switchyard
