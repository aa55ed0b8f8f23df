#include "hw/design/read/packet_switched.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "hw/design/node_links.h"
#include "hw/design/read/read_arbiter_start.h"
#include "hw/topology/metrics.h"

namespace switchyard {

InjectionConfig read_injection_policy(const ConfigNode& root) {
  using Policy = InjectionConfig::Policy;

  InjectionConfig config;
  const ConfigNode node = root.child("injection");
  if (!node.exists() || !node.is_map()) {
    if (node.exists()) node.fail("injection is not a map: it needs at least `policy:`");
    return config;
  }
  const std::optional<std::size_t> policy = node.choice(
      "policy", InjectionConfig::kPolicies,
      {"",
       "`competition`: new packets take what is free; `control`: no node gets far ahead of a neighbour; "
       "`private_buffer`: places of the queue are a node's own and come back with a null packet; "
       "`token`: null packets go round, and a node that has waited injects over one"});
  if (policy) config.policy = static_cast<Policy>(*policy);
  const auto read = [&](const char* key, IntRange range, int fallback, const KeyMeaning& says) {
    return node.integer<int>(key, range, fallback, says);
  };
  switch (config.policy) {
    case Policy::Competition: break;
    case Policy::Control:
      config.lead = read("lead", {1, 1024}, config.lead,
                         {"packets", "that a node may have injected more than a neighbour"});
      break;
    case Policy::PrivateBuffer:
      config.buffers = read("buffers", {1, 64}, config.buffers,
                            {"packets", "places of the queue that are the node's own"});
      break;
    case Policy::Token:
      config.tokens = read("tokens", {1, 1 << 20}, config.tokens,
                           {"packets", "null packets that go round, at most one per node"});
      config.patience = read("patience", {0, 1 << 20}, config.patience,
                             {"packets", "that overtake a node's own before it takes a token"});
      break;
  }
  return config;
}

void read_packet_terminal(const ConfigNode& root, PacketTerminalConfig& config) {
  constexpr IntRange kBuffer{1, 64};
  const ConfigNode node = root.child("router");
  config.injection = read_injection_policy(root);
  config.injection_buffer = node.integer<int>("injection_buffer", kBuffer, config.injection_buffer,
                                              {"packets", "that wait at a node to enter the network"});
  config.ejection_buffer = node.integer<int>("ejection_buffer", kBuffer, config.ejection_buffer,
                                             {"packets", "that wait at a node to leave it"});
  config.arbiter_start = read_arbiter_start(root, config.arbiter_start);
}

void require_no_null_packets(const ConfigNode& root, const std::string& router,
                             const InjectionConfig& injection) {
  const bool private_buffer = injection.policy == InjectionConfig::Policy::PrivateBuffer;
  if (!private_buffer && injection.policy != InjectionConfig::Policy::Token) return;
  root.child("injection")
      .child("policy")
      .fail(std::string("injection.policy = ") + (private_buffer ? "private_buffer" : "token") +
            " is not for router.kind = " + router +
            ": where a packet is delivered, a null packet would have to enter the first queue, which closes "
            "a cycle "
            "in the order of the queues: use one of competition, control");
}

void require_free_request_wires(const ConfigNode& root, const InjectionConfig& injection, bool half_duplex) {
  if (!half_duplex || injection.policy != InjectionConfig::Policy::Control) return;
  root.child("injection")
      .child("policy")
      .fail(
          "injection.policy = control needs the request wires of the links, which topology.duplex = half "
          "uses");
}

void require_way_of_tokens(const ConfigNode& root, const Topology& topology,
                           const InjectionConfig& injection) {
  if (injection.policy != InjectionConfig::Policy::Token) return;
  const ConfigNode node = root.child("injection");
  if (static_cast<NodeId>(injection.tokens) > topology.node_count()) {
    node.child("tokens").fail("injection.tokens = " + std::to_string(injection.tokens) + ", but there are " +
                              std::to_string(topology.node_count()) +
                              " nodes: at most one token starts at each");
  }
  const std::vector<int> hops = hops_from(topology, 0);
  const auto apart = std::find(hops.begin(), hops.end(), -1);
  if (apart == hops.end()) return;
  node.child("policy").fail(
      "injection.policy = token sends tokens from node to node, but no links that work lead from node 0 to "
      "node " +
      std::to_string(apart - hops.begin()));
}

int most_links(const Topology& topology) {
  std::vector<int> links(topology.node_count(), 0);
  for (const Channel& channel : topology.channels()) ++links[channel.from.node];
  return *std::max_element(links.begin(), links.end());
}

}  // namespace switchyard
