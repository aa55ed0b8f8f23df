#pragma once

#include <stdexcept>
#include <vector>

#include "hw/router/router_core.h"

namespace switchyard {

/// In the place of a router that exists as RTL only, for those who look at a design: it shows no buffers.
///
/// Errors: std::logic_error from step().
class AbsentModel final : public RouterCore {
 public:
  void reset() override {}
  bool step(const PortInputs&, PortOutputs&) override {
    throw std::logic_error("this router exists as RTL only");
  }
  void visit_buffers(const std::function<void(const BufferView&)>& /*visit*/) const override {}
  std::vector<WaitFor> waits_for(const BufferRef& /*buffer*/) const override { return {}; }
};

}  // namespace switchyard
