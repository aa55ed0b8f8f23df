#include "chordal_ring.h"
#include "deflection_router.h"
#include "deflection_rtl.h"  // Made by switchyard_add_rtl_router().
#include "testbench/app/switchyard.h"
#include "testbench/catalog/standard_catalogs.h"

using namespace switchyard;

namespace {

/// The number of the node, and for each destination a bit per link: whether it leads nearer.
SiteWords straps_of(const Design& design, NodeId node) {
  const int links = deflection_rtl::NumPorts - 1;
  SiteWords site(1 + (deflection_rtl::Nodes * links + 31) / 32);
  site[0] = node;
  for (NodeId destination = 0; destination < design.topology->node_count(); ++destination) {
    RouteSet routes;
    if (destination != node) design.routing->route({node, destination, kCentralQueues, 0}, routes);
    for (const RouteChoice& choice : routes) {
      const unsigned place = destination * links + choice.port;
      site[1 + place / 32] |= 1U << place % 32;
    }
  }
  return site;
}

std::unique_ptr<OwnRtlRouter> make_rtl(const Design& design, NodeId node, const RtlOptions& options) {
  if (design.topology->kind() != "chordal_ring" || design.routing_kind != "chords_first")
    throw std::invalid_argument("deflection_router.sv is for a chordal_ring and chords_first");
  if (design.topology->node_count() > deflection_rtl::Nodes)
    throw std::invalid_argument("deflection_router.sv is built for 24 nodes at most");
  if (design.router.terminal.input_depth != deflection_rtl::Buffer)
    throw std::invalid_argument("deflection_router.sv is built for router.injection_buffer = 4");
  return deflection_rtl::make(design, node, straps_of(design, node), options);
}

std::optional<RouterPlan> read_pair(const ConfigNode& root, std::optional<int> queues) {
  std::optional<RouterPlan> plan = read_deflection_router(root, queues);
  if (plan) plan->traits.rtl = OwnRtl(make_rtl);
  return plan;
}

std::optional<RouterPlan> read_rtl_only(const ConfigNode& root, std::optional<int> queues) {
  std::optional<RouterPlan> plan = read_pair(root, queues);
  if (plan) plan->make = nullptr;
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.topologies.push_back({"chordal_ring", "a ring with chords", read_chordal_ring});
  catalogs.hardware.routings.push_back(
      {"chords_first", "every hop that brings nearer, the chords first", read_chords_first, /*queues=*/1});
  catalogs.hardware.routers.push_back(
      {"deflection", "bufferless, as model and as RTL", read_pair, /*has_queues=*/true, /*most_queues=*/1});
  catalogs.hardware.routers.push_back(
      {"deflection_rtl", "bufferless, as RTL only", read_rtl_only, /*has_queues=*/true, /*most_queues=*/1});
  return run_switchyard(argc, argv, catalogs);
}
