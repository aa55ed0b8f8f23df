#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/router/terminal.h"
#include "testbench/cosim/divergence.h"

namespace switchyard {

/// A network that runs in SystemC time, at whichever level. One per process: SystemC elaborates once.
class RunningNetwork : public Network {
 public:
  /// Runs the next `cycles` cycles.
  virtual void run(Cycle cycles) = 0;
  /// The first difference between RTL and model, which ended run(); none at levels that do not compare.
  virtual std::optional<Divergence> divergence() const { return std::nullopt; }
};

/// The levels by name.
struct Level {
  std::string name;
  std::string summary;
  std::unique_ptr<RunningNetwork> (*build)(const Design&, const TerminalFactory&, LinkObserver*);
};
const std::vector<Level>& levels();

}  // namespace switchyard
