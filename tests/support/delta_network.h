#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace switchyard {

/// A delta network as a custom graph: stages of switches with as many inputs as outputs, whose links lead to
/// the next stage only. Terminals are at both sides, by position.
///
/// Between two stages, output o of switch s leads to the switch whose number is s with the digit of that
/// stage replaced by o: the butterfly wiring, highest digit first.
class DeltaNetwork {
 public:
  /// `ports`^`stages` terminals.
  DeltaNetwork(int ports, int stages) : ports_(ports), stages_(stages) {
    for (int stage = 1; stage < stages; ++stage) switches_ *= ports;
  }

  int stages() const { return stages_; }
  int terminals() const { return switches_ * ports_; }

  /// `topology` and `routing`, each on a line.
  std::string yaml(int link_latency = 1) const {
    std::vector<std::string> links, ends, entries;
    for (int stage = 0; stage + 1 < stages_; ++stage) {
      for (int from = 0; from < switches_; ++from) {
        for (int output = 0; output < ports_; ++output) {
          const int next = node(stage + 1, beyond(stage, from, output));
          links.push_back(fmt::format("{{from: {}, to: {}, latency: {}, one_way: true}}", node(stage, from),
                                      next, link_latency));
          for (int to = 0; to < switches_; ++to) {
            if (reaches(stage, from, to) && digit(stage, to) == output)
              entries.push_back(fmt::format("[{}, {}, {}]", node(stage, from), node(stages_ - 1, to), next));
          }
        }
      }
    }
    for (int t = 0; t < terminals(); ++t)
      ends.push_back(
          fmt::format("{{entry: {}, exit: {}}}", node(0, t / ports_), node(stages_ - 1, t / ports_)));
    return fmt::format(
        "topology: {{kind: custom, nodes: {}, links: [{}], terminals: [{}]}}\n"
        "routing: {{kind: table, entries: [{}]}}\n",
        stages_ * switches_, fmt::join(links, ", "), fmt::join(ends, ", "), fmt::join(entries, ", "));
  }

 private:
  int node(int stage, int which) const { return stage * switches_ + which; }
  /// What the digit that `stage` sets is worth.
  int weight(int stage) const {
    int weight = switches_ / ports_;
    for (int i = 0; i < stage; ++i) weight /= ports_;
    return weight;
  }
  int digit(int stage, int which) const { return which / weight(stage) % ports_; }
  int beyond(int stage, int which, int output) const {
    return which + (output - digit(stage, which)) * weight(stage);
  }
  /// Whether the digits that earlier stages have set are those of `to`.
  bool reaches(int stage, int which, int to) const {
    return stage == 0 || which / weight(stage - 1) == to / weight(stage - 1);
  }

  int ports_;
  int stages_;
  int switches_ = 1;  ///< Of a stage.
};

}  // namespace switchyard
