#pragma once

#include <cstdint>
#include <vector>

#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// The fewest links found across a cut into halves whose sizes differ by at most one.
struct Bisection {
  std::int64_t links = 0;
  bool exact = true;  ///< False: an upper bound.
};

/// Cuts any graph of at least two nodes.
///
/// Up to 20 nodes by branch and bound over all halves. Above that by Kernighan and Lin's exchange of node
/// pairs, started from the half with the lowest ids and from the halves nearest to each of eight nodes; the
/// same graph always gives the same cut.
///
/// Source: Kernighan, Lin, "An Efficient Heuristic Procedure for Partitioning Graphs", BSTJ 1970.
Bisection bisect(const Topology& topology);

/// The channels across a cut in each direction, one that takes a flit in k cycles counted as 1 / k.
struct WeightedCut {
  double there = 0;
  double back = 0;
  std::vector<bool> from = {};  ///< [node]: on the side from which `there` leads.
};

/// The fewest channels found across a cut into halves of the terminals, which may be anywhere: at every node
/// its terminals count, those that only send or only receive as halves. The halves differ by no more than the
/// terminals of one node.
///
/// By Fiduccia and Mattheyses' moves of single nodes, from the halves with the lowest ids and from those
/// nearest to each of eight nodes; an upper bound.
///
/// Source: Fiduccia, Mattheyses, "A Linear-Time Heuristic for Improving Network Partitions", DAC 1982.
WeightedCut cut_terminals(const Topology& topology);

/// Links across the best cut of a torus, mesh or hypercube of any radices >= 2, in closed form.
///
/// With the radices in descending order, the cut halves the first dimension; an odd radix leaves a middle
/// slice, which is cut in the next dimension, and so on up to the first even radix. A torus has two links
/// across the cut for each of the mesh.
///
/// Source: Arjona Aroca, Fernandez Anta, "Bisection (Band)Width of Product Networks with Application to
///         Data Centers", TAMC 2012.
std::int64_t bisection_of_grid(const Grid& grid);

/// Links across the best cut of a HyperX, in closed form.
///
/// With the radices in ascending order, the cut halves the first dimension; an odd radix leaves a middle
/// slice, which is cut in the next dimension, and so on up to the first even radix. Such halves keep the most
/// links within them.
///
/// Source: Lindsey, "Assignment of Numbers to Vertices", American Mathematical Monthly 1964.
std::int64_t bisection_of_hyperx(const HyperX& hyperx);

}  // namespace switchyard
