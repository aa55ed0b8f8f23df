#include "testbench/cosim/rtl_router.h"

#include <fmt/format.h>
#include <verilated.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

VerilatedContext& context() {
  static VerilatedContext context;
  context.randReset(2);  // Registers start with anything: it is the reset that makes them idle.
  return context;
}

using LaneMask = std::uint64_t;  ///< Bit port * vcs + vc: a lane of the router.

// A flit on the pins: header_t of rtl/include/net_types.svh, and the payload above it.
constexpr int kFlitWords = 4;

template <class Pin, class Value>
void put(Pin& pin, Value value) {
  pin = static_cast<Pin>(value);
}
template <class Words>
void drive(Words& pins, PortId p, const Flit& flit) {
  pins[static_cast<std::size_t>(p * kFlitWords)] = flit.packet;
  pins[static_cast<std::size_t>(p * kFlitWords + 1)] = flit.destination;
  pins[static_cast<std::size_t>(p * kFlitWords + 2)] = flit.remaining |
                                                       static_cast<std::uint32_t>(flit.vc) << 16 |
                                                       static_cast<std::uint32_t>(flit.head) << 24;
  pins[static_cast<std::size_t>(p * kFlitWords + 3)] = flit.payload;
}
template <class Words>
Flit sample(const Words& pins, PortId p) {
  const std::uint32_t word = pins[static_cast<std::size_t>(p * kFlitWords + 2)];
  return {pins[static_cast<std::size_t>(p * kFlitWords)],
          pins[static_cast<std::size_t>(p * kFlitWords + 1)],
          pins[static_cast<std::size_t>(p * kFlitWords + 3)],
          static_cast<std::uint16_t>(word),
          static_cast<std::uint8_t>(word >> 16),
          (word >> 24 & 1) != 0};
}

/// Model of one shape: parameters NumPorts and NumVcs.
template <class Verilated, int kPorts, int kVcs>
class RtlRouter final : public RouterCore {
  static constexpr int kLanes = kPorts * kVcs;
  static_assert(kLanes <= 64);

 public:
  explicit RtlRouter(std::uint64_t site) {
    rtl_.site_i = site;
    for (PortId p = 0; p < kPorts; ++p) drive(rtl_.flit_i, p, Flit{});
    rtl_.credit_i = 0;
    rtl_.probe_lane_i = 0;
    RtlRouter::reset();
  }
  ~RtlRouter() override { rtl_.final(); }
  RtlRouter(const RtlRouter&) = delete;
  RtlRouter& operator=(const RtlRouter&) = delete;

  void reset() override {
    for (const bool reset_n : {true, false, true}) {
      rtl_.rst_ni = reset_n;
      rtl_.clk_i = 0;
      rtl_.eval();
    }
  }

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    for_each_bit(inputs.flit_ports, [&](PortId p) { drive(rtl_.flit_i, p, inputs.flits[p]); });
    LaneMask credits = 0;
    for_each_bit(inputs.credit_ports,
                 [&](PortId p) { credits |= static_cast<LaneMask>(inputs.credits[p]) << (p * kVcs); });
    put(rtl_.credit_i, credits);
    rtl_.clk_i = 1;
    rtl_.eval();

    for (PortId p = 0; p < kPorts; ++p) {
      const Flit flit = sample(rtl_.flit_o, p);
      if (flit.valid()) outputs.send(p, flit);
    }
    for_each_bit(static_cast<LaneMask>(rtl_.credit_o),
                 [&](int lane) { outputs.return_credit(lane / kVcs, lane % kVcs); });

    for_each_bit(inputs.flit_ports, [&](PortId p) { drive(rtl_.flit_i, p, Flit{}); });
    rtl_.credit_i = 0;
    rtl_.clk_i = 0;
    rtl_.eval();
    return rtl_.busy_o;
  }

  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override {
    for (int lane = 0; lane < kLanes; ++lane) {
      probe(lane);
      const Flit front = sample(rtl_.probe_front_o, 0);
      visit({ref(lane), rtl_.probe_count_o, front.valid() ? &front : nullptr, rtl_.probe_output_o != 0});
    }
  }

  std::vector<Want> wants(const LaneRef& lane) const override {
    probe(lane.port * kVcs + lane.vc);
    const auto held = static_cast<LaneMask>(rtl_.probe_output_o);
    if (held != 0) {
      if (rtl_.probe_count_o == 0) return {{Want::Where::Feeder, {Side::Output, lane.port, lane.vc}}};
      if ((held & rtl_.probe_ready_o) != 0) return {};
      return {{Want::Where::Far, ref(lowest_bit(held))}};
    }
    if (rtl_.probe_request_o != 0) return {};
    const auto legal = static_cast<LaneMask>(rtl_.probe_legal_o);
    std::array<int, kLanes> holder;
    holder.fill(-1);
    for (int input = 0; input < kLanes; ++input) {
      probe(input);
      for_each_bit(static_cast<LaneMask>(rtl_.probe_output_o),
                   [&](int output) { holder[static_cast<std::size_t>(output)] = input; });
    }
    std::vector<Want> wants;
    for_each_bit(legal, [&](int output) {
      const int input = holder[static_cast<std::size_t>(output)];
      wants.push_back(input < 0 ? Want{Want::Where::Far, ref(output)} : Want{Want::Where::Here, ref(input)});
    });
    return wants;
  }

 private:
  static LaneRef ref(int lane) { return {Side::Input, lane / kVcs, lane % kVcs}; }

  void probe(int lane) const {
    put(rtl_.probe_lane_i, lane);
    rtl_.eval();
  }

  mutable Verilated rtl_{&context()};  ///< Its link pins are idle between steps, so looking changes nothing.
};

