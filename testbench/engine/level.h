#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"
#include "testbench/cosim/block_fault.h"
#include "testbench/cosim/divergence.h"
#include "testbench/wave/wave_guest.h"
#include "tlm/socket/timed_network.h"

namespace switchyard {

/// Of every network that was not reset again.
CycleClock clock_from_start();

/// A network that runs in SystemC time, at whichever level. One per process: SystemC elaborates once.
class RunningNetwork : public TimedNetwork {
 public:
  /// Runs the next `cycles` cycles; the first time after those of the reset.
  void run(Cycle cycles);
  /// The first difference between RTL and model, which ended run(); none at levels that do not compare.
  virtual std::optional<Divergence> divergence() const { return std::nullopt; }
  /// What a waveform shows besides links and VCs; null if there is nothing.
  virtual WaveGuest* wave_guest() { return nullptr; }

 private:
  /// What runs beside it has all cycles up to the present one.
  virtual void finish_cycle() {}

  bool has_run_ = false;
};

/// What some levels can be asked for besides.
struct LevelOptions {
  std::optional<BlockFault> fault = {};  ///< To put into the RTL's answers.
  std::vector<NodeId> rtl_nodes = {};    ///< Routers in RTL where not all are; empty: all.
  bool assertions = false;               ///< Of routers in RTL are checked.
  std::size_t threads = 1;               ///< For level fast; more make large networks faster.
};

/// The levels by name.
struct Level {
  std::string name;
  std::string summary;
  /// What is RTL.
  enum class Rtl : std::uint8_t { Nothing, Blocks, Routers } rtl = Rtl::Nothing;
  bool has_flits = true;  ///< Otherwise build() refuses: see PacketTraffic, ApproximateCarrier.
  std::unique_ptr<RunningNetwork> (*build)(const Design&, const TerminalFactory&, LinkObserver*,
                                           const LevelOptions&);
};
const std::vector<Level>& levels();
/// Null if there is no such level.
const Level* find_level(const std::string& name);

/// Why a level cannot run a design.
struct Refusal {
  std::string reason;   ///< Where this program lacks the RTL, with the way to it.
  std::string setting;  ///< Dotted path of the one that is at fault; empty if there is none such.
};
/// Nothing if it can.
std::optional<Refusal> refusal_of(const Level& level, const Design& design);

}  // namespace switchyard
