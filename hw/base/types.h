#pragma once

#include <cstdint>

#include "hw/base/bit_set.h"

namespace switchyard {

using NodeId = std::uint32_t;
using TerminalId = std::uint32_t;  ///< That of a node's terminal is the node's, where each has one.
using PortId = int;
using VcId = int;
using PacketId = std::uint32_t;
using Cycle = std::uint64_t;

using VcMask = BitSet<std::uint16_t>;    ///< Bit v: virtual channel v of one port.
using PortMask = BitSet<std::uint32_t>;  ///< Bit p: port p of one router.

inline constexpr int kMaxVcs = 16;
inline constexpr int kMaxPorts = 32;
inline constexpr NodeId kNoNode = ~NodeId{0};
inline constexpr TerminalId kNoTerminal = ~TerminalId{0};
inline constexpr Cycle kNever = ~Cycle{0};
inline constexpr int kNoLimit = 1 << 20;  ///< More than anything that is counted in a cycle.

}  // namespace switchyard
