#pragma once

#include <optional>
#include <string>

#include "hw/topology/topology.h"
#include "testbench/messages/recent.h"

namespace switchyard {

/// The part of a message that is at fault.
enum class MessageField { Source, Destination, Flits, WaitsFor, Phase, Slot };

struct MessageFault {
  MessageField field;
  std::string what;
};

/// Checks the messages of a graph in the order of their stream.
///
/// Faults: a terminal that there is not, or that does not send or receive; flits not in 1..65535; waiting for
///         a message that comes later, that came too long before, twice for the same, or for one that neither
///         comes to the source, or to another terminal of its node, nor left from it; an earlier phase than
///         the message before; a slot that is not below its period.
class MessageCheck {
 public:
  /// A message may wait for the `window` - 1 before it. `nodes`: as of MessageGraph.
  MessageCheck(std::vector<Attachment> terminals, std::uint64_t window, std::vector<TerminalId> nodes = {});

  /// Of the next message; nothing if it is as it should be.
  std::optional<MessageFault> look(const GraphMessage& message);

 private:
  struct Ends {
    TerminalId source;
    TerminalId destination;
  };
  std::optional<MessageFault> fault_of(const GraphMessage& message);
  std::optional<MessageFault> fault_of_waiting(const GraphMessage& message);
  std::optional<MessageFault> fault_of_time(const GraphMessage& message) const;

  bool same_node(TerminalId a, TerminalId b) const {
    return a == b || (!nodes_.empty() && nodes_[a] == nodes_[b]);
  }

  std::vector<Attachment> terminals_;
  std::vector<TerminalId> nodes_;
  std::uint64_t window_;
  Recent<Ends> ends_;
  std::uint64_t phase_ = 0;        ///< Of the last message.
  std::vector<MessageId> sorted_;  ///< Of the message that is looked at.
};

}  // namespace switchyard
