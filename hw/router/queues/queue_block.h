#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/port_array.h"
#include "hw/router/queues/queue_switch.h"

namespace switchyard {

/// What the queues are given in a cycle.
struct QueueArrivals {
  using VcSet = QueueSwitch::VcSet;

  VcSet free = 0;                               ///< VCs of links that may take a packet.
  VcSet entering = 0;                           ///< Input buffers whose front wants to enter a queue.
  std::array<Flit, VcSet::kCapacity> fronts{};  ///< [VC]: of those.
  const QueueSwitch* queues = nullptr;          ///< What is in them, and which VCs it may take.
};

/// What leaves them and what enters. Flits are sent on the VC of their field.
struct QueueDepartures {
  PortMask sent = 0;
  PortArray<Flit> flits{};  ///< [port]: of those.
  /// [queue]: ports, or queues behind them, that a packet came from, in turn.
  std::array<std::vector<std::uint8_t>, QueueSwitch::kMaxQueues> sources{};
};

/// The central queues as their node asks them, with packets and turns of their own: what RTL can stand in
/// for.
///
/// Whatever stands behind it must do as QueueSwitch does, or the network behaves differently. A cycle in
/// which it is not asked is one in which nothing is free and nothing enters; all packets are eligible then.
class QueueBlock {
 public:
  virtual ~QueueBlock() = default;

  virtual void reset() = 0;
  /// What it returns stays until the next call.
  virtual const QueueDepartures& step(const QueueArrivals& arrivals) = 0;
};

using QueueFactory = std::function<std::unique_ptr<QueueBlock>(const QueueSite&)>;

}  // namespace switchyard
