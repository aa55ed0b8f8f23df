#include "testbench/cosim/divergence.h"

#include <fmt/format.h>

#include <utility>

namespace switchyard {

std::string describe(const Divergence& divergence) {
  std::string text = fmt::format("RTL and model differ in cycle {}: {} is {} in the RTL, {} in the model\n",
                                 divergence.cycle, divergence.signal, divergence.rtl, divergence.model);
  text += fmt::format("  the last {} events at node {}:\n", divergence.events.size(), divergence.node);
  for (const std::string& event : divergence.events) text += "    " + event + "\n";
  return text;
}

void DivergenceLog::report(NodeId node, const std::string& signal, std::string model, std::string rtl) {
  if (first_) return;
  first_ = {hooks_.now(),     node,           fmt::format("network.router_{}.{}", node, signal),
            std::move(model), std::move(rtl), hooks_.recent_events(node)};
  hooks_.stop();
}

}  // namespace switchyard
