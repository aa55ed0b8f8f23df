#include "testbench/cosim/router/rtl_router.h"

#include "testbench/cosim/router/whole_router.h"

namespace switchyard {

std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node, const RtlOptions& options) {
  const bool has_central_queues = whole_router(design).block == BlockFault::Block::QueueRouter;
  return (has_central_queues ? make_rtl_queue_router : make_rtl_vc_router)(design, node, options);
}

}  // namespace switchyard
