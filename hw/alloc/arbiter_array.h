#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace switchyard {

/// `count` arbiters of so many requesters each.
template <class Arbiter>
std::vector<Arbiter> make_arbiters(int count, [[maybe_unused]] int requesters) {
  if constexpr (std::is_constructible_v<Arbiter, int>)
    return std::vector<Arbiter>(count, Arbiter(requesters));
  else
    return std::vector<Arbiter>(count);
}

/// Arbiter i starts at `starts[i]`; those that are not given one, at 0.
template <class Arbiters>
void reset_arbiters(Arbiters& arbiters, std::span<const int> starts) {
  for (std::size_t i = 0; i < arbiters.size(); ++i) arbiters[i].reset(i < starts.size() ? starts[i] : 0);
}

}  // namespace switchyard
