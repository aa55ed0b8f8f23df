#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// How the VCs of each port are shared out among virtual networks, in order: the first has VCs 0 .. n-1, and
/// so on. A packet stays in the virtual network by which it entered, from its source to its destination.
class VirtualNetworks {
 public:
  VirtualNetworks() = default;  ///< One, of one VC.
  /// One, of that many VCs.
  explicit VirtualNetworks(int vcs) : sizes_{vcs} {}
  /// `sizes`: VCs of each; at least one network, none of them empty. `priorities`: of each, or none where all
  /// are alike.
  explicit VirtualNetworks(std::vector<int> sizes, std::vector<int> priorities = {})
      : sizes_(std::move(sizes)), priorities_(std::move(priorities)) {}

  int count() const { return static_cast<int>(sizes_.size()); }
  int size(int network) const { return sizes_[static_cast<std::size_t>(network)]; }
  int smallest() const { return *std::min_element(sizes_.begin(), sizes_.end()); }
  VcId first(int network) const { return std::accumulate(sizes_.begin(), sizes_.begin() + network, VcId{0}); }
  VcMask vcs(int network) const { return first_vcs(network, size(network)); }
  /// The lowest `n` of a network.
  VcMask first_vcs(int network, int n) const {
    const VcId first = this->first(network);
    return low_bits<VcMask>(first + n) & ~low_bits<VcMask>(first);
  }
  int priority(int network) const {
    return priorities_.empty() ? 0 : priorities_[static_cast<std::size_t>(network)];
  }
  /// Those of `requests` whose virtual network has the highest priority of all that request.
  VcMask foremost(VcMask requests) const {
    VcMask first = requests;
    int highest = -1;
    for (int network = 0; network < count() && !priorities_.empty(); ++network) {
      const VcMask of_network = requests & vcs(network);
      if (of_network == 0 || priority(network) < highest) continue;
      first = priority(network) == highest ? first | of_network : of_network;
      highest = priority(network);
    }
    return first;
  }
  /// The one to which `vc` belongs. Precondition: it belongs to one.
  int of(VcId vc) const {
    int network = 0;
    while (!vcs(network).test(vc)) ++network;
    return network;
  }

 private:
  std::vector<int> sizes_{1};
  std::vector<int> priorities_;  ///< [network], 0 or more; none: all are alike.
};

}  // namespace switchyard
