#include "testbench/app/show_sockets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace switchyard {

using nlohmann::ordered_json;

ordered_json sockets_to_json(const PlatformExperiment& platform) {
  if (platform.combining_memory) {
    const CombiningMemoryConfig& memory = *platform.combining_memory;
    return {{"initiators", memory.initiators},
            {"combining_memory", {{"first", memory.region.first}, {"last", memory.region.last}}}};
  }
  const InterconnectConfig& sockets = platform.interconnect;
  ordered_json regions = ordered_json::array();
  for (const Region& region : sockets.regions.regions()) {
    regions.push_back({{"first", region.first},
                       {"last", region.last},
                       {"target", sockets.targets[region.target]},
                       {"offset", region.offset}});
  }
  return {{"initiators", sockets.initiators}, {"targets", sockets.targets}, {"regions", std::move(regions)}};
}

std::string sockets_to_text(const PlatformExperiment& platform) {
  std::string text;
  const auto line = [&](const char* title, const std::string& what) {
    text += fmt::format("  {:<17} {}\n", title, what);
  };
  const auto nodes = [](const std::vector<NodeId>& list) {
    return fmt::format("{}: nodes {}", list.size(), fmt::join(list, ", "));
  };
  if (platform.combining_memory) {
    const CombiningMemoryConfig& memory = *platform.combining_memory;
    line("initiators", nodes(memory.initiators));
    line("combining memory", fmt::format("{:#x}..{:#x}", memory.region.first, memory.region.last));
    return text;
  }
  const InterconnectConfig& sockets = platform.interconnect;
  line("initiators", nodes(sockets.initiators));
  line("targets", nodes(sockets.targets));
  for (const Region& region : sockets.regions.regions()) {
    line("region", fmt::format("{:#x}..{:#x}: target {}, from its address {:#x} on", region.first,
                               region.last, sockets.targets[region.target], region.offset));
  }
  return text;
}

}  // namespace switchyard
