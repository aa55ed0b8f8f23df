#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "testbench/cosim/failed_assertion.h"
#include "testbench/cosim/rtl_model.h"

namespace switchyard {

/// The first place at which RTL and its model differed, or at which an assertion of the RTL did not hold.
struct Divergence {
  Cycle cycle = 0;
  NodeId node = 0;
  std::string signal;  ///< Its path: network.router_5.rtl.link_arbiter_2.gnt_o; or the assertion's.
  std::string model;   ///< What the model drove, in hexadecimal; empty: it is an assertion.
  std::string rtl;     ///< What the RTL drove, or the assertion's file and line.
  std::vector<std::string> events;  ///< The last that arrived at the router, oldest first.
};

/// What a waveform shows of it: the paths of the RTL's wires, and of both answers. Of an assertion nothing.
std::vector<std::string> wires_of(const Divergence& divergence);

/// What is wrong, in a few words.
const char* title_of(const Divergence& divergence);

/// The divergence as text, as it goes to the terminal.
std::string describe(const Divergence& divergence);

/// Keeps the first divergence of a run and stops the run.
class DivergenceLog {
 public:
  struct Hooks {
    std::function<std::vector<std::string>(NodeId)> recent_events;
    std::function<void()> stop;
  };
  explicit DivergenceLog(Hooks hooks) : hooks_(std::move(hooks)) {}

  /// `signal`: below the router.
  void report(Cycle cycle, NodeId node, const std::string& signal, std::string model, std::string rtl);
  /// From now on reports the first assertion of the RTL in router `node` that does not hold; `rtl` calls it.
  void watch_assertions(RtlModel& rtl, NodeId node);
  const std::optional<Divergence>& first() const { return first_; }

 private:
  void keep(Divergence divergence);

  Hooks hooks_;
  std::optional<Divergence> first_;
};

}  // namespace switchyard
