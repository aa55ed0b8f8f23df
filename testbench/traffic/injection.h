#pragma once

#include <any>
#include <functional>
#include <memory>
#include <vector>

#include "testbench/monitor/class_figures.h"
#include "testbench/traffic/demand.h"
#include "testbench/traffic/packet_source.h"
#include "testbench/traffic/traffic_class.h"

namespace switchyard {

class Machine;
struct MessageGraph;

/// The packets of a run: how to make their source, and what is known of them beforehand. A value.
struct Injection {
  std::function<std::unique_ptr<PacketSource>()> make_source;  ///< Each source starts from the beginning.
  double load = 0;         ///< Offered flits per node and cycle, over all nodes, silent or not; 0 if finite.
  int longest_packet = 1;  ///< Flits.
  double mean_packet = 1;  ///< Flits.
  bool finite = false;
  bool barriers = false;    ///< Its processors arrive at barriers, of which routers must have waves.
  bool in_bytes = false;    ///< flit.width has decided how many flits there are.
  bool memoryless = false;  ///< Each node creates packets in every cycle with the same probability.
  std::shared_ptr<const Demand> demand;  ///< Who sends how much to whom; null if nobody knows.
  Cycle period = 0;       ///< After so many cycles the phases of the traffic come again; 0: never.
  Cycle steady_from = 0;  ///< From then on its last phase lasts.
  std::shared_ptr<const MessageGraph> messages;   ///< Whose packets they are; null if they are of none.
  std::shared_ptr<const TrafficClasses> classes;  ///< Of its packets, by label; null: all go alike.
  const Machine* machine = nullptr;               ///< Set if it is a program of a machine, not packets;
  std::any program;                               ///< then what that makes of it.
};

/// Of each class of traffic, still empty; none if it has none, and of messages, which have figures of their
/// own.
std::vector<ClassFigures> figures_before_run(const Injection& injection);

}  // namespace switchyard
