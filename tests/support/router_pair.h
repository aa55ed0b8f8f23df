#pragma once

#include <string>
#include <vector>

#include "testbench/cosim/router/rtl_router.h"
#include "testbench/cosim/router/whole_router_lockstep.h"

namespace switchyard {

/// Model and RTL of one router, and the first place at which they differ.
class RouterPair {
 public:
  RouterPair(const Design& design, NodeId node, const RtlOptions& options = {})
      : router_(node, design, make_rtl_router(design, node, options), log_) {}

  WholeRouterLockstep& router() { return router_; }
  std::string difference() const { return log_.first() ? describe(*log_.first()) : ""; }

  /// Runs it in some traffic and returns how many flits have left it.
  template <class Neighbours>
  std::int64_t run(Neighbours& neighbours, Cycle cycles) {
    std::int64_t flits = 0;
    PortOutputs outputs;
    for (Cycle cycle = 0; cycle < cycles && !log_.first(); ++cycle) {
      outputs.clear();
      router_.step(neighbours.next(), outputs);
      neighbours.take(outputs);
      flits += outputs.flit_ports.count();
    }
    return flits;
  }

 private:
  DivergenceLog log_{{.recent_events = [](NodeId) { return std::vector<std::string>{}; }, .stop = [] {}}};
  WholeRouterLockstep router_;
};

}  // namespace switchyard
