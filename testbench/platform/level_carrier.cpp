#include "testbench/platform/level_carrier.h"

#include "tlm/socket/approximate_carrier.h"

namespace switchyard {
namespace {

CarrierFactory flits(const Level& level, const Design& design) {
  return [&level, &design](CarrierListener& listener) {
    const TimedNetworkBuilder build = [&](const Design& of, const TerminalFactory& make_terminal) {
      return level.build(of, make_terminal, /*observer=*/nullptr, {});
    };
    return std::make_unique<FlitCarrier>("carrier", design, build, listener, /*observer=*/nullptr);
  };
}

CarrierFactory packets(const Design& design) {
  return [&design](CarrierListener& listener) {
    return std::make_unique<ApproximateCarrier>("carrier", design, clock_from_start(), listener,
                                                /*observer=*/nullptr);
  };
}

}  // namespace

CarrierFactory carrier_at(const Level& level, const Design& design) {
  return level.has_flits ? flits(level, design) : packets(design);
}

}  // namespace switchyard
