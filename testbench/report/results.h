#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/base/ratio.h"
#include "testbench/cosim/divergence.h"
#include "testbench/energy/energy_figures.h"
#include "testbench/experiment/deadlock_check.h"
#include "testbench/experiment/fault_report.h"
#include "testbench/monitor/barrier_figures.h"
#include "testbench/monitor/class_figures.h"
#include "testbench/monitor/confidence_interval.h"
#include "testbench/monitor/histogram.h"
#include "testbench/monitor/livelock.h"
#include "testbench/monitor/message_figures.h"
#include "testbench/monitor/queue_monitor.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/monitor/stability.h"
#include "testbench/monitor/stall.h"
#include "testbench/monitor/warm_up.h"
#include "testbench/monitor/watchdog.h"
#include "testbench/report/machine_figures.h"

namespace switchyard {

/// One direction of a link, and how busy it was in the measured window.
struct ChannelUse {
  PortRef from;
  PortRef to;
  std::vector<double> vcs;  ///< Flits per cycle, by VC.
};

/// What a node sent and received. Loads are in flits per cycle of the measured window; packets, and their
/// mean latency, are those created in it.
struct NodeUse {
  double offered = 0;
  double accepted = 0;   ///< Of what it sent, what left the network.
  double delivered = 0;  ///< What left the network here.
  std::uint64_t packets_sent = 0;
  std::uint64_t packets_received = 0;
  std::optional<double> latency_sent;
  std::optional<double> latency_received;
};

/// The packets between nodes at one distance, in hops of a minimal path; latencies are means.
struct DistanceUse {
  std::size_t distance = 0;
  std::uint64_t packets = 0;
  double packet_latency = 0;
  double network_latency = 0;
  double hops = 0;
};

struct LatencyFigures {
  ConfidenceInterval interval;
  LatencyHistogram histogram;
};

/// What became of measure.precision.
struct PrecisionFigures {
  double wanted = 0;  ///< Half width of the interval of the mean packet latency, over the mean.
  bool reached = false;
};

/// The sources that sent in the measured window, compared.
struct SourceComparison {
  NodeId least_node = 0;
  double least_accepted = 0;  ///< Flits per cycle.
  NodeId most_node = 0;
  double most_accepted = 0;
  std::optional<double> fairness;  ///< Least over mean accepted; nothing if nothing was.
  NodeId slowest_node = 0;
  double slowest_latency = 0;  ///< Mean of its packets, in cycles.
};

/// What a run has shown. Loads are in flits per node and cycle, times in cycles.
struct Results {
  std::string level;
  std::uint64_t seed = 0;
  Cycle cycles = 0;  ///< Simulated, all phases.
  Cycle warmup = 0;
  WarmUpEnd warmup_end = WarmUpEnd::Given;
  Cycle warmup_limit = 0;  ///< The most that the automatic warm-up might take; 0: it is given.
  Cycle measured = 0;
  Cycle drain = 0;
  std::optional<PrecisionFigures> precision;  ///< If one was wanted.

  double load = 0;     ///< As configured; 0 for a finite workload.
  double offered = 0;  ///< As created in the window.
  double accepted = 0;
  double accepted_min_node = 0;
  NodeId least_node = 0;
  SourceComparison sources;
  std::vector<ClassFigures> classes;   ///< Of the traffic; none if it has none.
  std::vector<NodeUse> nodes;          ///< By node.
  std::vector<DistanceUse> distances;  ///< Those with packets, the shortest first.
  LatencyFigures
      packet_latency;  ///< From creation to the tail's arrival, of the packets created in the window.
  LatencyFigures network_latency;  ///< From injection on.
  double hops_mean = 0;
  int hops_max = 0;
  std::uint64_t misroutes = 0;  ///< Hops beyond the minimal distance; a deroute and its way back are two.
  double misroutes_mean = 0;    ///< Per packet.
  int misroutes_max = 0;        ///< Of one packet.
  std::uint64_t flit_hops = 0;  ///< Whole run; the ejecting router counts as a hop.
  std::uint64_t delivered_packets = 0;  ///< Whole run.
  std::uint64_t pending_packets = 0;    ///< At the end: waiting or under way.
  RefusedPackets refused;               ///< Whole run: by source and destination, those kept out by faults.
  NodePairs unreachable;                ///< What faults leave without a way.
  NodePairs cut_off;                    ///< What others do as long as they last.
  std::string event_hash;
  std::vector<ChannelUse> channels;
  std::vector<QueueUse> queues;  ///< Of nodes or links, in the measured window; none if there are none.

  std::optional<DeadlockCheck> check;  ///< Before the run; none if nobody made one.
  int interrupted_by = 0;  ///< The signal that ended the run early; 0: none. Its figures are those so far.
  StabilityFigures stability{Stability::Stable, {}, {}, {}, {}};  ///< Of a workload: whether it was done.
  std::string failed_check;  ///< Scoreboard or credit conservation; empty: all is well.
  std::optional<Deadlock> deadlock;
  std::optional<Starvation> starvation;
  std::optional<Livelock> livelock;
  std::optional<Divergence> divergence;
  std::optional<BarrierFigures> barriers;  ///< Of a workload of barriers.
  std::optional<MessageFigures> messages;  ///< Of a message graph.
  std::optional<EnergyFigures> energy;     ///< Of the measured window; none without a table.
  std::optional<double> exchange_bound;    ///< Of a total exchange, where it is known: the least cycles.
  std::vector<std::string> missed_expectations;

  std::shared_ptr<const MachineFigures>
      of_machine;              ///< Of a program of a machine; then there are no packets.
  std::optional<Stall> stall;  ///< Of such a program.

  /// Of what was counted in the measured window.
  double per_cycle(std::uint64_t count) const { return measured == 0 ? 0 : ratio(count, measured); }

  double wall_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

}  // namespace switchyard
