#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/monitor/flow_record.h"
#include "testbench/monitor/growth.h"

namespace switchyard {

/// Whether a network carries what it is offered. Undecided: neither can be said of the cycles seen.
enum class Stability { Stable, Unstable, Undecided };
const char* to_string(Stability stability);

/// What open-loop sources create in the long run, in flits per cycle; nothing is known of it where some of
/// that is refused.
struct OfferedFlits {
  std::vector<double> by_source;
};

struct StabilityFigures {
  Stability verdict = Stability::Undecided;
  std::string because;                   ///< Empty if stable.
  std::optional<Growth> growth;          ///< Of the backlogs of all sources together; none of too few steps.
  std::vector<NodeId> slowest;           ///< The sources with the longest queues, in order.
  std::optional<Growth> slowest_growth;  ///< Of their backlogs together.
};

/// Judges the steps of `record` from `first_step` on.
///
/// The backlog of a source is what of its flits waits in its queue or is under way. Two sums of backlogs are
/// judged: that of all sources, and that of the slowest, which are those with at least half of the longest
/// backlog in the middle of the steps; where the network starves one node of many, only the second shows it.
///
/// - Stable: each of them grows by less than 0.75 % of what is offered to it, with 95 % confidence; or is
///   pulled back to a level, and has risen by less than that, or than twice what it wobbles.
/// - Unstable: one of them grows by more, with 95 % confidence, and with the same confidence has not ceased
///   to grow in the second half of the steps.
///
/// An overload of less than 0.75 % is thus taken for stable, if the cycles suffice to see that it is so
/// small. Fewer than 20 steps decide nothing.
StabilityFigures judge_stability(const FlowRecord& record, std::size_t first_step,
                                 const std::optional<OfferedFlits>& offered);

}  // namespace switchyard
