#include <algorithm>
#include <limits>
#include <string>

#include "tlm/socket/config_values.h"
#include "tlm/socket/interconnect_config.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMaxFlits = 1 << 30;

std::string text_of(const Region& region) {
  return hexadecimal(region.first) + " .. " + hexadecimal(region.last);
}

void read_region(const ConfigNode& node, InterconnectConfig& config) {
  Region region;
  region.first = read_address(node.child("base"));
  const Address size = read_address(node.child("size"));
  const ConfigNode target = node.child("target");
  const auto at = static_cast<NodeId>(target.as_integer({0, kNoNode}));
  const ConfigNode offset = node.child("offset");
  if (offset.exists()) region.offset = read_address(offset);
  if (!node.sound()) return;

  const auto found = std::find(config.targets.begin(), config.targets.end(), at);
  if (found == config.targets.end())
    return target.fail(target.path() + " = " + std::to_string(at) + " is not one of interconnect.targets");
  region.target = static_cast<std::size_t>(found - config.targets.begin());
  if (size == 0) return node.child("size").fail(node.child("size").path() + " = 0: a region has an address");
  region.last = region.first + (size - 1);
  const Address top = std::numeric_limits<Address>::max();
  if (size - 1 > top - region.first || size - 1 > top - region.offset)
    return node.child("size").fail(node.child("size").path() + " = " + hexadecimal(size) +
                                   ": the region goes beyond " + hexadecimal(top));
  if (const Region* other = config.regions.overlap(region)) {
    return node.fail(node.path() + " = " + text_of(region) + " overlaps the region " + text_of(*other));
  }
  config.regions.add(region);
}

void read_regions(const ConfigNode& section, InterconnectConfig& config) {
  const ConfigNode list = section.child("regions");
  if (!list.exists()) return list.fail(list.path() + " is missing: which addresses belong to which target");
  for (const ConfigNode& item : list.items()) read_region(item, config);
  if (!section.sound()) return;
  const std::vector<ConfigNode> targets = section.child("targets").items();
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const auto& regions = config.regions.regions();
    if (std::none_of(regions.begin(), regions.end(), [&](const Region& r) { return r.target == t; }))
      targets[t].fail(targets[t].path() + " = " + std::to_string(config.targets[t]) + " has no region");
  }
}

MessageFormat read_format(const ConfigNode& section, const Design* design) {
  const int longest = design == nullptr ? kAnyPacket : design->router.packets.flits;
  MessageFormat format;
  format.bytes_per_flit = static_cast<int>(section.integer("bytes_per_flit", {1, 4096}, 8));
  format.longest_packet = static_cast<int>(section.integer("longest_packet", {1, longest}, longest));
  const int most = format.longest_packet - 1;  // A packet has room for data.
  format.header_flits = static_cast<int>(section.integer("header_flits", {0, most}, std::min(1, most)));
  return format;
}

/// Whether the network carries packets from any node to any other.
void check_network(const ConfigNode& section, const Design& design) {
  if (!design.router.carries_packets())
    section.fail("interconnect needs a network that carries packets; router.kind = " + design.router.kind +
                 ' ' + design.router.own_use);
  if (!design.faults.empty())
    section.fail(
        "interconnect needs a network without `faults`: a packet that cannot arrive would leave its "
        "transaction without an end");
}

}  // namespace

std::optional<InterconnectConfig> read_interconnect(const ConfigNode& root, const Design* design) {
  const ConfigNode section = root.child("interconnect");
  if (!section.exists()) {
    section.fail("interconnect is missing: the sockets and their addresses");
    return std::nullopt;
  }
  InterconnectConfig config;
  if (design != nullptr) check_network(section, *design);
  config.initiators = read_nodes(section, "initiators", design);
  config.targets = read_nodes(section, "targets", design);
  read_regions(section, config);
  config.format = read_format(section, design);
  config.request_queue = static_cast<std::uint64_t>(section.integer("request_queue", {1, kMaxFlits}, 64));
  config.response_queue = static_cast<std::uint64_t>(section.integer("response_queue", {1, kMaxFlits}, 64));
  config.ordered = section.boolean("ordered", true);
  config.dmi = section.boolean("dmi", false);
  if (!section.sound()) return std::nullopt;
  return config;
}

}  // namespace switchyard
