#pragma once

#include "testbench/tree/communication_tree.h"

namespace switchyard {

/// What the time of a tree depends on: `messages` of each terminal climb it one behind the other, and a
/// terminal is engaged in one communication at a time. Times are in any unit.
struct TreeWork {
  double compute = 0;   ///< G t: before each message.
  double path = 1;      ///< (m/n) mu: one communication.
  double messages = 1;  ///< delta, >= 1.
};

/// Descendants of the fastest tree if any real number will do, and levels, too, where compute / (descendants
/// path) is `ratio` at that very tree: pi of Lin et al., by which their Table I is made.
///
/// Precondition: ratio >= 0, messages >= 1.
/// Source:  Lin et al., section V: (ln xi)^2 (delta - 1) + ln 2^m (ln xi - 1) - pi ln 2^m = 0, solved for ln
///          xi.
double best_descendants_of_ratio(int dimension, double ratio, double messages);

/// The same where the times are given, so that pi changes with the descendants: with compute / path = pi xi
/// in the equation. By bisection, as accurate as a double.
double best_descendants(int dimension, const TreeWork& work);

/// Time that `work` takes on a tree that can be built: the sum of compute + descendants path of all levels,
/// and for each further message the longest of them.
double time_on_tree(const CommunicationTree& tree, const TreeWork& work);

/// d of the CommunicationTree with the least time; of several, the lowest.
int best_tree(int dimension, const TreeWork& work);

}  // namespace switchyard
