#pragma once

#include <memory>

#include "testbench/traffic/packet_source.h"

namespace switchyard {

/// When a part of the traffic is there.
struct Phase {
  Cycle begin = 0;
  Cycle cycles = kNever;  ///< kNever: to the end.
  Cycle period = 0;       ///< It comes again after so many cycles, no fewer than its own; 0: it does not.
};

/// Another source, whose time stands still outside of its phase.
class PhaseSource final : public PacketSource {
 public:
  PhaseSource(std::unique_ptr<PacketSource> source, const Phase& phase);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return source_->finite(); }

 private:
  std::unique_ptr<PacketSource> source_;
  Phase phase_;
};

}  // namespace switchyard
