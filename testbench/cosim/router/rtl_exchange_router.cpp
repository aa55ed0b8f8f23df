#include <string>

#include "testbench/cosim/router/exchange_router_pins.h"
#include "testbench/cosim/router/registered_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/rtl_exchange_router_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"

namespace switchyard {
namespace {

/// Model of one shape. Its pins are registers, as those of vc_router are.
template <class Verilated, int kPorts>
class RegisteredExchangeRouter final : public RegisteredRouter<Verilated, kPorts, 2> {
  using Router = RegisteredRouter<Verilated, kPorts, 2>;
  using Router::rtl;

 public:
  RegisteredExchangeRouter(const std::string& name, const ExchangeRouterStraps& straps,
                           const RtlOptions& options)
      : Router(name, "registered_exchange_router", BlockFault::Block::ExchangeRouter,
               exchange_router_places(kPorts), options) {
    straps.site.drive(rtl()->site_i);
    straps.buffers.drive(rtl()->buffers_i);
    straps.links.drive(rtl()->links_i);
    straps.table.drive(rtl()->table_i);
    straps.start.drive(rtl()->start_i);
    Router::reset();
  }
};

using Make = std::unique_ptr<RtlRouter> (*)(const std::string& name, const ExchangeRouterStraps& straps,
                                            const RtlOptions& options);
using Table = RtlModelTable<ExchangeRouterShape, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, buffers, injection_flits, ejection_slots, table_nodes)        \
  {{ports, buffers, injection_flits, ejection_slots, table_nodes},                               \
   [](const std::string& name, const ExchangeRouterStraps& straps,                               \
      const RtlOptions& options) -> std::unique_ptr<RtlRouter> {                                 \
     return std::make_unique<RegisteredExchangeRouter<verilated, ports>>(name, straps, options); \
   }},
  static const Table kModels({SY_RTL_EXCHANGE_ROUTER_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlRouter> make_rtl_exchange_router(const Design& design, NodeId node,
                                                    const RtlOptions& options) {
  const ExchangeRouterShape shape = exchange_router_shape(design);
  const Table::Row* const model =
      models().find_first([&](const ExchangeRouterShape& built) { return built.can_be(shape); });
  if (model != nullptr)
    return model->make("router_" + std::to_string(node) + " rtl",
                       exchange_router_straps(design, node, model->key), options);
  refuse_exchange_router(
      "no model is built for " + describe(shape) + ". Built, as the most that they carry: " +
      models().built("; ", [](const ExchangeRouterShape& built) { return describe(built); }));
}

}  // namespace switchyard
