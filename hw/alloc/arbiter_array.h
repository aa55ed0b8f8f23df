#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace switchyard {

/// Up to kMax arbiters; those that do not depend on how many requesters they have are small and in place.
template <class Arbiter, std::size_t kMax>
using Arbiters = std::conditional_t<std::is_constructible_v<Arbiter, int>, std::vector<Arbiter>,
                                    std::array<Arbiter, kMax>>;

/// `count` arbiters of so many requesters each.
template <class Arbiter, std::size_t kMax>
Arbiters<Arbiter, kMax> make_arbiters([[maybe_unused]] int count, [[maybe_unused]] int requesters) {
  if constexpr (std::is_constructible_v<Arbiter, int>)
    return Arbiters<Arbiter, kMax>(count, Arbiter(requesters));
  else
    return {};
}

/// Arbiter i starts at `starts[i]`; those that are not given one, at 0.
template <class Arbiters>
void reset_arbiters(Arbiters& arbiters, std::span<const int> starts) {
  for (std::size_t i = 0; i < arbiters.size(); ++i) arbiters[i].reset(i < starts.size() ? starts[i] : 0);
}

}  // namespace switchyard
