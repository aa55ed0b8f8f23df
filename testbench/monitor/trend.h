#pragma once

#include <span>

namespace switchyard {

/// Whether there are samples enough for the tests below: 21.
bool can_tell_growth(std::span<const double> backlog_samples);

/// Whether the source queues grow through a measurement window, that is, whether the network is overloaded.
///
/// `backlog_samples` are the flits that wait in all source queues together, at equal steps of time through
/// the window; `offered_flits` were created in it. The rise from the first sample to the last must be both
/// - large: above 1 % of `offered_flits`, so that a queue that merely fills up does not count, and
/// - significant: not chance at the 2.5 % level, by a one-sided t test on the rises of 20 equal blocks.
///
/// A queue without drift wanders at most like a random walk, whose blocks rise independently; a stable queue
/// is pulled back, so its blocks' rises cancel and their spread overstates that of the sum. The level thus
/// holds right up to saturation, where the residuals of a regression line are far from independent.
///
/// Power:   5 % of overload at 16 sources or more is found within 5000 cycles. A lone queue rises little
///          above its own noise: 9 of 10 windows of 5000 cycles find 5 %, and nearly all of 20000.
/// Limits:  false for fewer than 21 samples, which do not support the test.
bool queues_grow(std::span<const double> backlog_samples, double offered_flits);

/// Whether a network without overload still filled up at the begin of a measurement window, as after a
/// warm-up that was too short. Samples and offered flits as for queues_grow().
///
/// The second half of the window is taken for the settled state. The first sample must lie below its mean
/// - by 2 % of `offered_flits`, so that the accepted load is visibly less than the offered one, and
/// - by 4 standard deviations of a sample of that half, which chance does not do.
///
/// Limits:  false for fewer than 21 samples; a network that fills through the whole window is overloaded for
///          all that one can see of it.
bool still_fills(std::span<const double> backlog_samples, double offered_flits);

}  // namespace switchyard
