#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "hw/routing/routing_function.h"

namespace switchyard {

/// A routing function some of whose answers are changed, to see who notices.
class ChangedRouting final : public RoutingFunction {
 public:
  /// `change(query, choice)` may change the choice; the choice goes if it returns false.
  using Change = std::function<bool(const RouteQuery&, RouteChoice&)>;

  ChangedRouting(std::unique_ptr<RoutingFunction> routing, Change change)
      : routing_(std::move(routing)), change_(std::move(change)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet right;
    routing_->route(query, right);
    for (RouteChoice choice : right) {
      if (change_(query, choice)) routes.add(choice.port, choice.vcs, choice.preference);
    }
  }
  bool stops_at_destination() const override { return routing_->stops_at_destination(); }
  std::size_t max_choices() const override { return routing_->max_choices(); }

 private:
  std::unique_ptr<RoutingFunction> routing_;
  Change change_;
};

}  // namespace switchyard
