#include "testbench/wave/wave_layout.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "testbench/wave/port_names.h"

namespace switchyard {
namespace {

constexpr std::size_t kOpenRouters = 4;  ///< A viewer shows so many routers opened; of more, the first only.
constexpr int kCountBits = 16;

int bits_to_count_to(std::size_t last) { return std::max(1, static_cast<int>(std::bit_width(last))); }

/// Machines have other things than nodes there as well.
int destination_bits(const Design& design) {
  constexpr int kWord = 32;
  return design.router.carries_packets() ? bits_to_count_to(design.topology->terminal_count() - 1) : kWord;
}

std::vector<BufferRef> buffers_of(const RouterCore& core) {
  std::vector<BufferRef> buffers;
  core.visit_buffers([&](const BufferView& view) { buffers.push_back(view.buffer); });
  return buffers;
}

}  // namespace

WaveLayout::WaveLayout(const Design& design, std::span<const NodeId> nodes, WaveGuest* guest,
                       WaveScope* bench)
    : node_count(design.topology->node_count()),
      port_count(design.topology->port_count()),
      shown_as(node_count * port_count + 2 * std::size_t{design.topology->terminal_count()}),
      vc_count_(design.router.terminal.virtual_channels),
      destination_bits_(destination_bits(design)) {
  for (const BufferRef& buffer : buffers_of(*design.make_router(0)))
    vc_count_ = std::max(vc_count_, buffer.vc + 1);
  vc_bits_ = bits_to_count_to(vc_count_ - 1);

  if (bench != nullptr) bench->declare(tree);  // First: it is what a viewer begins with.
  tree.scope("network", Fold::Open, [&] {
    clk = tree.wire("clk", 1, Radix::Binary);
    rst_n = tree.wire("rst_n", 1, Radix::Binary);
    cycle = tree.wire("cycle", 32);
    for (const NodeId node : nodes) {
      const bool open = nodes.size() <= kOpenRouters || node == nodes.front();
      const Fold fold = open ? Fold::Open : Fold::Closed;
      tree.scope("router_" + std::to_string(node), fold, [&] {
        declare_router(design, node);
        if (guest != nullptr) guest->declare(node, tree, {clk, rst_n});
      });
    }
  });
}

std::size_t WaveLayout::terminal_pin(const Topology& topology, TerminalId terminal, PortRef port) const {
  const Attachment at = topology.attachment(terminal);
  return terminal_pin(terminal) + (at.is_split() && port == at.entry ? 1 : 0);
}

void WaveLayout::declare_router(const Design& design, NodeId node) {
  const Topology& topology = *design.topology;
  const std::vector<std::string> names = port_names(topology, node);
  const std::unique_ptr<RouterCore> core = design.make_router(node);
  const std::vector<BufferRef> buffers = buffers_of(*core);
  std::map<std::pair<PortId, VcId>, std::vector<std::size_t>> of_port;  // Indices into `buffers`.
  for (std::size_t i = 0; i < buffers.size(); ++i) of_port[{buffers[i].port, buffers[i].vc}].push_back(i);

  Router& router = routers.emplace_back(Router{node, {}, {}});
  const bool links_fail = !design.faults.links.empty() || !design.faults.nodes.empty();
  router.buffers.resize(buffers.size());
  for (PortId port = 0; port < topology.port_count(); ++port) {
    const std::string& name = names[port];
    if (name.empty()) continue;
    const TerminalId terminal = topology.terminal_at({node, port});
    const bool to_terminal = terminal != kNoTerminal;
    const PortRef far_end = topology.far_end({node, port});
    const std::size_t far_pin =
        to_terminal ? terminal_pin(topology, terminal, {node, port}) : router_pin(far_end.node, far_end.port);
    tree.scope("port_" + name, Fold::Open, [&] {
      shown_as[router_pin(node, port)].in = declare_bundle(design, "in");
      shown_as[far_pin].out = declare_bundle(design, "out");
      if (links_fail && !to_terminal) router.faulty.emplace_back(port, tree.wire("faulty", 1, Radix::Binary));
      for (VcId vc = 0; vc < vc_count_; ++vc) {
        const auto here = of_port.find({port, vc});
        if (here == of_port.end()) continue;
        tree.scope(core->buffer_name(buffers[here->second.front()]), Fold::Closed, [&] {
          for (const std::size_t i : here->second) {
            router.buffers[i] = declare_buffer(buffers[i].side == Side::Input ? "input" : "output");
          }
        });
      }
    });
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].side != Side::Central) continue;
    tree.scope(core->buffer_name(buffers[i]), Fold::Open, [&] { router.buffers[i] = declare_queue(); });
  }
}

std::uint32_t WaveLayout::declare_bundle(const Design& design, const char* name) {
  Bundle bundle;
  tree.scope(name, Fold::Open, [&] {
    bundle.valid = tree.wire("valid", 1, Radix::Binary);
    bundle.vc = tree.wire("vc", vc_bits_);
    bundle.head = tree.wire("head", 1, Radix::Binary);
    bundle.tail = tree.wire("tail", 1, Radix::Binary);
    bundle.packet = tree.wire("packet", 32);
    bundle.destination = tree.wire("destination", destination_bits_);
    bundle.remaining = tree.wire("remaining", kCountBits);
    bundle.credit = tree.wire("credit", vc_count_, Radix::Binary);
    if (design.half_duplex()) bundle.request = tree.wire("request", 1, Radix::Binary);
    bundle.end = tree.wire_count();
  });
  bundles.push_back(bundle);
  return static_cast<std::uint32_t>(bundles.size() - 1);
}

WaveLayout::Buffer WaveLayout::declare_buffer(const std::string& side) {
  const WireId occupancy = tree.wire(side + "_occupancy", kCountBits);
  const WireId packet = tree.wire(side + "_packet", 32);
  return {occupancy, packet, tree.wire(side + "_allocated", 1, Radix::Binary)};
}

WaveLayout::Buffer WaveLayout::declare_queue() {
  const WireId occupancy = tree.wire("occupancy", kCountBits);
  return {occupancy, tree.wire("packet", 32), std::nullopt};
}

}  // namespace switchyard
