#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "testbench/cosim/block_sizes.h"  // Made by CMake from rtl/block_sizes.svh.
#include "testbench/cosim/queues/queue_pins.h"

namespace switchyard {

/// The pins of central queues that are tested by themselves. A packet is a word.

inline constexpr int kLargestQueues = SY_LARGEST_QUEUES;
inline constexpr int kQueuedWidth = SY_QUEUED_WIDTH;
inline constexpr int kPhitsWidth = 4;
constexpr QueueSwitchShape queues_of_size(int size) {
  return {SY_PORTS_OF_QUEUES(size),
          SY_QUEUES_OF_QUEUES(size),
          size,
          {SY_DEPARTURES_OF_QUEUES(size), SY_ADMISSIONS_OF_QUEUES(size)}};
}
inline constexpr std::size_t kLargestVcs = 16;  ///< Of all sizes; so the slots.
inline constexpr std::size_t kLargestSlots = 32;

/// Its straps stay as they are until the next reset.
struct QueueInputs {
  std::array<std::uint64_t, QueueSwitch::kMaxQueues> capacity_i{};  ///< [queue]
  std::uint64_t phits_i = 1;
  std::uint64_t head_only_i = 0;
  std::uint64_t random_i = 0;
  std::uint64_t seed_i = 1;
  std::uint64_t start_i = 0;
  std::uint64_t free_i = 0;
  std::uint64_t enter_i = 0;
  std::array<std::uint64_t, kLargestVcs> front_i{};        ///< [VC]
  std::array<std::uint64_t, kLargestSlots> preferred_i{};  ///< [queue][slot]: by VC.
  std::array<std::uint64_t, kLargestSlots> escape_i{};     ///< [queue][slot]: by VC.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const QueueSwitchShape shape = queues_of_size(size);
    visit("capacity_i", std::span(capacity_i).first(shape.queues), shape.count_width());
    visit("phits_i", std::span(&phits_i, 1), kPhitsWidth);
    visit("head_only_i", std::span(&head_only_i, 1), 1);
    visit("random_i", std::span(&random_i, 1), 1);
    visit("seed_i", std::span(&seed_i, 1), 24);
    visit("start_i", std::span(&start_i, 1), shape.start_width());
    visit("free_i", std::span(&free_i, 1), shape.vcs());
    visit("enter_i", std::span(&enter_i, 1), shape.vcs());
    visit("front_i", std::span(front_i).first(shape.vcs()), kQueuedWidth);
    visit("preferred_i", std::span(preferred_i).first(shape.all_slots()), shape.vcs());
    visit("escape_i", std::span(escape_i).first(shape.all_slots()), shape.vcs());
  }
};
struct QueueOutputs {
  std::uint64_t send_o = 0;
  std::array<std::uint64_t, kMaxPorts> sent_o{};  ///< [port]
  std::uint64_t read_o = 0;
  std::array<std::uint64_t, QueueSwitch::kMaxQueues> pushes_o{};  ///< [queue]
  std::array<std::uint64_t, kLargestSlots> source_o{};            ///< [queue][push]
  std::array<std::uint64_t, QueueSwitch::kMaxQueues> count_o{};   ///< [queue]

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const QueueSwitchShape shape = queues_of_size(size);
    visit("send_o", std::span(&send_o, 1), shape.vcs());
    visit("sent_o", std::span(sent_o).first(shape.ports), kQueuedWidth);
    visit("read_o", std::span(&read_o, 1), shape.vcs());
    visit("pushes_o", std::span(pushes_o).first(shape.queues), shape.count_width());
    visit("source_o", std::span(source_o).first(shape.all_slots()), index_width(shape.sources()));
    visit("count_o", std::span(count_o).first(shape.queues), shape.count_width());
  }
};

}  // namespace switchyard
