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
  /// By port, the terminal port's last, which is left out. `first`: see HalfDuplexArbiter.
  HalfDuplexLinks(const std::vector<int>& latency, const std::vector<bool>& first) {
    for (std::size_t p = 0; p + 1 < latency.size(); ++p) {
      links_.emplace_back(first[p], std::max(latency[p], 1));
    }
  }

  bool half_duplex() const { return !links_.empty(); }
  void reset() {
    for (HalfDuplexArbiter& link : links_) link.reset();
  }

  /// Starts a cycle: the ports over which this node may send in it.
  PortMask grant(PortMask far_requests) {
    if (!half_duplex()) return ~PortMask{0};
    PortMask granted = ~low_bits<PortMask>(links_.size());
    for (std::size_t p = 0; p < links_.size(); ++p) {
      const auto link = bit<PortMask>(p);
      if (links_[p].grant((far_requests & link) != 0)) granted |= link;
    }
    return granted;
  }

  /// Ends the cycle: asks for links. Returns the requests that go out.
  PortMask request(PortMask wanted) {
    for (std::size_t p = 0; p < links_.size(); ++p) links_[p].request(wanted.test(p));
    return wanted & low_bits<PortMask>(links_.size());
  }

  /// Requests of this node are still to be decided.
  bool busy() const {
    return std::any_of(links_.begin(), links_.end(),
                       [](const HalfDuplexArbiter& link) { return link.busy(); });
  }

 private:
  std::vector<HalfDuplexArbiter> links_;  ///< [port]; empty if the links are full duplex.
};

}  // namespace switchyard
