#include <bit>
#include <string>

#include "hw/router/queues/konstantinidou_config.h"
#include "testbench/cosim/router/queue_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_queue_router_models.h"  // Made by CMake: the headers and the list of the models.

namespace switchyard {
namespace {

constexpr int count_width(int most) { return static_cast<int>(std::bit_width(static_cast<unsigned>(most))); }

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated, int kPorts, int kQueues, int kSlots, int kTableNodes>
class RegisteredQueueRouter final : public RegisteredRouter<Verilated, kPorts, kQueues> {
  using Router = RegisteredRouter<Verilated, kPorts, kQueues>;
  using Router::rtl;

 public:
  RegisteredQueueRouter(const std::string& name, const Design& design, NodeId node, const RtlOptions& options)
      : Router(name, "registered_queue_router", BlockFault::Block::QueueRouter,
               queue_router_places(kPorts, kQueues), options) {
    put_value(rtl()->site_i, 0, queue_router_site(design, node));
    queue_router_starts(design, node).drive(rtl()->start_i);
    const std::vector<int>& sizes = design.router.as<KonstantinidouConfig>()->queue_size;
    for (std::size_t q = 0; q < sizes.size(); ++q)
      put_element<count_width(kSlots)>(rtl()->capacity_i, q, static_cast<std::uint64_t>(sizes[q]));
    clear(rtl()->table_i);
    const std::vector<std::vector<std::uint64_t>> table = queue_router_table(design, node);
    for (std::size_t q = 0; q < table.size(); ++q)
      for (std::size_t destination = 0; destination < table[q].size(); ++destination)
        put_element<kPorts * kQueues>(rtl()->table_i, q * kTableNodes + destination, table[q][destination]);
    Router::reset();
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const Design& design, NodeId node,
                                            const RtlOptions& options);
using Table = RtlModelTable<QueueRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, queues, slots, depth, ejection_slots, radix, table_nodes)       \
  {{ports, queues, slots, depth, ejection_slots, radix, table_nodes},                              \
   [](const std::string& name, const Design& design, NodeId node,                                  \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                   \
     return std::make_unique<RegisteredQueueRouter<verilated, ports, queues, slots, table_nodes>>( \
         name, design, node, options);                                                             \
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
  if (model != nullptr) return model->make("router_" + std::to_string(node) + " rtl", design, node, options);
  refuse_queue_router("no model is built for " + describe(shape) + ". Built, as the most that they carry: " +
                      models().built("; ", [](const QueueRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
