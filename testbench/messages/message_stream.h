#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/messages/message.h"

namespace switchyard {

/// The messages of a graph, one after the other, in memory that does not grow with their number.
class MessageStream {
 public:
  virtual ~MessageStream() = default;

  /// The next message, all of it; false if there is none. The first has the id 0, the next 1, and so on.
  ///
  /// Errors: std::runtime_error if what it reads from is damaged, or has changed since it was checked.
  virtual bool next(GraphMessage& message) = 0;
};

/// A message, and the terminals between which it went.
struct MessageEnds {
  MessageId id = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
};

/// Knows in another way than by evaluating the graph what some messages must carry, or what terminals must
/// have in the end. It is told of everything in the order of time. Each answer is empty if all is well, else
/// what is wrong.
class ResultCheck {
 public:
  virtual ~ResultCheck() = default;
  /// The message is ready, and joins the queue of its source.
  virtual std::string left(const MessageEnds& /*message*/) { return {}; }
  /// It has come, with this value.
  virtual std::string came(const MessageEnds& message, std::uint64_t value) = 0;
  /// All messages of the graph have come.
  virtual std::string ended() { return {}; }
};

/// A graph of messages, checked: how to make its stream, and what is known of it beforehand. A value.
struct MessageGraph {
  std::function<std::unique_ptr<MessageStream>()> make_stream;  ///< Each begins with message 0.
  std::function<std::unique_ptr<ResultCheck>()> make_check;     ///< None where nothing else is known.
  /// [terminal]: the node of the workload that it belongs to, as the first terminal of that node. What has
  /// come to a terminal is known to the others of its node one cycle later. Empty: each is a node of its own.
  std::vector<TerminalId> nodes;
  std::vector<std::string> classes;  ///< [label]: what reports call it; by number where there is no name.
  int longest_message = 1;           ///< Flits of payload.
  double mean_message = 1;           ///< Flits of payload.
  int longest_packet = 0;   ///< Flits of payload; 0: workload.packet_length says, and else this does.
  bool in_bytes = false;    ///< Lengths were given in bytes, so flit.width decided.
  double each_to_each = 0;  ///< Flits of payload that each terminal has for each other one; 0: no such graph.
  std::string warning;      ///< What whoever runs it should know; empty: nothing.
};

}  // namespace switchyard
