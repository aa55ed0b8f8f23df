#include "testbench/monitor/warm_up.h"

#include "hw/base/ratio.h"

namespace switchyard {
namespace {

/// Of the packets delivered between two samples; none if there are none.
std::optional<double> latency_between(const FlowRecord& record, std::size_t from, std::size_t to) {
  const std::uint64_t packets = record.packets(to) - record.packets(from);
  if (packets == 0) return std::nullopt;
  return ratio(record.latency(to) - record.latency(from), packets);
}

bool grows_fast(const std::optional<Growth>& growth) {
  constexpr double kFast = 0.02;  // Of the offered flits.
  return growth && growth->is_beyond(kFast) && !growth->pulled_back;
}

bool grows_fast(const StabilityFigures& figures) {
  return grows_fast(figures.growth) || grows_fast(figures.slowest_growth);
}

}  // namespace

const char* to_string(WarmUpEnd end) {
  constexpr const char* kNames[] = {"given", "settled", "overloaded", "limit"};
  return kNames[static_cast<std::size_t>(end)];
}

std::optional<WarmUpEnd> judge_warm_up(const FlowRecord& record, const std::optional<OfferedFlits>& offered) {
  constexpr double kTolerated = 1.05;
  constexpr Cycle kLeastOverloaded = 4000;
  const std::size_t end = record.steps();
  const std::size_t middle = end / 2;
  const std::size_t late = (middle + end) / 2;
  const auto first = latency_between(record, 0, middle);
  const auto before = latency_between(record, middle, late);
  const auto after = latency_between(record, late, end);
  if (!first || !before || !after || 2 * *first > static_cast<double>(middle * record.step()))
    return std::nullopt;
  const StabilityFigures figures = judge_stability(record, middle, offered);
  if (end * record.step() >= kLeastOverloaded && grows_fast(figures)) return WarmUpEnd::Overloaded;
  if (figures.verdict == Stability::Stable && *after <= kTolerated * *before) return WarmUpEnd::Settled;
  return std::nullopt;
}

}  // namespace switchyard
