#pragma once

#include <functional>
#include <memory>

#include "hw/router/router_core.h"

namespace switchyard {

/// What is attached to a port of a router: a network interface with its source and sink.
///
/// A one-port node on the same link contract as a router (port 0 of its inputs and outputs), whether it is
/// attached to one port or to two.
class Terminal : public InHugePages {
 public:
  virtual ~Terminal() = default;

  virtual void reset() = 0;
  /// Cycle `now`. Returns the next cycle in which it must be stepped even if nothing arrives
  /// (> now, or kNever).
  virtual Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) = 0;
};

/// Nobody sits there.
class IdleTerminal final : public Terminal {
 public:
  void reset() override {}
  Cycle step(Cycle, const PortInputs&, PortOutputs&) override { return kNever; }
};

using TerminalFactory = std::function<std::unique_ptr<Terminal>(TerminalId)>;

/// Sees all that crosses the links, where it arrives: flits at their sink, credits at their source.
///
/// Called once per node and cycle in which anything arrived, before the node is stepped; nodes of one cycle
/// come in no fixed order.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  virtual void at_router(Cycle now, NodeId node, const PortInputs& arrivals) = 0;
  virtual void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) = 0;
  /// Where a worker of a network that runs on several threads reports what arrives at its routers, while
  /// others report theirs; all else comes here. Null: the network is to run on one thread.
  virtual LinkObserver* for_worker(std::size_t /*worker*/) { return nullptr; }
  /// A cycle is over to which workers may have added: nobody reports anything meanwhile.
  virtual void gather() {}
  /// Hint that at_router() comes soon for this node.
  virtual void prefetch_router(NodeId /*node*/) const {}
};

}  // namespace switchyard
