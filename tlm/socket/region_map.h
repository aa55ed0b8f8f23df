#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace switchyard {

using Address = std::uint64_t;

/// Addresses first .. last of the initiators, which are those from `offset` on of a target.
struct Region {
  Address first = 0;
  Address last = 0;
  std::size_t target = 0;  ///< Index of its socket.
  Address offset = 0;

  bool contains(Address address) const { return first <= address && address <= last; }
  bool overlaps(const Region& other) const { return first <= other.last && other.first <= last; }
  Address to_target(Address address) const { return address - first + offset; }
  Address from_target(Address address) const { return address - offset + first; }
};

/// Which addresses belong to which target. Addresses may be all of 0 .. 2^64 - 1.
class RegionMap {
 public:
  /// Precondition: it overlaps no other.
  void add(const Region& region);
  /// The region of an address; null if there is none.
  const Region* find(Address address) const;
  /// The one that holds all of `bytes` addresses from `address` on; null if there is none.
  /// Precondition: bytes >= 1.
  const Region* find(Address address, std::uint64_t bytes) const;
  /// The first one that shares an address with `region`; null if there is none.
  const Region* overlap(const Region& region) const;

  const std::vector<Region>& regions() const { return regions_; }  ///< In order of addresses.

 private:
  std::vector<Region> regions_;
};

}  // namespace switchyard
