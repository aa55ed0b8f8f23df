#pragma once

#include <string>
#include <vector>

#include "hw/analysis/analysis_progress.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// A ring of classes whose terminals can all wait for each other, and who holds what in it.
struct MessageCycle {
  std::vector<std::string> classes;  ///< Each waits for replies to leave behind packets of the next.
  std::vector<std::string> holders;  ///< Each waits for the next, the last for the first.

  bool empty() const { return classes.empty(); }
};

/// Whether replies can wait, for ever, for requests that wait for replies: message-dependent deadlock.
///
/// A terminal whose reply buffer can be full does not take requests before a reply has left. So packets of
/// their virtual network wait for packets of that of the replies. If each virtual network is free of deadlock
/// where terminals take all that comes, the whole is free of it if no virtual network waits for itself in
/// this way. A reply buffer cannot be full that has room for as many requests as may be outstanding to it.
///
/// Source: Dally, Towles, "Principles and Practices of Interconnection Networks", 2004, section 14.1.3;
///         Song, Pinkston, "A Progressive Approach to Handling Message-Dependent Deadlock in Parallel
///         Computer Systems", IEEE TPDS 2003.
class MessageWaits {
 public:
  /// `experiment` must outlive it.
  explicit MessageWaits(const Experiment& experiment);

  const MessageCycle& cycle() const { return cycle_; }
  /// One line for each class whose terminals may wait: for what.
  std::vector<std::string> lines() const;

 private:
  const Experiment& experiment_;
  std::vector<std::size_t> blocking_;  ///< Labels of the classes that terminals may refuse to take.
  MessageCycle cycle_;
};

/// That of the network, and Unsafe if its terminals can wait for each other.
DeadlockVerdict verdict_of(const Experiment& experiment, const AnalysisProgress& progress = no_progress);

}  // namespace switchyard
