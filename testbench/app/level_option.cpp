#include "testbench/app/level_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tlm/approximate/approximate_network.h"

namespace switchyard {

const Level& level_named(const std::string& option, const std::string& name) {
  if (const Level* level = find_level(name)) return *level;
  if (name == "analytic")
    throw std::invalid_argument(option + " analytic: nothing runs; `switchyard estimate` has its latencies");
  std::vector<std::string> names;
  for (const Level& level : levels()) names.push_back(level.name);
  const std::string nearest = nearest_name(name, names);
  throw std::invalid_argument(fmt::format("{} {} is not known; {}there are {}", option, name,
                                          nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest),
                                          fmt::join(names, ", ")));
}

void require_levels(const ConfigOptions& config, const std::vector<const Level*>& chosen,
                    const Design& design) {
  struct Refused {
    std::string reason;
    std::vector<std::string> levels;
  };
  std::vector<Refused> refused;
  for (const Level* level : chosen) {
    const std::optional<Refusal> refusal = refusal_of(*level, design);
    if (!refusal) continue;
    if (!refusal->setting.empty()) config.refuse(refusal->setting, refusal->reason);
    auto same = std::find_if(refused.begin(), refused.end(),
                             [&](const Refused& other) { return other.reason == refusal->reason; });
    if (same == refused.end()) same = refused.insert(refused.end(), {refusal->reason, {}});
    same->levels.push_back(level->name);
  }
  if (refused.empty()) return;
  std::vector<std::string> lines;
  for (const Refused& each : refused)
    lines.push_back(fmt::format("level{} {} cannot run {}: {}", each.levels.size() == 1 ? "" : "s",
                                fmt::join(each.levels, ", "), config.file, each.reason));
  throw std::invalid_argument(fmt::format("{}", fmt::join(lines, "\n  ")));
}

void require_levels(const ConfigOptions& config, const std::vector<const Level*>& chosen,
                    const Experiment& experiment) {
  require_levels(config, chosen, experiment.design);
  const auto can_fill = [](const TrafficClass& of) { return of.reply && of.reply->buffer; };
  const auto& classes = experiment.injection.classes;
  const bool refuses = classes != nullptr && std::ranges::any_of(*classes, can_fill);
  for (const Level* level : chosen) {
    if (!refuses || level->has_flits) continue;
    const NoModel reason("traffic.classes", "terminals that take no requests while reply.buffer is full");
    config.refuse(reason.setting, reason.what());
  }
}

}  // namespace switchyard
