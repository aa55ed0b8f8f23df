#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/router/terminal.h"

namespace switchyard {

/// A network that runs in SystemC time, at whichever level. One per process: SystemC elaborates once.
class RunningNetwork : public Network {
 public:
  /// Runs the next `cycles` cycles.
  virtual void run(Cycle cycles) = 0;
};

/// The levels by name.
struct Level {
  std::string name;
  std::string summary;
  std::unique_ptr<RunningNetwork> (*build)(const Design&, const TerminalFactory&, LinkObserver*);
};
const std::vector<Level>& levels();

}  // namespace switchyard
