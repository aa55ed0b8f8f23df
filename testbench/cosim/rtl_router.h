#pragma once

#include <memory>

#include "hw/design/design.h"
#include "testbench/cosim/rtl_model.h"

namespace switchyard {

class RtlRouter : public RouterCore, public RtlModel {};

/// A whole router in RTL: the Verilated rtl/router/vc_router.sv behind the core's interface, so that it can
/// stand at any node of a network, at any level.
///
/// Models are built for the shapes in testbench/cosim/CMakeLists.txt; the design must have one of them.
///
/// Errors: std::invalid_argument if the RTL cannot carry the design, with what it can carry; also if the
///         program was built without Verilator.
std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node);

}  // namespace switchyard
