#pragma once

#include <initializer_list>
#include <vector>

#include "hw/terminal/terminal.h"

namespace switchyard {

/// Passes what it sees on to several observers, in the order in which they were added.
class ObserverList final : public LinkObserver {
 public:
  ObserverList() = default;
  ObserverList(std::initializer_list<LinkObserver*> observers) : observers_(observers) {}
  void add(LinkObserver* observer) { observers_.push_back(observer); }

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    for (LinkObserver* observer : observers_) observer->at_router(now, node, arrivals);
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    for (LinkObserver* observer : observers_) observer->at_terminal(now, node, arrivals);
  }

 private:
  std::vector<LinkObserver*> observers_;
};

}  // namespace switchyard
