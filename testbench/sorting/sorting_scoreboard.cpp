#include "testbench/sorting/sorting_scoreboard.h"

#include <fmt/format.h>

#include "testbench/sorting/sorting_oracle.h"

namespace switchyard {

std::string check_sorting(SortingProgram::Kind program, const ProcessorStates& before,
                          const std::vector<const SortingProcessor*>& processors, Cycle done) {
  const ProcessorStates expected = sorting_result(program, before);
  for (std::size_t i = 0; i < processors.size(); ++i) {
    if (processors[i]->done() != done)
      return fmt::format("processor {} is done in cycle {}, not in {}: the steps are not as they are known",
                         i, processors[i]->done(), done);
    const std::string difference = sorting_difference(program, expected[i], processors[i]->result());
    if (!difference.empty()) return fmt::format("processor {}: {}", i, difference);
  }
  return "";
}

EventHash hash_of(const std::vector<const SortingProcessor*>& processors) {
  EventHash hash;
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const ProcessorState& result = processors[i]->result();
    const SortingRecord record = result.record.value_or(SortingRecord{});
    hash.add(record.value, record.issuer, record.destination, processors[i]->done(), result.word);
    hash.add(static_cast<PacketId>(i), result.counts.number, result.counts.total, 0, 0);
  }
  return hash;
}

}  // namespace switchyard
