#pragma once

#include <string>

#include "testbench/messages/recent.h"

namespace switchyard {

/// The values of all messages of a graph, evaluated one after the other in the order of the stream, without
/// a network; and what came through the network, compared with them.
class SequentialValues {
 public:
  explicit SequentialValues(std::uint64_t window) : values_(window) {}

  /// Of the next message, whose graph has been checked.
  void evaluate(const GraphMessage& message);
  /// What message `id`, one of the window, must carry.
  std::uint64_t value_of(MessageId id) const { return values_[id]; }
  /// What came with message `id`: empty if it is that, else what is wrong.
  std::string compare(MessageId id, std::uint64_t arrived) const;

 private:
  Recent<std::uint64_t> values_;
};

}  // namespace switchyard
