#pragma once

#include <memory>

#include "hw/router/exchange/exchange_block.h"
#include "testbench/cosim/exchange/exchange_pins.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see ExchangePlaces.
class RtlExchange : public ExchangeBlock, public RtlModel {
 public:
  /// Of the Verilated module, which may carry more than it is given.
  virtual ExchangeShape shape() const = 0;
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
};

/// The Verilated rtl/exchange/exchange_switch.sv of a node.
///
/// Models are built for the shapes in testbench/cosim/CMakeLists.txt; the first that has the ports, and
/// carries the rest, is taken.
///
/// Errors: std::invalid_argument if the site is set to something that the RTL does not do, or if none has its
///         shape, with those that there are; also if the program was built without Verilator.
std::unique_ptr<RtlExchange> make_rtl_exchange(const ExchangeSite& site, const RtlOptions& options = {});

}  // namespace switchyard
