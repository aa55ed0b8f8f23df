#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/file/pending_file.h"
#include "testbench/monitor/arrival_counts.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/timeline/channel_sample.h"
#include "testbench/timeline/condensed.h"
#include "testbench/timeline/link_groups.h"
#include "testbench/timeline/timeline_sample.h"

namespace switchyard {

/// Packets at one instant: those whose head flit has left the source and whose tail flit has not arrived, and
/// those that wait in their source.
struct PacketsNow {
  std::uint64_t in_flight = 0;
  std::uint64_t waiting = 0;
};
PacketsNow packets_now(const Scoreboard& scoreboard);

/// What a network does over time, a sample for every so many cycles from cycle 0 on, as CSV and for a
/// picture.
///
/// It reads what monitors have counted, and only between two cycles: at the end of a sample, and often enough
/// that no count of a port comes round meanwhile. Every level with flits, on any number of threads, gives the
/// same bytes. docs/timeline.md has the columns.
///
/// Cost:    nothing in a cycle; one look at every VC of the network per sample.
/// Errors:  those of PendingFile.
class Timeline {
 public:
  using Phases = std::vector<std::pair<Cycle, std::string>>;  ///< First cycle and name.

  /// `cycles` >= 1: of a sample; only the last one may have fewer. Beside `file`, of a network of up to
  /// kMaxNodes nodes, stands <stem>_channels.csv: what each channel carried, see channel_samples_csv().
  Timeline(const Design& design, Cycle cycles, const std::filesystem::path& file);

  /// Before the run. `counts` must outlive finish(). Without `packets` those in flight are the flits that
  /// have entered less those that have left, as where a flit is a packet.
  void watch(const ArrivalCounts& counts, std::function<PacketsNow()> packets = {});

  /// A phase of the run begins in that cycle, which may be kLookBack cycles ago. What is before the first one
  /// belongs to it.
  void enter(const std::string& phase, Cycle from);
  /// The cycle up to which the network may run before it is to look().
  Cycle next_look() const { return next_look_; }
  /// Between two cycles; `now` will run next.
  void look(Cycle now);
  /// The run is over: the last sample ends here, and the file is complete but for its name.
  void finish(Cycle now);
  /// The files get their names. Without it no file is left behind.
  void commit();

  Cycle cycles() const { return cycles_; }
  std::uint64_t count() const { return count_; }  ///< Samples.
  const LinkGroups& links() const { return links_; }
  const Phases& phases() const { return phases_; }
  const Condensed<TimelineSample>& condensed() const { return condensed_; }

  static constexpr Cycle kLookBack = 64;
  static constexpr std::size_t kMaxDrawn = 1000;          ///< Samples of the picture,
  static constexpr std::size_t kMaxChannelSamples = 100;  ///< and of the channels.
  static constexpr NodeId kMaxNodes = 4096;

 private:
  /// Well before a count comes round, even where a terminal gets a packet from each of several links.
  static constexpr Cycle kLongestLook = 1 << 13;

  void read_counts();
  void end_sample();
  void write(std::size_t count);
  const std::string& phase_at(Cycle cycle) const;

  Cycle cycles_;
  LinkGroups links_;
  std::vector<std::size_t> kind_of_port_;  ///< As flits_per_port(): a group, or one of those below.
  std::vector<int> channel_of_port_;       ///< As flits_per_port(); -1: none. Empty of large networks.
  std::size_t injecting_;
  std::size_t ejecting_;
  std::size_t unused_;

  const ArrivalCounts* counts_ = nullptr;
  std::function<PacketsNow()> packets_;
  std::vector<std::uint16_t> before_;  ///< As flits_per_port(), at the last look.
  TimelineSample sample_;              ///< So far.
  ChannelSample carried_;
  std::uint64_t inside_ = 0;  ///< Flits that have entered and not left.
  Cycle next_look_;

  Phases phases_;
  std::vector<TimelineSample> held_;  ///< Not yet written, as their phase may still be told.
  std::uint64_t count_ = 0;
  Condensed<TimelineSample> condensed_{kMaxDrawn};
  Condensed<ChannelSample> of_channels_{kMaxChannelSamples};
  PendingFile file_;
  std::filesystem::path channels_file_;
};

}  // namespace switchyard
