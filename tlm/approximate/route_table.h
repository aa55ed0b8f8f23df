#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hw/routing/routing_function.h"

namespace switchyard {

/// A routing function whose answers are kept: by position and destination, where that is all that they depend
/// on and the network is not too large.
class RouteTable {
 public:
  /// The choices of RouteSet, the first 15 in a cache line.
  struct alignas(64) Answer {
    std::uint16_t count = 0;
    std::uint16_t direct = 0;  ///< Of these are no detours; they come first.
    std::array<RouteChoice, RouteSet::kCapacity> choices;

    const RouteChoice* begin() const { return choices.data(); }
    const RouteChoice* end() const { return choices.data() + count; }
    void add(const RouteChoice& choice) {
      choices[count++] = choice;
      if (choice.preference != Preference::Detour) direct = count;
    }
  };
  static constexpr std::size_t kMaxPairs = std::size_t{1} << 20;

  RouteTable(const RoutingFunction& routing, NodeId nodes)
      : routing_(routing),
        nodes_(nodes),
        answers_(1),
        known_(routing.looks_at_held() || std::size_t{nodes} * nodes > kMaxPairs
                   ? 0
                   : std::size_t{nodes} * nodes) {}

  /// Valid until the next call.
  const Answer& route(const RouteQuery& query) {
    if (known_.empty()) {
      ask(query, answers_[0]);
      return answers_[0];
    }
    std::uint16_t& answer = known_[std::size_t{query.here} * nodes_ + query.destination];
    if (answer == 0) {
      ask(query, answers_[0]);
      answer = index_of_last();
    }
    return answers_[answer];
  }

 private:
  void ask(const RouteQuery& query, Answer& answer) const {
    RouteSet routes;
    routing_.route(query, routes);
    answer.count = answer.direct = 0;
    for (const RouteChoice& choice : routes) answer.add(choice);
  }
  /// Where the last answer is kept.
  std::uint16_t index_of_last() {
    const Answer& wanted = answers_[0];
    for (std::size_t i = 1; i < answers_.size(); ++i) {
      if (std::equal(wanted.begin(), wanted.end(), answers_[i].begin(), answers_[i].end()))
        return static_cast<std::uint16_t>(i);
    }
    answers_.push_back(wanted);
    return static_cast<std::uint16_t>(answers_.size() - 1);
  }

  const RoutingFunction& routing_;
  std::size_t nodes_;
  std::vector<Answer> answers_;       ///< The different ones; 0 is what was asked for last.
  std::vector<std::uint16_t> known_;  ///< [here][destination]; 0: not asked for yet. Empty: none are kept.
};

}  // namespace switchyard
