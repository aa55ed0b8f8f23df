#include "testbench/platform/level_carrier.h"

namespace switchyard {

CarrierFactory carrier_at(const Level& level, const Design& design) {
  return [&level, &design](CarrierListener& listener) {
    const TimedNetworkBuilder build = [&](const Design& of, const TerminalFactory& make_terminal) {
      return level.build(of, make_terminal, /*observer=*/nullptr, {});
    };
    return std::make_unique<FlitCarrier>("carrier", design, build, listener, /*observer=*/nullptr);
  };
}

}  // namespace switchyard
