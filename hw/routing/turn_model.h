#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Minimal routing on a mesh, adaptive but for the turns that would close a cycle. Any VC may be taken.
///
/// In two dimensions down in dimension 0 is west, up in it east, down in dimension 1 south, up in it north.
///
///   west_first       west hops come before all others
///   north_last       north hops come after all others
///   negative_first   hops down come before hops up, in any dimension
///   odd_even         east to north or south in odd columns only, north or south to west in even ones only
///
/// Deadlock: free with one VC: the channel dependencies have no cycle. No escape is needed.
/// Differs:  odd_even asks by which port a packet came, not where it started, to know whether it turns: the
///           same paths, without the source in the head flit.
/// Source:   Glass, Ni, "The Turn Model for Adaptive Routing", ISCA 1992; Chiu, "The Odd-Even Turn Model for
///           Adaptive Routing", IEEE TPDS 11(7), 2000.
class TurnModel final : public RoutingFunction {
 public:
  enum class Rule : std::uint8_t { WestFirst, NorthLast, NegativeFirst, OddEven };
  static inline const std::array<std::string, 4> kRules{"west_first", "north_last", "negative_first",
                                                        "odd_even"};

  /// `mesh` must outlive this object, and has two dimensions unless the rule is negative_first.
  TurnModel(const Grid& mesh, Rule rule, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return rule_ == Rule::OddEven; }
  std::size_t max_choices() const override { return mesh_.dimensions(); }

 private:
  PortMask allowed(const RouteQuery& query, PortMask minimal) const;
  PortMask allowed_by_columns(const RouteQuery& query) const;

  const Grid& mesh_;
  Rule rule_;
  VcMask vcs_;
  PortMask downward_ = 0;  ///< Ports down, in any dimension.
};

}  // namespace switchyard
