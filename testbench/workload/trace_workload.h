#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/workload/trace.h"

namespace switchyard {

/// Plays a trace that is in memory.
class TraceWorkload final : public PacketSource {
 public:
  explicit TraceWorkload(std::shared_ptr<const Trace> trace);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<std::size_t> played_;  ///< Packets of each source so far.
};

/// Config:  file (CSV, relative to the configuration; its columns are those of TraceReader).
///
/// A file in order of cycles is read as a TraceStream while the run goes on. One that is not is sorted in
/// memory before the run: a fault if there is too little. So is what is no file, as a pipe, which can be read
/// only once.
Injection build_trace_workload(const TrafficContext& context);

}  // namespace switchyard
