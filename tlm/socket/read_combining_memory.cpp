#include <array>
#include <limits>
#include <string>

#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "tlm/socket/combining_memory_config.h"
#include "tlm/socket/config_values.h"
#include "tlm/socket/pram_machine.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMaxWords = 1 << 30;  ///< That wait at a socket.

std::vector<NodeId> read_initiators(const ConfigNode& section, const Design* design) {
  const std::vector<NodeId> nodes = read_nodes(section, "initiators", design);
  if (design == nullptr || !section.child("initiators").sound()) return nodes;
  for (const ConfigNode& item : section.child("initiators").items()) {
    const auto node = item.as_integer<NodeId>({0, kNoNode});
    if (design->router.as<RanadeConfig>()->paths->processor_at(node) == kNoNode)
      item.fail(item.path() + " = " + std::to_string(node) + " is off: faults have taken its row");
  }
  return nodes;
}

Region read_region(const ConfigNode& section, std::uint32_t words) {
  const ConfigNode base =
      section.child("base", {"", "address of the first word; a word has 4 bytes", "an address", "0"});
  Region region;
  region.first = base.exists() ? read_address(base) : 0;
  if (!base.sound()) return region;
  const Address beyond_first = Address{words} * kWordBytes - 1;
  if (region.first % kWordBytes != 0) {
    base.fail(base.path() + " = " + hexadecimal(region.first) +
              " is not the address of a word: " + std::to_string(kWordBytes) + " bytes each");
  } else if (beyond_first > std::numeric_limits<Address>::max() - region.first) {
    base.fail(base.path() + " = " + hexadecimal(region.first) + ": the " + std::to_string(words) +
              " words go beyond " + hexadecimal(std::numeric_limits<Address>::max()));
  }
  region.last = region.first + beyond_first;
  return region;
}

}  // namespace

std::optional<CombiningMemoryConfig> read_combining_memory(const ConfigNode& root, const Design* design) {
  static const std::array<std::string, 2> kRules{"arbitrary", "priority"};
  const ConfigNode section = root.child("combining_memory");
  if (!section.exists()) {
    section.fail("combining_memory is missing: the sockets and their addresses");
    return std::nullopt;
  }
  if (design != nullptr && design->router.as<RanadeConfig>() == nullptr) {
    section.fail("combining_memory needs router.kind = ranade; router.kind = " + design->router.kind +
                 " goes with interconnect");
    section.ignore();
    return std::nullopt;
  }
  CombiningMemoryConfig config;
  config.initiators = read_initiators(section, design);
  config.region =
      read_region(section, design == nullptr ? 1 : design->router.as<RanadeConfig>()->map->words());
  config.write =
      section.choice(
          "writes", kRules, 0,
          {"", "which of several writes of one word in a step stays: any, or that of the first processor"}) ==
              0
          ? Operation::WriteArbitrary
          : Operation::WritePriority;
  config.in_flight = section.integer<Step>("in_flight", {1, PramMachine::kMaxInFlight}, 1,
                                           {"steps", "that have begun and not ended everywhere"});
  config.request_queue = section.integer<std::uint64_t>(
      "request_queue", {1, kMaxWords}, 64, {"words", "that wait at a socket before END_REQ is delayed"});
  if (!section.sound()) return std::nullopt;
  return config;
}

}  // namespace switchyard
