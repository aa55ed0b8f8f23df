#include "testbench/traffic/phase_source.h"

#include <utility>

namespace switchyard {

PhaseSource::PhaseSource(std::unique_ptr<PacketSource> source, const Phase& phase)
    : source_(std::move(source)), phase_(phase) {}

bool PhaseSource::next(NodeId source, PacketRequest& request) {
  constexpr Cycle kLatest = Cycle{1} << 62;
  if (!source_->next(source, request)) return false;
  const Cycle times = request.created / phase_.cycles;
  const Cycle within = request.created % phase_.cycles;
  if (times != 0 && (phase_.period == 0 || times > kLatest / phase_.period)) return false;
  request.created = times * phase_.period + phase_.begin + within;
  return true;
}

}  // namespace switchyard
