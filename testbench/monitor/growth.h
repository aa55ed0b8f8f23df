#pragma once

#include <vector>

namespace switchyard {

/// A backlog of flits through equal steps of time, of one queue or of several together.
struct BacklogSteps {
  std::vector<double> before;   ///< [step]: when it begins.
  std::vector<double> rise;     ///< [step]: until it ends.
  std::vector<double> created;  ///< [step]: flits that joined it.
  double offered = 0;           ///< What joins it in a step in the long run.
};

/// How fast a backlog grows, as a share of what is offered to it.
struct Growth {
  double share = 0;
  double half_width = 0;     ///< `share` +- this holds the true growth with 95 % confidence.
  double late = 0;           ///< At least that of the second half of the steps: `share` less `half_width`.
  double rise = 0;           ///< From the first quarter to the last, as it was.
  double wobble = 0;         ///< Deviation of the backlog in the last quarter, in the unit of `rise`.
  bool pulled_back = false;  ///< It returns to a level, instead of walking at random.

  /// By more than `tolerated` of what is offered, and not only in the first half, with 95 % confidence.
  bool is_beyond(double tolerated) const { return share - half_width > tolerated && late > 0; }
};

/// Measures the growth of a backlog.
///
/// Chance makes sources create more or less than they do in the long run. A line rise = growth + c (created -
/// offered), fitted to the steps by least squares, takes that out: c is 1 where the backlog never empties, so
/// that nothing is left but the chance of the network itself, and 0 where a queue is empty most of the time.
///
/// A backlog of a stable queue is pulled back: the higher it is, the more it falls. One that grows or wanders
/// is not. `pulled_back` says that the line is better with a term in `before`, whose coefficient is negative,
/// by 3.5 standard errors: of random walks one in a hundred shows that by chance.
///
/// Precondition:  at least 6 steps; offered > 0.
/// Source:        control variates: Law, "Simulation Modeling and Analysis", 5th edition 2015, 11.4; random
///                walk or not: Dickey, Fuller, JASA 74(366), 1979, with the covariate of Hansen, Econometric
///                Theory 11(5), 1995.
Growth measure_growth(const BacklogSteps& steps);

}  // namespace switchyard
