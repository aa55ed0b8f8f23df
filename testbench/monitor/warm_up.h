#pragma once

#include <optional>

#include "testbench/monitor/flow_record.h"
#include "testbench/monitor/stability.h"

namespace switchyard {

/// What has ended a warm-up.
enum class WarmUpEnd {
  Given,       ///< It had the length that the configuration says.
  Settled,     ///< Queues and latency do not grow any more.
  Overloaded,  ///< Queues grow without end: to wait is of no use.
  Limit        ///< It has taken as long as it may.
};

const char* to_string(WarmUpEnd end);

/// Whether a network that was empty in cycle 0 has warmed up, by all of its record so far; nothing: it has to
/// go on.
///
/// The second half of the record is judged, and only if the network had time to fill in the first: packets
/// were delivered in it, and two of their mean latencies fit into it. Then it is
/// - settled, if judge_stability() finds it stable and the mean latency of the packets delivered in its last
///   half is at most 5 % above that of the packets before;
/// - overloaded, if after 4000 cycles some queues grow by more than 2 % of what is offered to them, with 95 %
///   confidence. Below saturation the slow filling of a network close to it is slower then.
std::optional<WarmUpEnd> judge_warm_up(const FlowRecord& record, const std::optional<OfferedFlits>& offered);

}  // namespace switchyard
