#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Messages of a graph are numbered 0, 1, 2, ... in the order of their stream.
using MessageId = std::uint64_t;

/// How the value of a message is combined with those of the messages that it waits for. Their order does not
/// matter to any of them. Values are numbers modulo 2^64.
enum class MessageOperation : std::uint8_t { None, Add, Max, Min, Or, Xor };
inline constexpr std::array<std::string_view, 6> kMessageOperations{"none", "add", "max", "min", "or", "xor"};

constexpr std::uint64_t combine(MessageOperation operation, std::uint64_t a, std::uint64_t b) {
  switch (operation) {
    case MessageOperation::None: return a;
    case MessageOperation::Add: return a + b;
    case MessageOperation::Max: return std::max(a, b);
    case MessageOperation::Min: return std::min(a, b);
    case MessageOperation::Or: return a | b;
    case MessageOperation::Xor: return a ^ b;
  }
  return a;
}

/// One message of a graph of messages that wait for others.
///
/// It is ready `compute` cycles after the last of those that it waits for (after cycle 0 if there are none),
/// but not before `earliest`. One that is for its source counts from the cycle in which its tail arrives
/// there; one that has left from its source, for another terminal, from the cycle in which it was ready. It
/// may wait for no others: its source would not know of them.
///
/// A phase is a barrier: if the last message of all earlier phases comes in cycle c, wherever that is,
/// `compute` counts from c + 1 at the earliest. If there are none, it counts from cycle 0. With a period it
/// is ready in the first of those cycles that is `slot` modulo it.
struct GraphMessage {
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t flits = 1;  ///< 1..65535
  std::uint8_t label = 0;   ///< Its class: figures are kept by class.
  MessageOperation operation = MessageOperation::Add;
  Cycle earliest = 0;
  Cycle compute = 0;
  std::uint64_t phase = 0;  ///< That of the message before it, or a later one.
  Cycle slot = 0;           ///< Below the period, or 0.
  Cycle period = 0;         ///< Cycles; 0: any will do.
  std::uint64_t value = 0;  ///< Its own: it carries this, combined with those of `waits_for`.
  /// Each before it in the stream, by less than workload.window; in any order, none twice.
  std::vector<MessageId> waits_for;
};

}  // namespace switchyard
