#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/cosim/pin_comparison.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/rtl_router.h"

namespace switchyard {

/// A whole router, as model and as RTL. It is itself a RouterCore, so the pair can stand at any node of a
/// network.
///
/// The network goes on with what the model did, and who looks into the router sees the model. In every cycle,
/// also in those that the shell leaves out, every output of the RTL must be what the model drove in the cycle
/// before: all bits of the flit of every port, zero where none leaves; the credits; busy_o if and only if the
/// model asked to be stepped, drove something or stores a flit. The first difference goes to the log, which
/// stops the run.
class WholeRouterLockstep final : public RouterCore {
 public:
  /// `log` must outlive this object.
  WholeRouterLockstep(NodeId node, const Design& design, std::unique_ptr<RtlRouter> rtl, DivergenceLog& log);
  WholeRouterLockstep(const WholeRouterLockstep&) = delete;  // The RTL calls it.

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;

  void set_faulty_ports(PortMask ports) override { model_->set_faulty_ports(ports); }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    model_->visit_buffers(visit);
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override { return model_->waits_for(buffer); }
  std::string buffer_name(const BufferRef& buffer) const override { return model_->buffer_name(buffer); }

  WaveGuest& model_waves() { return comparison_; }

 private:
  void compare(Cycle cycle);
  void expect(const PortOutputs& outputs);
  bool stores_a_flit() const;

  RouterPlaces places_;
  std::unique_ptr<RouterCore> model_;
  std::unique_ptr<RtlRouter> rtl_;
  PinComparison comparison_;
  PortOutputs driven_;           ///< By the model in the present cycle; nothing if it was not stepped.
  bool model_is_awake_ = false;  ///< It asked in the present cycle to be stepped in the next one.
};

}  // namespace switchyard
