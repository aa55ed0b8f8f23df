#pragma once

#include <string>
#include <vector>

#include "hw/router/ranade_phases.h"
#include "hw/router/terminal.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Counts and checks what crosses the links of six-phase nodes, from outside.
///
/// Checked: credits are conserved and no queue is ever overfull; every stream carries the messages of a step
/// and its end, and then those of the next; the labels of every stream of requests rise, and so do those of
/// the requests that reach a memory module, so that with combining it is one per address and step.
class RanadeMonitor final : public LinkObserver {
 public:
  /// `topology` must outlive the monitor; it is a butterfly. `queue`: messages of a stream at a switch.
  RanadeMonitor(const Topology& topology, int queue, bool combining);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void prefetch_router(NodeId node) const override;

  /// A message counts once at every node and at the terminal at its end.
  std::uint64_t message_hops() const { return message_hops_; }
  std::uint64_t ghosts() const { return ghosts_; }
  /// That reached their memory module.
  std::uint64_t requests_served() const { return served_; }
  /// The most messages that a queue, its link and its credits ever held.
  int most_outstanding() const { return most_; }
  /// Message or credit under way anywhere.
  bool drained() const;
  /// The first fault; empty: all is well.
  const std::string& failure() const { return failure_; }

 private:
  struct Stream {
    Label last = kBeforeAll;
    int outstanding = 0;
    std::uint8_t step = 0;  ///< Whose end is to come.
  };

  std::size_t index(NodeId node, PortId port, VcId lane) const {
    return (node * ports_ + static_cast<std::size_t>(port)) * lanes_ + static_cast<std::size_t>(lane);
  }
  void count_message(Cycle now, NodeId node, StreamPlace place, const Message& message, Stream& stream);
  void check_served(Cycle now, NodeId node, const Message& message);
  bool rises(Label last, Label label) const {
    return combining_ ? is_before(last, label) : !is_before(label, last);
  }
  [[gnu::cold]] void fail(Cycle now, NodeId node, const std::string& what);
  [[gnu::cold]] void fail_order(Cycle now, NodeId node, StreamPlace place, const Message& message,
                                const Stream& stream);

  const Topology& topology_;
  const Butterfly& butterfly_;
  std::size_t ports_;  ///< Of a node, and one for its terminal's input.
  std::size_t lanes_;
  int queue_;
  bool combining_;
  StreamPlace memory_;               ///< Where requests come to the memory of a node.
  std::vector<Stream> streams_;      ///< By index().
  std::vector<std::uint32_t> far_;   ///< [index(output, lane 0)]: that of the far end.
  std::vector<ModuleId> module_of_;  ///< [node]
  std::vector<Label> last_served_;   ///< [node]
  std::uint64_t message_hops_ = 0;
  std::uint64_t ghosts_ = 0;
  std::uint64_t served_ = 0;
  int most_ = 0;
  std::string failure_;
};

}  // namespace switchyard
