#pragma once

#include <ostream>
#include <string>

#include "hw/analysis/deadlock.h"
#include "hw/design/design.h"

namespace switchyard {

/// How much of the dependencies of a network a drawing shows.
struct DependencyDrawing {
  std::size_t drawn = 0;
  std::size_t all = 0;
  std::string around;  ///< What it shows the neighbourhood of; empty if it shows all.
  int steps = 0;       ///< How many dependencies away the farthest is that it shows.
};

/// "all 64 dependencies"; "233 of 8000 dependencies, up to 2 away from the cycle".
std::string to_text(const DependencyDrawing& drawing);

/// Writes which buffer or queue may wait for which, as a Graphviz graph with the verdict's cycle in red.
///
/// Of more than some hundred dependencies, which `dot` takes minutes for, it draws the cycle and what is
/// around it, without a cycle what is around the buffers of node 0, as many steps away as fit. The cycle is
/// drawn whatever its length.
/// Errors: std::invalid_argument if the design has no routing relation.
DependencyDrawing write_dependencies(std::ostream& out, const Design& design, const DeadlockVerdict& verdict);

}  // namespace switchyard
