#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/design/design.h"
#include "hw/router/combining/pram_operation.h"
#include "tlm/socket/region_map.h"

namespace switchyard {

/// What a configuration says of a CombiningMemory; checked.
struct CombiningMemoryConfig {
  std::vector<NodeId> initiators;  ///< [socket's index]: its node.
  Region region;                   ///< The addresses of all words.
  Operation write =
      Operation::WriteArbitrary;     ///< Or WritePriority: which of several writes of a step stays.
  Step in_flight = 1;                ///< Steps that have begun and not ended everywhere, at most.
  std::uint64_t request_queue = 64;  ///< Words that wait at a socket before END_REQ is delayed.
};

inline constexpr unsigned kWordBytes = 4;  ///< Of the memory of combining nodes.

/// Reads `combining_memory`. `design` may be null: then what depends on it is not checked.
///
///   combining_memory:
///     initiators: [0, 3]       # nodes
///     base: 0x0
///     writes: arbitrary        # or priority
///     in_flight: 1, request_queue: 64
///
/// Returns nothing exactly if it recorded faults.
std::optional<CombiningMemoryConfig> read_combining_memory(const ConfigNode& root, const Design* design);

}  // namespace switchyard
