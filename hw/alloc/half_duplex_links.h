#pragma once

#include <algorithm>
#include <vector>

#include "hw/alloc/half_duplex_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// A node's sides of the arbiters of all its half-duplex links. By default its links are full duplex: they
/// are granted in every cycle, and nobody has to ask for them.
class HalfDuplexLinks {
 public:
  HalfDuplexLinks() = default;
  /// By port. `first`: see HalfDuplexArbiter. `terminals`: ports that have no such link.
  HalfDuplexLinks(const std::vector<int>& latency, const std::vector<bool>& first, PortMask terminals)
      : linked_(low_bits<PortMask>(latency.size()) & ~terminals) {
    for (std::size_t p = 0; p < latency.size(); ++p) links_.emplace_back(first[p], std::max(latency[p], 1));
  }

  bool half_duplex() const { return !links_.empty(); }
  void reset() {
    for (HalfDuplexArbiter& link : links_) link.reset();
  }

  /// Starts a cycle: the ports over which this node may send in it.
  PortMask grant(PortMask far_requests) {
    if (!half_duplex()) return ~PortMask{0};
    PortMask granted = ~linked_;
    for (const PortId p : linked_) granted.set(p, links_[p].grant(far_requests.test(p)));
    return granted;
  }

  /// Ends the cycle: asks for links. Returns the requests that go out.
  PortMask request(PortMask wanted) {
    for (const PortId p : linked_) links_[p].request(wanted.test(p));
    return wanted & linked_;
  }

  /// Requests of this node are still to be decided.
  bool busy() const {
    return std::any_of(links_.begin(), links_.end(),
                       [](const HalfDuplexArbiter& link) { return link.busy(); });
  }

 private:
  PortMask linked_ = 0;                   ///< Ports with a link.
  std::vector<HalfDuplexArbiter> links_;  ///< [port]; empty if the links are full duplex.
};

}  // namespace switchyard
