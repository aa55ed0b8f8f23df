#pragma once

#include <vector>

#include "hw/base/random_stream.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// How few outputs of a side so many inputs of a splitter are joined to.
struct Expansion {
  int inputs = 0;
  int outputs = 0;
  bool exact = false;  ///< Over all such sets of the splitter; else the least that a search found.
};

/// Of the splitter of `level` that begins with row `first`, and the side that is the worse.
///
/// Exact where there are at most `most_sets` sets; else the best of searches that exchange one input at a
/// time, which is no proof: there may be sets with fewer outputs.
/// Precondition: a whole multibutterfly with this splitter; inputs in 1..its rows.
Expansion find_expansion(const Topology& network, int level, NodeId first, int inputs, double most_sets,
                         RandomStream& random);

}  // namespace switchyard
