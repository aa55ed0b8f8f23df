#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "testbench/cosim/router/own_rtl.h"

namespace switchyard {

/// A router that exists in RTL only, at a node of a network: what the RTL drives goes on the links. It has
/// every cycle, and nobody sees its buffers.
class RtlOnlyRouter final : public RouterCore {
 public:
  explicit RtlOnlyRouter(std::unique_ptr<OwnRtlRouter> rtl) : rtl_(std::move(rtl)) {}

  void reset() override { rtl_->reset(); }
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    rtl_->step(inputs);
    rtl_->drive(outputs);
    return true;
  }
  void visit_buffers(const std::function<void(const BufferView&)>& /*visit*/) const override {}
  std::vector<WaitFor> waits_for(const BufferRef& /*buffer*/) const override { return {}; }

 private:
  std::unique_ptr<OwnRtlRouter> rtl_;
};

}  // namespace switchyard
