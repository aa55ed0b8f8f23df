#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/workload/trace.h"

namespace switchyard {

/// Plays a trace.
///
/// Config:  file (CSV, relative to the configuration; its columns are those of read_trace).
class TraceWorkload final : public PacketSource {
 public:
  explicit TraceWorkload(std::shared_ptr<const Trace> trace);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<std::size_t> played_;  ///< Packets of each source so far.
};

Injection build_trace_workload(const TrafficContext& context);

}  // namespace switchyard
