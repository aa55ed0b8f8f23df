#include <string>

#include "hw/router/mesh/mesh16_message.h"
#include "testbench/cosim/router/mesh_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_mesh_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"

namespace switchyard {
namespace {

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated>
class RegisteredMeshRouter final : public RegisteredRouter<Verilated, TurnBuffers::kPorts + 1, kMeshVcs> {
  using Router = RegisteredRouter<Verilated, TurnBuffers::kPorts + 1, kMeshVcs>;
  using Router::rtl;

 public:
  RegisteredMeshRouter(const std::string& name, const MeshRouterStraps& straps, const RtlOptions& options)
      : Router(name, "registered_mesh_router", BlockFault::Block::MeshRouter, mesh_router_places(), options) {
    straps.node.drive(rtl()->node_i);
    straps.schedule.drive(rtl()->schedule_i);
    straps.start.drive(rtl()->start_i);
    Router::reset();
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const MeshRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<MeshRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, side, capacity, banks, passes)                            \
  {{side, capacity, banks, passes},                                                   \
   [](const std::string& name, const MeshRouterStraps& straps,                        \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                      \
     return std::make_unique<RegisteredMeshRouter<verilated>>(name, straps, options); \
   }},
  static const Table kModels({SY_RTL_MESH_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_mesh_router(const Design& design, NodeId node,
                                                const RtlOptions& options) {
  const MeshRouterShape shape = mesh_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const MeshRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       mesh_router_straps(design, node, model->key), options);
  refuse_mesh_router("no model is built for " + describe(shape) + ". Built: " +
                     models().built("; ", [](const MeshRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
