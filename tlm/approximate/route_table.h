#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hw/routing/routing_function.h"
#include "tlm/approximate/approximate_network.h"

namespace switchyard {

/// A routing function whose answers are kept: by position and destination, where that is all that they depend
/// on and the network is not too large.
class RouteTable {
 public:
  /// The choices of RouteSet, in a cache line.
  struct alignas(64) Answer {
    static constexpr std::size_t kCapacity = 15;

    std::array<RouteChoice, kCapacity> choices;
    std::uint32_t count = 0;

    const RouteChoice* begin() const { return choices.data(); }
    const RouteChoice* end() const { return choices.data() + count; }
    void add(const RouteChoice& choice) { choices[count++] = choice; }
  };
  static constexpr std::size_t kMaxPairs = std::size_t{1} << 20;

  /// Errors: NoModel if an answer may have more choices than there is room for.
  RouteTable(const RoutingFunction& routing, NodeId nodes)
      : routing_(routing),
        nodes_(nodes),
        answers_(1),
        known_(routing.looks_at_held() || std::size_t{nodes} * nodes > kMaxPairs
                   ? 0
                   : std::size_t{nodes} * nodes) {
    if (routing.max_choices() > Answer::kCapacity)
      throw NoModel("routing.kind", "answers of " + std::to_string(routing.max_choices()) + " choices, of " +
                                        std::to_string(Answer::kCapacity) + " at most");
  }

  /// Valid until the next call.
  const Answer& route(const RouteQuery& query) {
    if (known_.empty()) return answers_[0] = ask(query);
    std::uint16_t& answer = known_[std::size_t{query.here} * nodes_ + query.destination];
    if (answer == 0) answer = find(ask(query));
    return answers_[answer];
  }

 private:
  Answer ask(const RouteQuery& query) const {
    RouteSet routes;
    routing_.route(query, routes);
    Answer answer;
    for (const RouteChoice& choice : routes) answer.add(choice);
    return answer;
  }
  std::uint16_t find(const Answer& wanted) {
    for (std::size_t i = 1; i < answers_.size(); ++i) {
      if (std::equal(wanted.begin(), wanted.end(), answers_[i].begin(), answers_[i].end()))
        return static_cast<std::uint16_t>(i);
    }
    answers_.push_back(wanted);
    return static_cast<std::uint16_t>(answers_.size() - 1);
  }

  const RoutingFunction& routing_;
  std::size_t nodes_;
  std::vector<Answer> answers_;       ///< The different ones; 0 is that of the last call if none are kept.
  std::vector<std::uint16_t> known_;  ///< [here][destination]; 0: not asked for yet. Empty: none are kept.
};

}  // namespace switchyard