struct Shape {
  int ports;
  int virtual_channels;
  int depth;
  int radix;
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Model {
  Shape shape;
  std::unique_ptr<RouterCore> (*make)(std::uint64_t site);
};

/// A row for each model that CMake built.
const std::vector<Model>& models() {
#define SY_MODEL(verilated, ports, vcs, depth, radix)                                  \
  {{ports, vcs, depth, radix}, [](std::uint64_t site) -> std::unique_ptr<RouterCore> { \
     return std::make_unique<RtlRouter<verilated, ports, vcs>>(site);                  \
   }},
  static const std::vector<Model> kModels{SY_RTL_ROUTER_MODELS};
#undef SY_MODEL
  return kModels;
}

std::string name_of(const Shape& shape) {
  return fmt::format("{} ports x {} virtual channels, input_depth {}, radix {}", shape.ports,
                     shape.virtual_channels, shape.depth, shape.radix);
}

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument("rtl/router/vc_router.sv cannot carry this network: " + why);
}

/// Errors: std::invalid_argument if the RTL is another router than the configured one.
void check(const Design& design) {
  if (!design.duato) refuse("its routers are of the kind " + design.router_kind + ", not duato");
  if (!design.topology->grid()) refuse("it needs a torus, mesh or hypercube, not " + design.topology->kind());
  const DuatoConfig& config = *design.duato;
  const auto demand = [](const char* what, bool holds) {
    if (!holds) refuse(fmt::format("it needs {}", what));
  };
  demand("topology.duplex = full", !config.half_duplex);
  demand("router.crossbar = ports", config.crossbar == DuatoConfig::Crossbar::Ports);
  demand("router.output_depth = 0", config.output_depth == 0);
  demand("router.headers_per_cycle = 1", config.headers_per_cycle == 1);
  demand("router.t_routing = 1", config.t_routing == 1);
  demand("router.t_crossbar = 1", config.t_crossbar == 1);
  demand("router.switching = wormhole", config.switching == DuatoConfig::Switching::Wormhole);
  demand("routing.selection = first or least_loaded", config.selection != DuatoConfig::Selection::Random);
  for (const int radix : design.topology->grid()->radices()) {
    demand("the same radix in every dimension", radix == design.topology->grid()->radix(0));
  }
}

// The fields of site_t in rtl/include/net_types.svh; their values are named in rtl/pkg/net_pkg.sv.

std::uint64_t topology_strap(const Topology& topology) {
  if (topology.grid()->wraps()) return 0;
  return topology.kind() == "hypercube" ? 2 : 1;
}

std::uint64_t site_of(const Design& design, NodeId node) {
  const DuatoConfig& config = *design.duato;
  const auto* ordered = dynamic_cast<const DimensionOrder*>(design.routing.get());
  if (ordered == nullptr && dynamic_cast<const Duato*>(design.routing.get()) == nullptr) {
    refuse("it needs routing.kind = dimension_order or duato, not " + design.routing_kind);
  }
  const bool all_open = config.throttle_lanes >= config.virtual_channels;
  std::uint64_t site = all_open ? 0 : static_cast<std::uint64_t>(config.throttle_lanes);
  site = site << 2 | static_cast<std::uint64_t>(config.lane_reuse);
  site = site << 1 | (config.selection == DuatoConfig::Selection::LeastLoaded);
  site = site << 1 | (ordered != nullptr && ordered->dateline());
  site = site << 1 | (ordered == nullptr);
  site = site << 2 | topology_strap(*design.topology);
  return site << 32 | node;
}

}  // namespace

std::unique_ptr<RouterCore> make_rtl_router(const Design& design, NodeId node) {
  check(design);
  const Shape shape{design.topology->port_count(), design.duato->virtual_channels, design.duato->input_depth,
                    design.topology->grid()->radix(0)};
  std::string built;
  for (const Model& model : models()) {
    if (model.shape == shape) return model.make(site_of(design, node));
    built += (built.empty() ? "" : "; ") + name_of(model.shape);
  }
  refuse("no model is built for " + name_of(shape) + ". Built: " + built);
}

}  // namespace switchyard
