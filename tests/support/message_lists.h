#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/messages/message_stream.h"

namespace switchyard {

/// A graph of messages that a test has in a list.
inline MessageGraph graph_of(std::vector<GraphMessage> messages) {
  class List final : public MessageStream {
   public:
    explicit List(std::vector<GraphMessage> messages) : messages_(std::move(messages)) {}
    bool next(GraphMessage& message) override {
      if (next_ == messages_.size()) return false;
      message = messages_[next_++];
      return true;
    }

   private:
    std::vector<GraphMessage> messages_;
    std::size_t next_ = 0;
  };
  MessageGraph graph;
  graph.make_stream = [messages = std::move(messages)] { return std::make_unique<List>(messages); };
  return graph;
}

inline std::vector<GraphMessage> messages_of(const MessageGraph& graph) {
  std::vector<GraphMessage> messages;
  const auto stream = graph.make_stream();
  for (GraphMessage message; stream->next(message);) messages.push_back(message);
  return messages;
}

/// When each message must be ready if it left when it was ready and came when it did, by the definition:
/// from `came` and the times when those before it were ready. Nobody reads ahead too little. `nodes`:
/// [terminal] the number of its node; empty: each has one of its own.
inline Cycle ready_by_definition(const std::vector<GraphMessage>& messages, MessageId id,
                                 const std::vector<Cycle>& ready, const std::vector<Cycle>& came,
                                 const std::vector<TerminalId>& nodes = {}) {
  const GraphMessage& message = messages[id];
  Cycle last = 0;
  for (const MessageId other : message.waits_for) {
    const TerminalId to = messages[other].destination;
    if (to == message.source) {
      last = std::max(last, came[other]);
    } else if (!nodes.empty() && nodes[to] == nodes[message.source]) {
      last = std::max(last, came[other] + 1);
    } else {
      last = std::max(last, ready[other]);
    }
  }
  for (MessageId other = 0; other < id; ++other) {
    if (messages[other].phase < message.phase) last = std::max(last, came[other] + 1);
  }
  Cycle cycle = std::max(message.earliest, last + message.compute);
  while (message.period != 0 && cycle % message.period != message.slot) ++cycle;
  return cycle;
}

/// The values of all messages, by the definition of each operation.
inline std::vector<std::uint64_t> values_by_definition(const std::vector<GraphMessage>& messages) {
  std::vector<std::uint64_t> values;
  for (const GraphMessage& message : messages) {
    std::uint64_t value = message.value;
    for (const MessageId other : message.waits_for) {
      const std::uint64_t theirs = values[other];
      switch (message.operation) {
        case MessageOperation::None: break;
        case MessageOperation::Add: value += theirs; break;
        case MessageOperation::Max: value = value < theirs ? theirs : value; break;
        case MessageOperation::Min: value = value < theirs ? value : theirs; break;
        case MessageOperation::Or: value |= theirs; break;
        case MessageOperation::Xor: value ^= theirs; break;
      }
    }
    values.push_back(value);
  }
  return values;
}

/// Of all of them together, modulo 2^64.
inline std::uint64_t sum_of_values(const std::vector<GraphMessage>& messages) {
  std::uint64_t sum = 0;
  for (const std::uint64_t value : values_by_definition(messages)) sum += value;
  return sum;
}

}  // namespace switchyard
