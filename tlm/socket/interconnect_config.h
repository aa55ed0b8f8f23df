#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/design/design.h"
#include "tlm/socket/message_format.h"
#include "tlm/socket/region_map.h"

namespace switchyard {

/// What a configuration says of an Interconnect; checked.
struct InterconnectConfig {
  std::vector<NodeId> initiators;  ///< [initiator socket's index]: its node.
  std::vector<NodeId> targets;     ///< [target socket's index]: its node.
  RegionMap regions;
  MessageFormat format;
  std::uint64_t request_queue =
      64;  ///< Flits that wait at an initiator's terminal before END_REQ is delayed.
  std::uint64_t response_queue = 64;  ///< The same of responses and END_RESP at a target's terminal.
  bool ordered = true;  ///< Requests of an initiator reach a target in order, and so do responses back.
  bool dmi = false;     ///< get_direct_mem_ptr is passed on; false: refused.
};

/// Reads `interconnect`. `design` may be null: then what depends on it is not checked.
///
///   interconnect:
///     initiators: [0, 3]       # nodes
///     targets: [5, 10]         # nodes
///     regions:
///       - {base: 0x0, size: 0x10000, target: 5}
///       - {base: 0x80000000, size: 4096, target: 10, offset: 0x100}
///     bytes_per_flit: 8, header_flits: 1, longest_packet: 64, request_queue: 64, response_queue: 64,
///     ordered: true, dmi: false
///
/// Returns nothing exactly if it recorded faults.
std::optional<InterconnectConfig> read_interconnect(const ConfigNode& root, const Design* design);

}  // namespace switchyard
