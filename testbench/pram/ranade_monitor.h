#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "hw/router/combining/ranade_phases.h"
#include "hw/terminal/terminal.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/topology.h"
#include "testbench/monitor/arrival_counts.h"
#include "testbench/monitor/first_failure.h"

namespace switchyard {

/// Counts and checks what crosses the links of combining nodes, from outside.
///
/// Checked: credits are conserved and no queue is ever overfull; every stream carries the messages of a step
/// and its end, and then those of the next; the labels of every stream of requests rise, and so do those of
/// the requests that reach a memory module, so that with combining it is one per address and step.
class RanadeMonitor final : public LinkObserver, public ArrivalCounts {
 public:
  /// `topology` must outlive the monitor; it is a butterfly. `queue`: messages of a stream at a switch.
  RanadeMonitor(const Topology& topology, int queue, bool combining);
  ~RanadeMonitor() override;

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override;
  LinkObserver* for_worker(std::size_t worker) override;
  void gather() override;
  void prefetch_router(NodeId node) const override;

  /// Messages; ghosts are left out.
  std::vector<std::uint16_t> flits_per_port() const override;
  /// A message counts once at every node and at the terminal at its end.
  std::uint64_t message_hops() const { return own_.message_hops; }
  std::uint64_t ghosts() const { return own_.ghosts; }
  /// That reached their memory module.
  std::uint64_t requests_served() const { return own_.served; }
  /// The most messages that a queue, its link and its credits ever held.
  int most_outstanding() const { return own_.most; }
  /// Message or credit under way anywhere.
  bool drained() const;
  /// The first fault; empty: all is well.
  const std::string& failure() const { return own_.failure.what(); }

 private:
  /// Watched at its two ends, which may be by two workers; what happens in one cycle counts in any order.
  struct Stream {
    Label last = kBeforeAll;
    std::atomic<std::uint16_t> messages = 0;  ///< Modulo 2^16, as the credits; each has one writer.
    std::atomic<std::uint16_t> credits = 0;
    std::uint8_t step = 0;  ///< Whose end is to come.

    int outstanding() const {
      return static_cast<std::int16_t>(messages.load(std::memory_order_relaxed) -
                                       credits.load(std::memory_order_relaxed));
    }
    static void count(std::atomic<std::uint16_t>& counter) {
      counter.store(static_cast<std::uint16_t>(counter.load(std::memory_order_relaxed) + 1),
                    std::memory_order_relaxed);
    }
  };
  /// What one worker sees; it alone writes it.
  struct Sight {
    std::uint64_t message_hops = 0;
    std::uint64_t ghosts = 0;
    std::uint64_t served = 0;
    int most = 0;
    FirstFailure failure;
  };
  class Worker;

  std::size_t index(NodeId node, PortId port, VcId vc) const { return (node * ports_ + port) * vcs_ + vc; }
  void watch_router(Cycle now, NodeId node, const PortInputs& arrivals, Sight& sight);
  void count_message(Cycle now, NodeId node, StreamPlace place, const Message& message, Stream& stream,
                     Sight& sight);
  void check_served(Cycle now, NodeId node, const Message& message, Sight& sight);
  bool rises(Label last, Label label) const {
    return combining_ ? is_before(last, label) : !is_before(label, last);
  }
  [[gnu::cold]] static void fail(Cycle now, NodeId node, const std::string& what, Sight& sight);
  [[gnu::cold]] void fail_order(Cycle now, NodeId node, StreamPlace place, const Message& message,
                                const Stream& stream, Sight& sight) const;

  const Topology& topology_;
  const Butterfly& butterfly_;
  std::size_t ports_;  ///< Of a node, and one for its terminal's input.
  std::size_t vcs_;
  int queue_;
  bool combining_;
  StreamPlace memory_;               ///< Where requests come to the memory of a node.
  std::vector<Stream> streams_;      ///< By index().
  std::vector<std::uint32_t> far_;   ///< [index(output, VC 0)]: that of the far end.
  std::vector<ModuleId> module_of_;  ///< [node]
  std::vector<Label> last_served_;   ///< [node]
  Sight own_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace switchyard
