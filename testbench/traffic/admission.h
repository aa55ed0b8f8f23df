#pragma once

#include "hw/design/design.h"

namespace switchyard {

/// Which packets faults keep from setting out: those that cannot arrive, and those from or to a faulty node.
///
/// Differs:  every source knows at once which nodes are faulty; a real one would learn it from a timeout.
class Admission {
 public:
  /// `design` must outlive this object.
  explicit Admission(const Design& design) : design_(design) {}

  /// This, or null if nothing is ever refused.
  const Admission* if_any() const { return design_.faults.empty() ? nullptr : this; }

  bool refuses(NodeId source, NodeId destination, Cycle now) const;
  bool is_faulty(NodeId node, Cycle now) const;
  /// The first cycle after `now` in which a fault of the node begins or ends.
  Cycle next_change(NodeId node, Cycle now) const;

 private:
  const Design& design_;
};

}  // namespace switchyard
