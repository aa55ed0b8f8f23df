#pragma once

#include <memory>

#include "hw/router/queues/queue_block.h"
#include "testbench/cosim/queues/queue_pins.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see QueuePlaces.
class RtlQueues : public QueueBlock, public RtlModel {
 public:
  /// Of the Verilated module, which may have more slots than the queues.
  virtual QueueSwitchShape shape() const = 0;
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
};

/// The Verilated rtl/queues/queue_switch.sv of a node.
///
/// Models are built for the shapes in testbench/cosim/CMakeLists.txt; the first that has the ports, the
/// queues and enough slots is taken.
///
/// Errors: std::invalid_argument if the site is set to something that the RTL does not do, or if none has its
///         shape, with those that there are; also if the program was built without Verilator.
std::unique_ptr<RtlQueues> make_rtl_queues(const QueueSite& site, const RtlOptions& options = {});

}  // namespace switchyard
