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

/// Knows in another way than by evaluating the graph what some messages must carry.
class ResultCheck {
 public:
  virtual ~ResultCheck() = default;
  /// What has come with a message: empty if all is well, else what is wrong.
  virtual std::string came(MessageId id, std::uint64_t value) = 0;
};

/// A graph of messages, checked: how to make its stream, and what is known of it beforehand. A value.
struct MessageGraph {
  std::function<std::unique_ptr<MessageStream>()> make_stream;  ///< Each begins with message 0.
  std::function<std::unique_ptr<ResultCheck>()> make_check;     ///< None where nothing else is known.
  std::vector<std::string> classes;  ///< [label]: what reports call it; by number where there is no name.
  int longest_message = 1;           ///< Flits.
  double mean_message = 1;           ///< Flits.
  std::string warning;               ///< What whoever runs it should know; empty: nothing.
};

}  // namespace switchyard
