#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Total exchange (all-to-all personalized communication): every terminal has a block of `grain` bytes for
/// each other one. A ledger of all blocks checks that each is sent from where it is, and that in the end
/// every terminal has exactly those for it.
///
/// Steps of N terminals, `j` being one by its number among those that send and receive:
///   shift:              N - 1; in step i, j sends to j + i modulo N. pairwise:           N - 1; in step i, j
///   and j xor i exchange. N must be a power of two. indirect_pairwise:  terminals of a grid of columns and
///   rows, both powers of two. A pair of a row exchanges
///                       the blocks for all of the other's column, which sends them on in the column. Own
///                       blocks for the own column go directly. interleaved: each exchange of a pair in a row
///                       is followed by those of its column that forward what has come in it; at the end the
///                       column exchanges its own blocks. rows_first: all exchanges of rows, then one of
///                       columns with everything.
///   randomized:         sweeps, in each of which j sends a packet to each other terminal, in the order of a
///                       permutation that it draws for the sweep.
///
/// Config:  algorithm, grain, packet_bytes (required if randomized), synchronization; shape and order of
///          indirect_pairwise. Randomized there is no step in which a terminal is sent one message, so none
///          that waits for it.
/// Classes: row and column, if indirect.
/// Memory:  12 bytes for each pair of terminals, and 4 more if randomized.
/// Source:  Petrini, "Efficient Total-Exchange in Wormhole-Routed Toroidal Cubes", 1999, sections 4 and 5.
MessageGraph build_total_exchange(const TrafficContext& context);

}  // namespace switchyard
