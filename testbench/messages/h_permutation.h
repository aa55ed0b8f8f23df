#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Every terminal sends `h` messages, and is sent as many: h permutations, all ready in cycle 0.
///
/// With `detour` each message goes to a random terminal first, its source and destination included, and waits
/// there until all have come to theirs: two-phase routing with phases that do not overlap. A message from a
/// terminal to itself is none. With `waves` w those whose last destination is 0 modulo w go first; when all
/// of them have come, those of 1 modulo w; and so on.
///
/// Config: h; pattern with its keys, which is the same for all h, but for `permutation`, of which each is
///         drawn anew; message_length; detour; waves.
/// Source: Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///         Proc. IEEE 1991, section IV.
MessageGraph build_h_permutation(const TrafficContext& context);

}  // namespace switchyard
