#include <string>

#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/vc_router_pins.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_router_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

struct VcRouterStraps {
  StrapPins site;
  StrapPins table;
  StrapPins duplex;
  StrapPins starts;
};

/// Model of one shape: parameters NumPorts and NumVcs.
template <class Verilated, int kPorts, int kVcs>
class RegisteredVcRouter final : public RegisteredRouter<Verilated, kPorts, kVcs> {
  using Router = RegisteredRouter<Verilated, kPorts, kVcs>;
  using Router::rtl;

 public:
  RegisteredVcRouter(const std::string& name, const VcRouterStraps& straps, const RtlOptions& options)
      : Router(name, "registered_router", BlockFault::Block::VcRouter, vc_router_places(kPorts, kVcs),
               options) {
    straps.site.drive(rtl()->site_i);
    straps.table.drive(rtl()->table_i);
    straps.duplex.drive(rtl()->duplex_i);
    straps.starts.drive(rtl()->start_i);
    Router::reset();
  }

  void set_faulty_ports(PortMask ports) override { faulty_ports_ = ports; }

 private:
  void put(const PortInputs& inputs) override {
    Router::put(inputs);
    put_element<kPorts>(rtl()->faulty_i, 0, faulty_ports_);
    put_element<kPorts - 1>(rtl()->request_i, 0, inputs.request_ports);
  }
  void clear_pins() override {
    Router::clear_pins();
    clear(rtl()->request_i);
  }
  void read(PinWords& outputs) const override {
    Router::read(outputs);
    outputs[*this->places().request] = rtl()->request_o;
    outputs[*this->places().busy] = rtl()->busy_o;
  }

  PortMask faulty_ports_ = 0;
};

AllocatorConfig allocator_of(int kind, int arbiters, int iterations) {
  return {static_cast<AllocatorConfig::Kind>(kind), static_cast<AllocatorConfig::Arbiter>(arbiters),
          iterations};
}

/// None: one head flit per cycle gets an output VC.
std::optional<AllocatorConfig> matching_of(int kind, int arbiters, int iterations) {
  if (kind == kOneHeadFlit) return std::nullopt;
  return allocator_of(kind, arbiters, iterations);
}

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const VcRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<VcRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, vcs, depth, radix, kind, arbiters, iterations, routing, vc_allocation,  \
                 crossing, speculative, vc_kind, vc_arbiters, vc_iterations, table_nodes, latency, bypass, \
                 output_depth)                                                                             \
  {{ports,                                                                                                 \
    vcs,                                                                                                   \
    depth,                                                                                                 \
    radix,                                                                                                 \
    allocator_of(kind, arbiters, iterations),                                                              \
    {routing, vc_allocation, crossing, (speculative) != 0, (bypass) != 0},                                 \
    matching_of(vc_kind, vc_arbiters, vc_iterations),                                                      \
    table_nodes,                                                                                           \
    output_depth,                                                                                          \
    latency},                                                                                              \
   [](const std::string& name, const VcRouterStraps& straps,                                               \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                           \
     return std::make_unique<RegisteredVcRouter<verilated, ports, vcs>>(name, straps, options);            \
   }},
  static const Table kModels({SY_RTL_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_vc_router(const Design& design, NodeId node, const RtlOptions& options) {
  const VcRouterShape shape = vc_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const VcRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       {.site = vc_router_site(design, node),
                        .table = vc_router_table(design, node, model->key.table_nodes),
                        .duplex = vc_router_duplex(design, node, model->key.latency),
                        .starts = vc_router_starts(design, node)},
                       options);
  refuse_vc_router("no model is built for " + describe(shape) + ". Built: " +
                   models().built("; ", [](const VcRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
