#include "testbench/messages/collective_schedules.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace switchyard {
namespace {

/// ceil(log2 of it).
std::uint64_t log2_up(Place places) { return static_cast<std::uint64_t>(std::bit_width(places - 1)); }

}  // namespace

TreeSchedule::TreeSchedule(const Shape& shape, const Payload& payload)
    : shape_(shape), payload_(payload), first_(log2_up(shape.places)) {
  MessageId before = 0;
  for (std::uint64_t step = 0; step < first_.size(); ++step) {
    first_[step] = before;
    const Place distance = distance_of(step);  // One for each rank that is an odd multiple of it.
    before += (shape_.places - 1 + distance) / (2 * distance);
  }
}

Place TreeSchedule::distance_of(std::uint64_t step) const {
  return Place{1} << (shape_.down ? first_.size() - 1 - step : step);
}

std::optional<StepSend> TreeSchedule::send(std::uint64_t step, Place from) const {
  const Place distance = distance_of(step);
  const Place rank = rank_of(from);
  const bool sends = rank % (2 * distance) == (shape_.down ? 0 : distance);
  const Place lower = shape_.down ? rank + distance : rank;
  if (!sends || lower >= shape_.places) return std::nullopt;
  StepSend send;
  send.to = place_of(shape_.down ? lower : rank - distance);
  send.flits = payload_.blocks(shape_.all_blocks ? size_below(lower, distance) : 1);
  send.forwards = true;
  send.awaited = true;
  return send;
}

std::uint64_t TreeSchedule::step_of(MessageId id) const {
  const auto next = std::upper_bound(first_.begin(), first_.end(), id);
  return static_cast<std::uint64_t>(next - first_.begin()) - 1;
}

void TreeSchedule::blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const {
  if (!shape_.all_blocks) return out.push_back(0);
  const Place lower = rank_of(shape_.down ? to : from);
  const Place size = size_below(lower, distance_of(step));
  for (Place rank = lower; rank < lower + size; ++rank) out.push_back(place_of(rank));
}

Place TreeSchedule::size_below(Place lower, Place distance) const {
  return std::min(distance, shape_.places - lower);
}

RingSchedule::RingSchedule(Way way, std::vector<Place> shape, const Payload& payload)
    : shape_(std::move(shape)), payload_(payload) {
  for (const Place radix : shape_) places_ *= radix;
  if (way != Way::AllGather) {
    for (std::size_t d = shape_.size(); d-- > 0;) add_rings(d, true);
  }
  if (way != Way::ReduceScatter) {
    for (std::size_t d = 0; d < shape_.size(); ++d) add_rings(d, false);
  }
}

void RingSchedule::add_rings(std::size_t dimension, bool combines) {
  Place stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= shape_[d];
  for (Place n = 0; n + 1 < shape_[dimension]; ++n)
    steps_.push_back({shape_[dimension], stride, n, combines});
}

std::optional<StepSend> RingSchedule::send(std::uint64_t step, Place from) const {
  const Step& now = steps_[step];
  const Place x = from / now.stride % now.radix;
  StepSend send;
  send.to = from - x * now.stride + (x + 1) % now.radix * now.stride;
  send.flits = payload_.blocks(now.stride);
  send.label = now.combines ? 0 : 1;
  send.forwards = true;
  send.awaited = true;
  return send;
}

/// The dimensions below this one are not scattered yet, or are gathered already: all their blocks go.
void RingSchedule::blocks(std::uint64_t step, Place from, Place /*to*/, std::vector<std::size_t>& out) const {
  const Step& now = steps_[step];
  const Place x = from / now.stride % now.radix;
  const Place behind = now.in_ring + (now.combines ? 1 : 0);  // Whose part it is, counted back from x.
  const Place part = (x + now.radix - behind) % now.radix;
  const Place above = from / (now.stride * now.radix) * (now.stride * now.radix);
  for (Place below = 0; below < now.stride; ++below) out.push_back(above + part * now.stride + below);
}

BarrierSchedule::BarrierSchedule(Place places, std::uint32_t flits)
    : places_(places), flits_(flits), steps_(log2_up(places)) {}

std::optional<StepSend> BarrierSchedule::send(std::uint64_t step, Place from) const {
  StepSend send;
  send.to = static_cast<Place>((from + (std::uint64_t{1} << step)) % places_);
  send.flits = flits_;
  send.forwards = true;
  send.awaited = true;
  return send;
}

void BarrierSchedule::blocks(std::uint64_t step, Place from, Place /*to*/,
                             std::vector<std::size_t>& out) const {
  for (Place back = 0; back < Place{1} << step; ++back) out.push_back((from + places_ - back) % places_);
}

}  // namespace switchyard
