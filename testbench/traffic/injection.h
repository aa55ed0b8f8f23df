#pragma once

#include <any>
#include <functional>
#include <memory>

#include "testbench/traffic/packet_source.h"
#include "testbench/traffic/pattern.h"

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
  std::shared_ptr<const Pattern> pattern;  ///< Whom the nodes send to; null if they do so by no pattern.
  std::shared_ptr<const MessageGraph> messages;  ///< Whose packets they are; null if they are of none.
  const Machine* machine = nullptr;              ///< Set if it is a program of a machine, not packets;
  std::any program;                              ///< then what that makes of it.
};

}  // namespace switchyard
