#pragma once

#include <memory>
#include <vector>

#include "testbench/monitor/wait_graph.h"
#include "testbench/traffic/class_interface.h"
#include "testbench/traffic/network_interface.h"

namespace switchyard {

/// The network interfaces of a network: of one kind or, if its traffic has classes, of the other.
class NetworkInterfaces {
 public:
  /// All must outlive it, and the interfaces that it makes. `classes` and `admission` may be null.
  NetworkInterfaces(const Design& design, std::shared_ptr<const TrafficClasses> classes, PacketSource& source,
                    Scoreboard& scoreboard, const Admission* admission)
      : design_(design),
        classes_(std::move(classes)),
        source_(source),
        scoreboard_(scoreboard),
        admission_(admission) {}

  /// To be called for each terminal, in order; a network owns them.
  std::unique_ptr<Terminal> make(TerminalId terminal);

  bool have_classes() const { return classes_ != nullptr; }
  /// None will create any more packets.
  bool exhausted() const;
  /// What keeps them from taking what comes; empty if nothing ever does.
  ReplyWaits reply_waits() const;

 private:
  const Design& design_;
  std::shared_ptr<const TrafficClasses> classes_;
  PacketSource& source_;
  Scoreboard& scoreboard_;
  const Admission* admission_;
  std::vector<const NetworkInterface*> plain_;
  std::vector<const ClassInterface*> of_classes_;
};

}  // namespace switchyard
