#include "hw/router/exchange/exchange_switch.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace switchyard {

ExchangeSwitch::ExchangeSwitch(ExchangeSite site)
    : site_(std::move(site)),
      all_(low_bits<BufferMask>(site_.config.buffers)),
      buffers_(site_.config.buffers),
      lfsr_(site_.random) {
  reset();
}

void ExchangeSwitch::reset() {
  held_ = kept_ = fresh_ = arrived_ = 0;
  idle_ = site_.links;
  replied_ = 0;
  next_link_ = site_.first_link;
  arrivals_ = 0;
  kept_for_.fill(-1);
  lfsr_ = site_.random;
}

const Flit* ExchangeSwitch::front() const {
  const Buffer* first = nullptr;
  for_each_bit(held_, [&](int b) {
    const bool earlier = first == nullptr || static_cast<std::int32_t>(buffers_[b].came - first->came) < 0;
    if (earlier) first = &buffers_[b];
  });
  return first == nullptr ? nullptr : &first->flit;
}

void ExchangeSwitch::put(int index, const Flit& flit) {
  Buffer& buffer = buffers_[index];
  buffer.flit = flit;
  buffer.ways = ways_of(flit);
  buffer.came = arrivals_++;
  held_.set(index);
  fresh_.set(index);
  arrived_.clear(index);
  arrived_.set(index, flit.destination == site_.node);
  if (flit.destination != site_.node) {
    for (PortId p = 0; p < site_.ports - 1; ++p) {  // Of all ports: which ones cannot be predicted.
      BufferMask& nearer = nearer_[p];
      nearer.clear(index);
      nearer.set(index, buffer.ways.test(p));
    }
  }
  switch (site_.config.priority) {
    case ExchangeConfig::Priority::Age: buffer.rank = {0, age_of(flit)}; break;
    case ExchangeConfig::Priority::Distance:
      buffer.rank = {static_cast<std::uint32_t>(site_.distance[flit.destination]), age_of(flit)};
      break;
    case ExchangeConfig::Priority::None: buffer.rank = {0, buffer.came}; break;
  }
}

Flit ExchangeSwitch::take(PacketId packet) {
  int found = -1;
  for_each_bit(held_, [&](int b) {
    if (buffers_[b].flit.packet == packet) found = b;
  });
  if (found < 0)
    throw std::logic_error("ExchangeSwitch: packet " + std::to_string(packet) + " leaves node " +
                           std::to_string(site_.node) + ", and is in no buffer");
  held_.clear(found);
  return buffers_[found].flit;
}

int ExchangeSwitch::pick_victim() {
  BufferMask candidates = ready();
  if (candidates == 0) return -1;
  if (site_.config.priority == ExchangeConfig::Priority::None) {
    if ((candidates & ~arrived_) != 0) candidates &= ~arrived_;  // Those are as good as gone.
    for (auto n = lfsr_.below(candidates.count()); n != 0; --n) {
      candidates &= candidates - 1;
    }
    return lowest_bit(candidates);
  }
  int last = lowest_bit(candidates);
  for_each_bit(candidates, [&](int b) {
    if (buffers_[b].rank > buffers_[last].rank) last = b;
  });
  return last;
}

}  // namespace switchyard
