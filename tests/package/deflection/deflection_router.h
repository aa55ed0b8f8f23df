#pragma once

#include <deque>
#include <vector>

#include "hw/design/read/catalog.h"

/// A bufferless router: every packet that comes in leaves in the same cycle, the oldest where it wants to go,
/// others by whatever link is left ("hot potato"). A packet is one flit.
///
/// Ports:     links in topology port order; the last is the terminal port.
/// Timing:    zero-load latency 1 cycle from a packet's arrival to its output register.
/// Deadlock:  free: nothing waits but what is to be injected.
/// Livelock:  free: packets are in one order, by age, and the oldest of all comes nearer with each hop.
/// Starves:   a node injects only if a link is left, so one with busy neighbours can starve.
class DeflectionRouter final : public switchyard::RouterCore {
 public:
  /// `buffer`: packets that may wait for injection, and at the terminal.
  DeflectionRouter(const switchyard::RouterPlace& place, int buffer);

  void reset() override;
  bool step(const switchyard::PortInputs& inputs, switchyard::PortOutputs& outputs) override;
  void visit_buffers(const std::function<void(const switchyard::BufferView&)>& visit) const override;
  std::vector<switchyard::WaitFor> waits_for(const switchyard::BufferRef&) const override { return {}; }

 private:
  void send(const switchyard::Flit& packet, switchyard::PortOutputs& outputs);

  const switchyard::NodeId node_;
  const switchyard::PortId terminal_;
  const int buffer_;
  const switchyard::RoutingFunction& routing_;
  switchyard::PortMask links_ = 0;
  std::deque<switchyard::Flit> waiting_;  ///< To be injected.
  int room_;                              ///< At the terminal.
};

/// YAML to a checked router. Config: injection_buffer.
std::optional<switchyard::RouterPlan> read_deflection_router(const switchyard::ConfigNode& root,
                                                             std::optional<int> queues);
