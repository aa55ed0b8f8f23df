#pragma once

#include <memory>

#include "testbench/cosim/buffers/buffer_pins.h"
#include "testbench/cosim/buffers/model_buffers.h"
#include "testbench/cosim/buffers/rtl_buffers.h"
#include "testbench/cosim/pin_comparison.h"

namespace switchyard {

/// The buffers of a mesh node, as model and as RTL. It is itself a BufferBlock, so the pair can stand inside
/// any node.
///
/// The node goes on with what the model did. In every cycle, also in those that the node leaves out, every
/// output of the RTL must be the model's, and zero where nothing leaves. The first difference goes to the
/// log, which stops the run.
class LockstepBuffers final : public BufferBlock {
 public:
  /// `log` must outlive this object.
  LockstepBuffers(NodeId node, const BufferSite& site, std::unique_ptr<RtlBuffers> rtl, DivergenceLog& log);
  LockstepBuffers(const LockstepBuffers&) = delete;  // The RTL calls it.

  void reset() override;
  BufferDepartures step(const BufferArrivals& arrivals) override;

  WaveGuest& model_waves() { return comparison_; }

 private:
  void expect(const BufferDepartures& departures);

  NodeId side_;
  int banks_;
  BufferPlaces places_;
  ModelBuffers model_;
  std::unique_ptr<RtlBuffers> rtl_;
  PinComparison comparison_;
};

}  // namespace switchyard
