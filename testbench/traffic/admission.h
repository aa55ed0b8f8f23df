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

  bool refuses(TerminalId source, TerminalId destination, Cycle now) const;
  /// Whether the node is where the terminal sends.
  bool is_faulty(TerminalId source, Cycle now) const { return is_faulty_node(entry_of(source), now); }
  /// The first cycle after `now` in which a fault of that node begins or ends.
  Cycle next_change(TerminalId source, Cycle now) const;

 private:
  NodeId entry_of(TerminalId source) const { return design_.topology->attachment(source).entry.node; }
  bool is_faulty_node(NodeId node, Cycle now) const;

  const Design& design_;
};

}  // namespace switchyard
