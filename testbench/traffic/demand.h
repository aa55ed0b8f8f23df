#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/pattern.h"

namespace switchyard {

/// What every terminal sends to every other in the long run, in the mean of what those send that send at all.
class Demand {
 public:
  /// A part of it: a pattern, and what each terminal creates by it.
  struct Part {
    std::shared_ptr<const Pattern> pattern;
    std::vector<double> rates;  ///< [source]: flits per cycle, in a unit that is the same for all parts.
  };

  /// Precondition: some rate is above 0.
  explicit Demand(std::vector<Part> parts);

  double rate(NodeId source) const;
  double rate(NodeId source, NodeId destination) const;
  /// How many terminals send.
  NodeId senders() const { return senders_; }
  /// Whether each terminal sends as much as every other, to all as likely.
  bool uniform() const;

 private:
  std::vector<Part> parts_;
  NodeId senders_ = 0;
};

}  // namespace switchyard
