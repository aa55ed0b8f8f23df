#include "testbench/cosim/router/whole_router.h"

#include <array>
#include <stdexcept>
#include <string>

#include "testbench/cosim/router/chaos_router_pins.h"
#include "testbench/cosim/router/combining_router_pins.h"
#include "testbench/cosim/router/exchange_router_pins.h"
#include "testbench/cosim/router/mesh_router_pins.h"
#include "testbench/cosim/router/queue_router_pins.h"
#include "testbench/cosim/router/vc_router_pins.h"

namespace switchyard {

const WholeRouter& whole_router(const Design& design) {
  static constexpr std::array<WholeRouter, 6> kRouters{
      {{"duato", BlockFault::Block::VcRouter, [](const Design& of) { vc_router_shape(of); }, vc_router_rtl},
       {"konstantinidou", BlockFault::Block::QueueRouter, [](const Design& of) { queue_router_shape(of); },
        queue_router_rtl},
       {"chaos", BlockFault::Block::ChaosRouter, [](const Design& of) { chaos_router_shape(of); },
        chaos_router_rtl},
       {"exchange", BlockFault::Block::ExchangeRouter, [](const Design& of) { exchange_router_shape(of); },
        exchange_router_rtl},
       {"mesh16", BlockFault::Block::MeshRouter, [](const Design& of) { mesh_router_shape(of); },
        mesh_router_rtl},
       {"ranade", BlockFault::Block::CombiningRouter, [](const Design&) {}, combining_router_rtl}}};
  std::string kinds;
  for (const WholeRouter& router : kRouters) {
    if (design.router.kind == router.kind) return router;
    const char* const before = kinds.empty() ? "" : &router == &kRouters.back() ? " or " : ", ";
    kinds += before + std::string(router.kind);
  }
  throw std::invalid_argument(
      "no whole router of rtl/ carries this network: there is one for router.kind = " + kinds + ", not " +
      design.router.kind);
}

}  // namespace switchyard
