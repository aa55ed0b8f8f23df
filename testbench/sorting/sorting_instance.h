#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/sorting/sorting_program.h"
#include "hw/router/sorting/sorting_record.h"

namespace switchyard {

/// Which words processors want.
enum class Requests : std::uint8_t {
  Random,       ///< Any, each as likely.
  Permutation,  ///< Each another one.
  One           ///< All the same one.
};
inline const std::array<std::string, 3> kRequests{"random", "permutation", "one"};

/// A program, and what processors have when it begins. A value.
struct SortingWorkload {
  SortingProgram::Kind program = SortingProgram::Kind::Sort;
  Requests requests = Requests::Random;
  double share = 1;  ///< Of the processors that want or have something; each is drawn.
};

/// What a processor has: before a program, and after it.
struct ProcessorState {
  std::optional<SortingRecord> record;
  SortingCounts counts;
  std::uint32_t word = 0;
  friend bool operator==(const ProcessorState&, const ProcessorState&) = default;
};
using ProcessorStates = std::vector<ProcessorState>;  ///< [index]

/// As the program wants it: a sort, a read and a write have a record in every processor; the records to be
/// concentrated have their ranks, those to be distributed or copied are in the first processors.
ProcessorStates sorting_instance(const SortingWorkload& workload, NodeId processors, std::uint64_t seed);

}  // namespace switchyard
