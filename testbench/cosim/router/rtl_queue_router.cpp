#include <string>

#include "testbench/cosim/router/queue_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_queue_router_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated, int kPorts, int kQueues>
class RegisteredQueueRouter final : public RegisteredRouter<Verilated, kPorts, kQueues> {
  using Router = RegisteredRouter<Verilated, kPorts, kQueues>;
  using Router::rtl;

 public:
  RegisteredQueueRouter(const std::string& name, const QueueRouterStraps& straps, const RtlOptions& options)
      : Router(name, "registered_queue_router", BlockFault::Block::QueueRouter,
               queue_router_places(kPorts, kQueues), options) {
    straps.site.drive(rtl()->site_i);
    straps.capacity.drive(rtl()->capacity_i);
    straps.table.drive(rtl()->table_i);
    straps.start.drive(rtl()->start_i);
    Router::reset();
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const QueueRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<QueueRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, queues, slots, depth, ejection_slots, radix, table_nodes, departures, \
                 admissions)                                                                             \
  {{ports, queues, slots, depth, ejection_slots, radix, table_nodes, {departures, admissions}},          \
   [](const std::string& name, const QueueRouterStraps& straps,                                          \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                         \
     return std::make_unique<RegisteredQueueRouter<verilated, ports, queues>>(name, straps, options);    \
   }},
  static const Table kModels({SY_RTL_QUEUE_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_queue_router(const Design& design, NodeId node,
                                                 const RtlOptions& options) {
  const QueueRouterShape shape = queue_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const QueueRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       queue_router_straps(design, node, model->key), options);
  refuse_queue_router("no model is built for " + describe(shape) + ". Built, as the most that they carry: " +
                      models().built("; ", [](const QueueRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
