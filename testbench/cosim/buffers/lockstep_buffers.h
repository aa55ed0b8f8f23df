#pragma once

#include <memory>

#include "testbench/cosim/buffers/buffer_pins.h"
#include "testbench/cosim/buffers/model_buffers.h"
#include "testbench/cosim/buffers/rtl_buffers.h"
#include "testbench/cosim/lockstep.h"

namespace switchyard {

/// The buffers of a mesh node, as model and as RTL.
class LockstepBuffers final : public Lockstep<BufferBlock, ModelBuffers, RtlBuffers> {
 public:
  LockstepBuffers(NodeId node, const BufferSite& site, std::unique_ptr<RtlBuffers> rtl, DivergenceLog& log);

  BufferDepartures step(const BufferArrivals& arrivals) override;

 private:
  void expect(const BufferDepartures& departures);

  NodeId side_;
  int banks_;
  BufferPlaces places_;
};

}  // namespace switchyard
