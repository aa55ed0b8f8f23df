#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/recency_order.h"
#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// How a router chooses among the output ports that are legal and free; the names are those of the YAML.
enum class Selection : std::uint8_t { First, Random, LeastLoaded };
inline const std::array<std::string, 3> kSelections{"first", "random", "least_loaded"};

/// The greatest wins least_loaded: by the room behind the port, and of equals by the port that was taken
/// least recently.
template <std::size_t kMaxRanks>
int merit_of(PortId port, int room, const RecencyOrder<kMaxRanks>& order) {
  return room * static_cast<int>(kMaxRanks) - order.rank(port);
}

/// Whether a candidate takes the place of the best one before it, where they are found one by one. `found`:
/// how many there are so far, with this one, so that each is as likely as the others if they are random.
inline bool is_chosen(Selection selection, int merit, int best_merit, std::uint32_t found,
                      RandomStream& random) {
  if (found == 1) return true;
  switch (selection) {
    case Selection::First: break;
    case Selection::Random: return random.below(found) == 0;
    case Selection::LeastLoaded: return merit > best_merit;
  }
  return false;
}

/// The port of `ports` that is chosen, and that is used now. `room(port)`: free slots behind it.
/// Precondition: `ports != 0`.
template <class Room>
PortId select_port(Selection selection, PortMask ports, Lfsr& lfsr, RecencyOrder<kMaxPorts>& order,
                   Room&& room) {
  if (selection == Selection::Random) return nth_bit(ports, lfsr.choose(count_bits(ports)));
  PortId best = lowest_bit(ports);
  if (selection == Selection::First) return best;
  for_each_bit(ports, [&](PortId p) {
    if (merit_of(p, room(p), order) > merit_of(best, room(best), order)) best = p;
  });
  order.take(best);
  return best;
}

}  // namespace switchyard
