#include "testbench/cosim/divergence.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

namespace switchyard {
namespace {

bool is_assertion(const Divergence& divergence) { return divergence.model.empty(); }

}  // namespace

std::vector<std::string> wires_of(const Divergence& divergence) {
  if (is_assertion(divergence)) return {};
  const std::string& signal = divergence.signal;  // a.b, a.b[2] or a.{b,c}
  const std::size_t leaf = signal.rfind('.') + 1;
  const std::string scope = signal.substr(0, leaf);
  const bool braces = signal[leaf] == '{';
  std::istringstream names(braces ? signal.substr(leaf + 1, signal.size() - leaf - 2)
                                  : signal.substr(leaf, signal.find('[', leaf) - leaf));
  std::vector<std::string> wires;
  for (std::string name; std::getline(names, name, ',');) wires.push_back(scope + name);
  const std::string difference = fmt::format("network.router_{}.difference.", divergence.node);
  wires.insert(wires.end(), {difference + "rtl", difference + "model"});
  return wires;
}

const char* title_of(const Divergence& divergence) {
  return is_assertion(divergence) ? "an assertion of the RTL does not hold" : "RTL and model differ";
}

std::string describe(const Divergence& divergence) {
  std::string text =
      fmt::format("{} in cycle {}: {}", title_of(divergence), divergence.cycle, divergence.signal);
  text += is_assertion(divergence)
              ? fmt::format(" ({})\n", divergence.rtl)
              : fmt::format(" is {} in the RTL, {} in the model\n", divergence.rtl, divergence.model);
  text += fmt::format("  the last {} events at node {}:\n", divergence.events.size(), divergence.node);
  for (const std::string& event : divergence.events) text += "    " + event + "\n";
  return text;
}

void DivergenceLog::report(Cycle cycle, NodeId node, const std::string& signal, std::string model,
                           std::string rtl) {
  keep(
      {cycle, node, fmt::format("network.router_{}.{}", node, signal), std::move(model), std::move(rtl), {}});
}

void DivergenceLog::watch_assertions(RtlModel& rtl, NodeId node) {
  keep_failed_assertions();
  rtl.on_settled([this, node](Cycle cycle) {
    if (const std::optional<FailedAssertion> failed = take_failed_assertion()) {
      keep({failed->at_edge ? cycle - 1 : cycle,
            node,
            fmt::format("network.router_{}.{}", node, failed->path),
            "",
            failed->place,
            {}});
    }
  });
}

void DivergenceLog::keep(Divergence divergence) {
  if (first_) return;
  divergence.events = hooks_.recent_events(divergence.node);
  first_ = std::move(divergence);
  hooks_.stop();
}

}  // namespace switchyard
