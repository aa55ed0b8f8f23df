#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hw/base/types.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

class RtlTrace;

/// Whether the program has the RTL of rtl/.
bool has_rtl();

/// Something that holds Verilated modules. They have every cycle of the network, whether they are used in it
/// or not, and can show their signals.
class RtlModel {
 public:
  /// The present cycle, whose clock edge has come last; -1 in reset. Empty: a use is a cycle.
  using Now = std::function<std::int64_t()>;
  /// The pins of a cycle have the values that the edge which ends it will sample.
  using Settled = std::function<void(Cycle)>;

  virtual ~RtlModel() = default;
  /// Registers its modules.
  virtual void trace(RtlTrace& trace) = 0;
  /// Its signals, as a guest of a wave file that it must outlive.
  virtual std::unique_ptr<WaveGuest> waves() = 0;
  /// Where its outputs are, by their paths below the RTL of the router.
  virtual const PinLayout& layout() const = 0;
  /// What came out last; in a settled cycle, what it ends with. A fault is in it.
  virtual const PinWords& outputs() const = 0;
  /// Has all cycles up to the present one that it has not had. In those its pins are idle.
  virtual void finish_cycle() = 0;
  /// Calls `settled` in each cycle, but those in which nothing can have changed since the last.
  void on_settled(Settled settled) { listeners_.push_back(std::move(settled)); }

 protected:
  void settled(Cycle cycle) const {
    for (const Settled& listener : listeners_) listener(cycle);
  }

 private:
  std::vector<Settled> listeners_;
};

}  // namespace switchyard
