#include "tlm/socket/region_map.h"

#include <algorithm>

namespace switchyard {

void RegionMap::add(const Region& region) {
  const auto later = std::upper_bound(regions_.begin(), regions_.end(), region,
                                      [](const Region& a, const Region& b) { return a.first < b.first; });
  regions_.insert(later, region);
}

const Region* RegionMap::find(Address address) const {
  const auto later = std::upper_bound(regions_.begin(), regions_.end(), address,
                                      [](Address a, const Region& region) { return a < region.first; });
  if (later == regions_.begin()) return nullptr;
  const Region& region = *(later - 1);
  return region.contains(address) ? &region : nullptr;
}

const Region* RegionMap::find(Address address, std::uint64_t bytes) const {
  const Region* const region = find(address);
  return region != nullptr && bytes - 1 <= region->last - address ? region : nullptr;
}

const Region* RegionMap::overlap(const Region& region) const {
  for (const Region& other : regions_) {
    if (other.overlaps(region)) return &other;
  }
  return nullptr;
}

}  // namespace switchyard
