#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/cosim/lockstep.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/rtl_router.h"

namespace switchyard {

/// A whole router, as model and as RTL.
///
/// Who looks into the router sees the model. What every output of the RTL must be is what the model drove in
/// the cycle before: all bits of the flit of every port, zero where none leaves; the credits; the requests;
/// busy_o, if there is one, if and only if the model asked to be stepped, drove something or stores a flit.
class WholeRouterLockstep final : public Lockstep<RouterCore, RouterCore, RtlRouter> {
 public:
  using Lockstep::model;

  WholeRouterLockstep(NodeId node, const Design& design, std::unique_ptr<RtlRouter> rtl, DivergenceLog& log);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;

  void set_faulty_ports(PortMask ports) override {
    rtl().set_faulty_ports(ports);
    model().set_faulty_ports(ports);
  }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    model().visit_buffers(visit);
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override { return model().waits_for(buffer); }
  std::string buffer_name(const BufferRef& buffer) const override { return model().buffer_name(buffer); }

 private:
  void complete_expected() override;
  bool stores_a_flit() const;

  RouterPlaces places_;
  PortOutputs driven_;           ///< By the model in the present cycle; nothing if it was not stepped.
  bool model_is_awake_ = false;  ///< It asked in the present cycle to be stepped in the next one.
};

}  // namespace switchyard
