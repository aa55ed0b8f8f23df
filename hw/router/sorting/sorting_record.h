#pragma once

#include <cstdint>
#include <optional>

#include "hw/base/flit.h"

namespace switchyard {

/// Numbers of processors, and of groups of them, take so many bits: networks have 4096 processors at most.
inline constexpr int kIndexBits = 13;
/// The destination of one who wants nothing: above all others.
inline constexpr NodeId kNowhere = (NodeId{1} << kIndexBits) - 1;

/// What processors of an exchange machine send each other: a request, a reply or an item.
struct SortingRecord {
  NodeId destination = kNowhere;
  NodeId issuer = 0;
  NodeId rank = 0;          ///< Where concentrate() takes it.
  NodeId high = 0;          ///< The last processor for which generalize() makes copies of it.
  std::uint32_t value = 0;  ///< What it carries.
  bool carry = false;       ///< shift() takes it over the next bit, too.
  friend bool operator==(const SortingRecord&, const SortingRecord&) = default;
};

/// What a processor knows of the block of processors that it has heard of.
struct SortingCounts {
  NodeId number = 0;  ///< RANK: marked processors below it. LEADERS: groups that begin at or below it.
  NodeId total = 0;   ///< The same, of the whole block.
  NodeId low = 0;     ///< LEADERS: the destinations at both ends of the block.
  NodeId high = 0;
  bool first = false;  ///< It is the first, or the last, of its group.
  bool last = false;
  friend bool operator==(const SortingCounts&, const SortingCounts&) = default;
};

/// The VC of a flit says what it is.
enum class SortingFlit : std::uint8_t {
  Record,
  NoRecord,  ///< At a terminal: in the place of one.
  Counts,
  Word,  ///< At a terminal: the word of memory that a processor has.
  Start  ///< From a terminal: the number of the program that begins.
};
inline constexpr int kSortingVcs = 5;

inline Flit sorting_flit(SortingFlit kind, std::uint32_t packet = 0, NodeId destination = 0,
                         std::uint32_t payload = 0) {
  return {packet, destination, payload, /*remaining=*/1, static_cast<std::uint8_t>(kind), /*head=*/true};
}

/// As it goes over a link: 2 kIndexBits + 1, 2 kIndexBits and 32 bits.
inline Flit to_flit(const SortingRecord& record) {
  const std::uint32_t carry = record.carry ? 1U << 2 * kIndexBits : 0;
  return sorting_flit(SortingFlit::Record, record.issuer | record.rank << kIndexBits | carry,
                      record.destination | record.high << kIndexBits, record.value);
}
inline Flit to_flit(const SortingCounts& counts) {
  const std::uint32_t ends =
      (counts.first ? 1U << 2 * kIndexBits : 0) | (counts.last ? 2U << 2 * kIndexBits : 0);
  return sorting_flit(SortingFlit::Counts, counts.number | counts.total << kIndexBits | ends,
                      counts.low | counts.high << kIndexBits);
}
inline Flit to_flit(const std::optional<SortingRecord>& record) {
  return record ? to_flit(*record) : sorting_flit(SortingFlit::NoRecord);
}

inline SortingRecord record_of(const Flit& flit) {
  return {.destination = flit.destination & kNowhere,
          .issuer = flit.packet & kNowhere,
          .rank = flit.packet >> kIndexBits & kNowhere,
          .high = flit.destination >> kIndexBits & kNowhere,
          .value = flit.payload,
          .carry = (flit.packet >> 2 * kIndexBits & 1) != 0};
}
inline SortingCounts counts_of(const Flit& flit) {
  return {.number = flit.packet & kNowhere,
          .total = flit.packet >> kIndexBits & kNowhere,
          .low = flit.destination & kNowhere,
          .high = flit.destination >> kIndexBits & kNowhere,
          .first = (flit.packet >> 2 * kIndexBits & 1) != 0,
          .last = (flit.packet >> (2 * kIndexBits + 1) & 1) != 0};
}

}  // namespace switchyard
