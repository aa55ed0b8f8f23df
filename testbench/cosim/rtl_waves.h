#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "testbench/cosim/rtl_model.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

/// The signals of all RTL in a network, as a guest of a wave file. Routers that the file leaves out are not
/// traced.
class RtlWaves final : public WaveGuest {
 public:
  /// The models, by their nodes, must outlive this object.
  explicit RtlWaves(std::map<NodeId, RtlModel*> models) : models_(std::move(models)) {}

  void declare(NodeId router, WaveTree& tree, const WaveClock& clock) override {
    const auto model = models_.find(router);
    if (model == models_.end()) return;
    declared_.push_back(model->second->waves());
    declared_.back()->declare(router, tree, clock);
  }
  void dump(Cycle from, Cycle to) override {
    for (const auto& waves : declared_) waves->dump(from, to);
  }
  void sample(VcdWriter& vcd) override {
    for (const auto& waves : declared_) waves->sample(vcd);
  }

 private:
  std::map<NodeId, RtlModel*> models_;
  std::vector<std::unique_ptr<WaveGuest>> declared_;
};

}  // namespace switchyard
