#include "testbench/timeline/timeline_sample.h"

#include <numeric>

#include "hw/base/ratio.h"

namespace switchyard {
namespace {

double share(std::uint64_t flits, double capacity, Cycle cycles) {
  return capacity == 0 ? 0 : ratio(flits, capacity * static_cast<double>(cycles));
}

}  // namespace

double TimelineSample::utilisation(const LinkGroups& links, std::size_t group) const {
  return share(crossed[group], links.groups[group].capacity, end - begin);
}

double TimelineSample::utilisation(const LinkGroups& links) const {
  return share(std::accumulate(crossed.begin(), crossed.end(), std::uint64_t{0}), links.capacity(),
               end - begin);
}

void TimelineSample::append(const TimelineSample& next) {
  end = next.end;
  injected += next.injected;
  ejected += next.ejected;
  for (std::size_t group = 0; group < crossed.size(); ++group) crossed[group] += next.crossed[group];
  in_flight = next.in_flight;
  waiting = next.waiting;
}

}  // namespace switchyard
