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
  region.first = read_address(node.child("base", {"", "its first address", "an address"}));
  const Address size = read_address(node.child("size", {"bytes", "of the region", "1..2^64 - 1"}));
  const ConfigNode target =
      node.child("target", {"", "the node whose socket has it", "one of `interconnect.targets`"});
  const auto at = target.as_integer<NodeId>({0, kNoNode});
  const ConfigNode offset =
      node.child("offset", {"bytes", "the address of its first byte at the target", "an address", "0"});
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
  format.bytes_per_flit =
      section.integer<int>("bytes_per_flit", {1, 4096}, 8, {"bytes", "of data that a flit carries"});
  format.longest_packet =
      section.integer<int>("longest_packet", {1, longest}, longest,
                           {"flits", "a longer message is cut into several",
                            "1..longest that the routers carry", "the longest that the routers carry"});
  const int most = format.longest_packet - 1;  // A packet has room for data.
  format.header_flits = section.integer<int>("header_flits", {0, most}, std::min(1, most),
                                             {"flits", "of a packet that carry no data",
                                              "0..`longest_packet` - 1", "1, with packets of one flit 0"});
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
  config.request_queue = section.integer<std::uint64_t>(
      "request_queue", {1, kMaxFlits}, 64, {"flits", "that wait at an initiator before END_REQ is delayed"});
  config.response_queue = section.integer<std::uint64_t>(
      "response_queue", {1, kMaxFlits}, 64, {"flits", "that wait at a target before END_RESP is delayed"});
  config.ordered =
      section.boolean("ordered", true, {"", "whether the transactions of an initiator come back in order"});
  config.dmi = section.boolean(
      "dmi", false, {"", "whether targets may give direct memory access, which goes past the network"});
  if (!section.sound()) return std::nullopt;
  return config;
}

}  // namespace switchyard
