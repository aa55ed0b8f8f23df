#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/platform/platform.h"
#include "testbench/platform/platform_run.h"
#include "testbench/platform/workers.h"
#include "testbench/run/simulation.h"

namespace switchyard {

/// A platform with its network, and what looks on.
class WatchedPlatform {
 public:
  virtual ~WatchedPlatform() = default;

  virtual const Workers& workers() const = 0;
  virtual Cycle now() const = 0;
  /// Runs until now() is `end`, or until the run ends before.
  virtual void run_to(Cycle end) = 0;
  /// A check has failed, or nothing will ever move again.
  virtual bool ended() const = 0;
  /// All is delivered, and has been for a while.
  virtual void check_drained() = 0;
  /// At the end of the run: what is known here only.
  virtual void collect(PlatformResults& results) = 0;
};

/// Of what memory holds.
std::string content_hash(const std::vector<std::uint8_t>& bytes);
std::vector<PlatformResults::MemoryUse> memory_uses(const Platform& platform);
/// Of a run with a waveform, if one is asked for, that shows `waves` too.
inline SimulationOptions options_with(const std::optional<WaveOptions>& wave, TransactionWaves* waves,
                                      std::size_t threads, Timeline* timeline) {
  SimulationOptions options;
  options.wave = wave;
  options.bench_waves = waves;
  options.warn = [](const std::string& what) {
    std::fputs(("switchyard: warning: " + what + '\n').c_str(), stderr);
  };
  options.level.threads = threads;
  options.timeline = timeline;
  return options;
}

/// Packets as flits. The arguments must outlive it, as with the others. `record`: where the packets go as a
/// trace; empty: nowhere.
std::unique_ptr<WatchedPlatform> make_flit_platform(const PlatformExperiment& experiment, const Level& level,
                                                    const std::optional<WaveOptions>& wave,
                                                    std::size_t threads, Timeline* timeline,
                                                    const std::filesystem::path& record);
/// Packets without flits.
std::unique_ptr<WatchedPlatform> make_packet_platform(const PlatformExperiment& experiment,
                                                      const std::filesystem::path& record);
/// Steps of masters on a memory that combines.
std::unique_ptr<WatchedPlatform> make_step_platform(const PlatformExperiment& experiment, const Level& level,
                                                    const std::optional<WaveOptions>& wave,
                                                    std::size_t threads, Timeline* timeline);

}  // namespace switchyard
