#include "testbench/cosim/router/rtl_ways.h"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/topology/grid.h"
#include "testbench/cosim/router/queue_router_pins.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_ways_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/strap_pins.h"

namespace switchyard {
namespace {

template <class Verilated, int kPorts, int kQueues, int kRadix, int kTableNodes>
class VerilatedWays final : public RtlWays {
  static constexpr int kVcs = kPorts * kQueues;

 public:
  explicit VerilatedWays(const Design& design) : design_(design), rtl_(&rtl_context(), "queue_ways") {
    const std::uint32_t relation = straps(0).site.words()[1] >> 24;
    rtl_->relation_i = relation & 3;
  }
  QueueCandidates candidates(NodeId here, NodeId destination, VcId queue) override {
    if (here != here_) stand_at(here);
    rtl_->queue_i = static_cast<CData>(queue);
    rtl_->destination_i = destination;
    rtl_->eval();
    return {get_element<kVcs>(rtl_->preferred_o, 0), get_element<kVcs>(rtl_->escape_o, 0)};
  }

 private:
  void stand_at(NodeId here) {
    here_ = here;
    clear(rtl_->here_i);
    if (queue_router_shape(design_).radix != 0) {
      const Grid& grid = *design_.topology->shape<Grid>();
      for (int d = 0; d < grid.dimensions(); ++d)
        put_element<index_width(kRadix)>(rtl_->here_i, static_cast<std::size_t>(d),
                                         static_cast<std::uint64_t>(grid.coordinate(here, d)));
    }
    straps(here).table.drive(rtl_->table_i);
  }
  QueueRouterStraps straps(NodeId node) const {
    QueueRouterShape built = queue_router_shape(design_);
    built.table_nodes = kTableNodes;
    return queue_router_straps(design_, node, built);
  }

  const Design& design_;
  RtlModule<Verilated> rtl_;
  NodeId here_ = ~NodeId{0};
};

using Make = std::unique_ptr<RtlWays> (*)(const Design& design);

}  // namespace

std::unique_ptr<RtlWays> make_rtl_ways(const Design& design) {
#define SY_MODEL(verilated, ports, queues, radix, table_nodes)                                      \
  {{ports, queues, 0, 0, 0, radix, table_nodes}, [](const Design& of) -> std::unique_ptr<RtlWays> { \
     return std::make_unique<VerilatedWays<verilated, ports, queues, radix, table_nodes>>(of);      \
   }},
  static const RtlModelTable<QueueRouterShape, Make> kModels({SY_RTL_WAYS_MODELS});
#undef SY_MODEL
  QueueRouterShape wanted = queue_router_shape(design);
  wanted.slots = wanted.depth = wanted.ejection_slots = 0;
  wanted.limits = {};
  const auto* const model =
      kModels.find_first([&](const QueueRouterShape& built) { return built.can_be(wanted); });
  if (model == nullptr)
    throw std::invalid_argument(fmt::format(
        "rtl/queues/queue_ways.sv is not built for {} ports and {} queues", wanted.ports, wanted.queues));
  return model->make(design);
}

}  // namespace switchyard
