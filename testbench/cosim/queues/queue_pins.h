#pragma once

#include <bit>
#include <cstdint>

#include "hw/router/queues/queue_block.h"
#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/queues/queue_limits.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// How the pins and straps of rtl/queues/queue_switch.sv carry what the model has as C++ values.

/// What the RTL's parameters say.
struct QueueSwitchShape {
  int ports = 0;
  int queues = 0;
  int slots = 0;  ///< Of the largest queue.
  QueueLimits limits;

  constexpr int vcs() const { return ports * queues; }
  constexpr int sources() const { return ports + queues; }
  constexpr int all_slots() const { return queues * slots; }
  int start_width() const { return queues * index_width(sources()) + index_width(queues); }
  constexpr int count_width() const { return std::bit_width(static_cast<unsigned>(slots)); }
};

/// start_i.
inline StrapPins start_pins(const QueueStarts& starts, const QueueSwitchShape& shape) {
  StrapPins pins;
  pins.append(starts.sources, shape.sources());
  pins.append(starts.first_queue, shape.queues);
  return pins;
}

inline QueueStarts starts_of_pins(std::uint64_t pins, const QueueSwitchShape& shape) {
  const auto take = [&pins](int requesters) {
    const std::uint64_t start = pins & ((std::uint64_t{1} << index_width(requesters)) - 1);
    pins >>= index_width(requesters);
    return static_cast<int>(start);
  };
  QueueStarts starts;
  for (int q = 0; q < shape.queues; ++q) starts.sources.push_back(take(shape.sources()));
  starts.first_queue = take(shape.queues);
  return starts;
}

/// Its outputs in PinWords.
struct QueuePlaces {
  explicit QueuePlaces(const QueueSwitchShape& of)
      : shape(of),
        send(layout.add("queue_switch.send_o", of.vcs())),
        sent(layout.add("queue_switch.sent_o", static_cast<int>(32 * kPacketOfOneFlitWords), of.ports)),
        read(layout.add("queue_switch.read_o", of.vcs())),
        pushes(layout.add("queue_switch.pushes_o", of.count_width(), of.queues)),
        source(layout.add("queue_switch.source_o", index_width(of.sources()), of.queues * of.slots)) {}

  PinLayout layout;
  QueueSwitchShape shape;
  std::size_t send;
  std::size_t sent;  ///< [port], kPacketOfOneFlitWords each.
  std::size_t read;
  std::size_t pushes;  ///< [queue]
  std::size_t source;  ///< [queue][push]
};

}  // namespace switchyard
