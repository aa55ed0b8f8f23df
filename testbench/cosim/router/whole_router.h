#pragma once

#include <memory>

#include "hw/design/design.h"
#include "testbench/cosim/block_fault.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/router/rtl_router.h"

namespace switchyard {

/// A router kind that rtl/ has as a whole.
struct WholeRouter {
  const char* kind;  ///< As `router.kind` names it.
  BlockFault::Block block;
  /// Errors: std::invalid_argument, with what it can carry, if the RTL cannot carry the design.
  void (*require)(const Design& design);
  /// Errors: the same.
  RouterRtl (*rtl)(const Design& design, NodeId node);
};

/// Errors: std::invalid_argument, with the kinds that there are, if the design's router is none of them.
const WholeRouter& whole_router(const Design& design);

// What makes them, in the program that has the RTL.
std::unique_ptr<RtlRouter> make_rtl_vc_router(const Design& design, NodeId node, const RtlOptions& options);
std::unique_ptr<RtlRouter> make_rtl_queue_router(const Design& design, NodeId node,
                                                 const RtlOptions& options);
std::unique_ptr<RtlRouter> make_rtl_chaos_router(const Design& design, NodeId node,
                                                 const RtlOptions& options);
std::unique_ptr<RtlRouter> make_rtl_exchange_router(const Design& design, NodeId node,
                                                    const RtlOptions& options);
std::unique_ptr<RtlRouter> make_rtl_mesh_router(const Design& design, NodeId node, const RtlOptions& options);
std::unique_ptr<RtlRouter> make_rtl_combining_router(const Design& design, NodeId node,
                                                     const RtlOptions& options);

}  // namespace switchyard
