#include "testbench/cosim/router/rtl_router.h"

#include "testbench/cosim/router/whole_router.h"

namespace switchyard {

std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node, const RtlOptions& options) {
  switch (whole_router(design).block) {
    case BlockFault::Block::QueueRouter: return make_rtl_queue_router(design, node, options);
    case BlockFault::Block::ChaosRouter: return make_rtl_chaos_router(design, node, options);
    case BlockFault::Block::ExchangeRouter: return make_rtl_exchange_router(design, node, options);
    case BlockFault::Block::MeshRouter: return make_rtl_mesh_router(design, node, options);
    case BlockFault::Block::CombiningRouter: return make_rtl_combining_router(design, node, options);
    default: return make_rtl_vc_router(design, node, options);
  }
}

}  // namespace switchyard
