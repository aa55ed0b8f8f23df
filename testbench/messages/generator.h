#pragma once

#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// What the generators of graphs share.

/// A value of its own for a message: below 2^63, so that files can hold it.
constexpr std::uint64_t own_value(MessageId id) { return mix64(id + 1) >> 1; }

/// The terminals that both send and receive, in order; none if the topology is null.
std::vector<TerminalId> both_ways(const Topology* topology);

/// Reads `workload.<key>`, the flits of a message; 1 by default.
std::uint32_t read_message_length(const ConfigNode& workload, const char* key, const char* of);

/// Reads `workload.operation`, by which values are combined: any but none, the first by default. `what` it
/// combines, for the reference.
MessageOperation read_operation(const ConfigNode& workload, const std::string& what);

/// A fault at `key`, or at the workload if it is not given: its path and `what`. Returns false.
bool fail_at(const ConfigNode& workload, const char* key, const std::string& what);

/// A fault at `key` if a message would wait for one that comes `reach` before it, beyond the window.
/// Returns whether there is none.
bool fits_window(const ConfigNode& workload, const char* key, std::uint64_t reach);

inline constexpr IntRange kComputing{0, 1'000'000'000'000};  ///< Cycles.
inline constexpr IntRange kRounds{1, 1'000'000'000'000};

}  // namespace switchyard
