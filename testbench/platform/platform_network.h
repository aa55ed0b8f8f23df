#pragma once

#include <memory>

#include "testbench/platform/platform_run.h"
#include "tlm/socket/packet_carrier.h"

namespace switchyard {

/// What carries the packets of a platform's run, and what looks on: with or without flits.
class PlatformNetwork {
 public:
  virtual ~PlatformNetwork() = default;

  /// Called once, during elaboration; this object must outlive the carrier.
  virtual std::unique_ptr<PacketCarrier> make_carrier(CarrierListener& listener) = 0;

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

/// `design` and `level` must outlive it.
std::unique_ptr<PlatformNetwork> make_flit_platform(const Design& design, const Level& level,
                                                    const std::optional<WaveOptions>& wave);
std::unique_ptr<PlatformNetwork> make_packet_platform(const Design& design);

}  // namespace switchyard
