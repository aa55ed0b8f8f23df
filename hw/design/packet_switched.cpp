#include "hw/design/packet_switched.h"

#include <algorithm>
#include <array>

namespace switchyard {
namespace {

/// By how many packets a node may lead its neighbours; 0 without injection control.
int read_injection_lead(const ConfigNode& root) {
  static const std::array<std::string, 2> kPolicies{"competition", "control"};
  constexpr int kLead = 4;

  const ConfigNode node = root.child("injection");
  if (!node.exists() || !node.is_map()) {
    if (node.exists()) node.fail("injection is not a map: it needs at least `policy:`");
    return 0;
  }
  const bool controlled = node.choice("policy", kPolicies) == std::optional<std::size_t>(1);
  return controlled ? static_cast<int>(node.integer("lead", {1, 1024}, kLead)) : 0;
}

}  // namespace

void require_grid(const ConfigNode& root, const std::string& router) {
  const ConfigNode topology = root.child("topology");
  if (!topology.is_map()) return;
  const ConfigNode kind = topology.child("kind");
  if (!kind.is_scalar() || !kind.sound()) return;
  const std::string name = kind.as_string();
  if (name == "torus" || name == "mesh" || name == "hypercube") return;
  kind.fail("topology.kind = " + name + ", but router.kind = " + router +
            " is for k-ary n-cubes: use one of torus, mesh, hypercube");
}

void require_full_duplex(const ConfigNode& root, const std::string& router) {
  static const std::array<std::string, 2> kDuplexes{"full", "half"};
  const ConfigNode topology = root.child("topology");
  if (!topology.is_map() || topology.choice("duplex", kDuplexes, 0) == 0) return;
  topology.child("duplex").fail("topology.duplex = half is for router.kind = duato: the links of " + router +
                                " are full duplex");
}

void read_packet_terminal(const ConfigNode& root, PacketTerminalConfig& config) {
  constexpr IntRange kBuffer{1, 64};
  const ConfigNode node = root.child("router");
  config.injection_lead = read_injection_lead(root);
  config.injection_buffer =
      static_cast<int>(node.integer("injection_buffer", kBuffer, config.injection_buffer));
  config.delivery_buffer = static_cast<int>(node.integer("delivery_buffer", kBuffer, config.delivery_buffer));
}

int most_links(const Topology& topology) {
  std::vector<int> links(topology.node_count(), 0);
  for (const Channel& channel : topology.channels()) ++links[channel.from.node];
  return *std::max_element(links.begin(), links.end());
}

std::vector<int> link_latencies(const Topology& topology, NodeId node) {
  std::vector<int> latencies(static_cast<std::size_t>(topology.port_count()), 1);
  for (PortId p = 0; p < topology.terminal_port(); ++p) {
    const int channel = topology.channel_from({node, p});
    latencies[static_cast<std::size_t>(p)] =
        channel < 0 ? 0 : topology.channels()[static_cast<std::size_t>(channel)].latency;
  }
  return latencies;
}

}  // namespace switchyard
