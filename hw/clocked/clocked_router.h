#pragma once

#include <memory>

#include "hw/clocked/clocked_node.h"
#include "hw/terminal/terminal.h"

namespace switchyard {

/// Pin-level shell around any router core: sample, step, drive. It holds no policy of its own.
///
/// Throws:  std::invalid_argument from the constructor if `core` is null.
class ClockedRouter final : public ClockedNode {
 public:
  /// Bit p: the link at port p is faulty. Left open where no link ever is.
  sc_core::sc_port<sc_core::sc_signal_in_if<PortMask>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> faulty_i{
      "faulty_i"};

  /// `observer` may be null.
  ClockedRouter(const sc_core::sc_module_name& name, NodeId node, int ports, bool half_duplex,
                std::unique_ptr<RouterCore> core, LinkObserver* observer);

  const RouterCore& core() const { return *core_; }

 private:
  void reset_core() override { core_->reset(); }
  Cycle step_core(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;
  void end_of_elaboration() override;
  void on_status();

  NodeId node_;
  std::unique_ptr<RouterCore> core_;
  LinkObserver* observer_;
};

/// Pin-level shell around a network interface; its one port faces that of a router, or of two.
///
/// Throws:  std::invalid_argument from the constructor if `core` is null.
class ClockedTerminal final : public ClockedNode {
 public:
  /// `observer` may be null.
  ClockedTerminal(const sc_core::sc_module_name& name, TerminalId terminal, std::unique_ptr<Terminal> core,
                  LinkObserver* observer);

  using ClockedNode::wake;

 private:
  void reset_core() override { core_->reset(); }
  Cycle step_core(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  TerminalId terminal_;
  std::unique_ptr<Terminal> core_;
  LinkObserver* observer_;
};

}  // namespace switchyard
