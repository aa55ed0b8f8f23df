#include "testbench/cosim/router/mesh_router_pins.h"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "hw/base/bits.h"
#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/mesh/mesh16_message.h"
#include "hw/router/mesh/sorting_unit.h"
#include "hw/routing/turn_buffers.h"
#include "testbench/cosim/buffers/buffer_pins.h"

namespace switchyard {
namespace {

constexpr int kPorts = TurnBuffers::kPorts + 1;

const Mesh16Config& config_of(const Design& design) { return *design.router.as<Mesh16Config>(); }

/// Bit 0: there is a partner; then its port; then whether the lower packet stays here.
void append_way(StrapPins& schedule, const SortStep& step) {
  schedule.append_bits(step.partner >= 0 ? 1 : 0, 1);
  schedule.append_bits(step.partner >= 0 ? static_cast<std::uint64_t>(step.partner) : 0, 2);
  schedule.append_bits(step.keeps_lower ? 1 : 0, 1);
}

/// schedule_i: what each pass is for a node, in either order; a pass of no steps is the end.
StrapPins schedule_of(const Mesh16Config& config, const MeshPlace& here, int passes) {
  const int coordinate_bits = index_width(config.side);
  const int step_bits = std::bit_width(static_cast<unsigned>(config.side));
  StrapPins schedule;
  for (const SnakeOrder::Kind kind : {SnakeOrder::Kind::RowMajor, SnakeOrder::Kind::ColumnMajor}) {
    const SnakeOrder order(kind, config.side);
    for (int p = 0; p < passes; ++p) {
      if (p >= static_cast<int>(config.sort->passes().size())) {
        schedule.append_bits(0, step_bits + coordinate_bits + 10);
        continue;
      }
      const SortPass& pass = config.sort->passes()[p];
      const SortStep even = sort_step(pass, order, here, /*odd_step=*/false);
      const SortStep odd = sort_step(pass, order, here, /*odd_step=*/true);
      schedule.append_bits(static_cast<std::uint64_t>(pass.steps), step_bits);
      schedule.append_bits(even.up ? 0 : 1, 1);  // An odd place in its piece looks down first.
      append_way(schedule, even.up ? even : odd);
      append_way(schedule, even.up ? odd : even);
      schedule.append_bits(pass.deal_to != 0 ? 1 : 0, 1);
      const int deal = pass.deal_to != 0 ? SnakeSort::deal(order.place(here), config.side, pass.deal_to) : 0;
      schedule.append_bits(static_cast<std::uint64_t>(deal), coordinate_bits);
    }
  }
  return schedule;
}

/// Those of packets that have arrived.
std::uint16_t home_vcs() {
  std::uint16_t vcs = 0;
  for (const Colour colour : {Colour::Black, Colour::White})
    vcs |= bit<std::uint16_t>(TurnBuffers::vc_of(colour, BufferType::Home));
  return vcs;
}

}  // namespace

void refuse_mesh_router(const std::string& why) {
  throw std::invalid_argument("rtl/mesh/mesh_router.sv cannot carry this network: " + why);
}

bool MeshRouterShape::can_be(const MeshRouterShape& wanted) const {
  return side == wanted.side && capacity == wanted.capacity && banks == wanted.banks &&
         passes >= wanted.passes;
}

std::string describe(const MeshRouterShape& shape) {
  return fmt::format("{} x {} nodes, queue {}, banks {}, {} passes of the sort", shape.side, shape.side,
                     shape.capacity, shape.banks, shape.passes);
}

MeshRouterShape mesh_router_shape(const Design& design) {
  const Mesh16Config& config = config_of(design);
  return {.side = config.side,
          .capacity = config.queue,
          .banks = config.banks,
          .passes = static_cast<int>(config.sort->passes().size())};
}

RouterPlaces mesh_router_places() { return {"mesh_router.", kPorts, kMeshVcs}; }

MeshRouterStraps mesh_router_straps(const Design& design, NodeId node, const MeshRouterShape& built) {
  const Mesh16Config& config = config_of(design);
  const auto side = static_cast<NodeId>(config.side);
  const MeshPlace here{static_cast<int>(node % side), static_cast<int>(node / side)};
  MeshRouterStraps straps;
  straps.node.append(static_cast<int>(node), config.side * config.side);
  straps.schedule = schedule_of(config, here, built.passes);
  straps.start.append_bits(start_pins(BufferStarts::draw(design.starts_at(node)), config.banks),
                           config.banks == 1 ? 4 : 12);
  return straps;
}

RouterRtl mesh_router_rtl(const Design& design, NodeId node) {
  const MeshRouterShape shape = mesh_router_shape(design);
  const MeshRouterStraps straps = mesh_router_straps(design, node, shape);
  return {.module = "mesh_router",
          .sources = "mesh/mesh_router.f",
          .parameters = {{"Side", shape.side},
                         {"Capacity", shape.capacity},
                         {"Banks", shape.banks},
                         {"Passes", shape.passes}},
          .straps = {{"node", straps.node}, {"schedule", straps.schedule}, {"start", straps.start}},
          .virtual_channels = kMeshVcs,
          .arrival_vcs = home_vcs()};
}

}  // namespace switchyard
