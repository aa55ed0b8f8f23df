#include "testbench/timeline/timeline_sample.h"

#include <numeric>
#include <utility>

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

void CondensedSamples::add(const TimelineSample& sample) {
  if (!samples_.empty() && in_last_ < each_) {
    samples_.back().append(sample);
    ++in_last_;
    return;
  }
  if (samples_.size() == kMax) {
    for (std::size_t i = 0; i < kMax / 2; ++i) {
      samples_[2 * i].append(samples_[2 * i + 1]);
      if (i != 0) samples_[i] = std::move(samples_[2 * i]);
    }
    samples_.resize(kMax / 2);
    each_ *= 2;
  }
  samples_.push_back(sample);
  in_last_ = 1;
}

}  // namespace switchyard
