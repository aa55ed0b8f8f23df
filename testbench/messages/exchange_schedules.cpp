#include "testbench/messages/exchange_schedules.h"

#include <algorithm>
#include <utility>

namespace switchyard {

std::optional<StepSend> DirectExchange::send(std::uint64_t step, Place from) const {
  const auto i = static_cast<Place>(step + 1);
  StepSend send;
  send.to = partner_ == Partner::Shift ? (from + i) % places_ : from ^ i;
  send.flits = flits_;
  return send;
}

void DirectExchange::blocks(std::uint64_t /*step*/, Place from, Place to,
                            std::vector<std::size_t>& out) const {
  out.push_back(std::size_t{from} * places_ + to);
}

RandomizedExchange::RandomizedExchange(Place places, const Payload& payload, std::uint64_t seed)
    : places_(places),
      payload_(payload),
      seed_(seed),
      sweeps_((payload.grain + payload.packet_bytes - 1) / payload.packet_bytes) {}

void RandomizedExchange::begin(std::uint64_t step) {
  const Place others = places_ - 1;
  if (step % others != 0) return;
  const std::uint64_t sweep = step / others;
  to_.resize(std::size_t{others} * places_);
  for (Place from = 0; from < places_; ++from) {
    RandomStream random =
        RandomStream(seed_, from, Purpose::Destination).after(sweep * others);  // One draw for each of them.
    const auto to = [&](Place n) -> Place& { return to_[std::size_t{n} * places_ + from]; };
    for (Place n = 0; n < others; ++n) {  // The last so far goes to a place among them, and this one there.
      const Place drawn = random.below(n + 1);
      to(n) = to(drawn);
      to(drawn) = n < from ? n : n + 1;
    }
  }
}

std::optional<StepSend> RandomizedExchange::send(std::uint64_t step, Place from) const {
  const Place others = places_ - 1;
  const std::uint64_t sent = step / others * payload_.packet_bytes;  // Bytes, by the sweeps before.
  StepSend send;
  send.to = to_[step % others * places_ + from];
  send.flits = static_cast<std::uint32_t>(
      payload_.flits(std::min<std::uint64_t>(payload_.packet_bytes, payload_.grain - sent)));
  return send;
}

void RandomizedExchange::blocks(std::uint64_t /*step*/, Place from, Place to,
                                std::vector<std::size_t>& out) const {
  out.push_back(std::size_t{from} * places_ + to);
}

std::uint64_t GridExchange::steps() const {
  const std::uint64_t columns = columns_;
  return order_ == Order::RowsFirst ? columns - 1 + rows_ - 1 : (columns - 1) * rows_ + rows_ - 1;
}

GridExchange::Kind GridExchange::kind_of(std::uint64_t step) const {
  const auto s = static_cast<Place>(step);
  if (order_ == Order::RowsFirst) return s < columns_ - 1 ? Kind{s + 1, 0} : Kind{0, s - (columns_ - 1) + 1};
  const Place before_own = (columns_ - 1) * rows_;
  return s < before_own ? Kind{s / rows_ + 1, s % rows_} : Kind{0, s - before_own + 1};
}

std::optional<StepSend> GridExchange::send(std::uint64_t step, Place from) const {
  const Kind kind = kind_of(step);
  const Place x = from % columns_;
  const Place y = from / columns_;
  StepSend send;
  if (is_along_row(kind)) {
    send.to = (x ^ kind.row) + y * columns_;
    send.flits = payload_.blocks(rows_);
    send.awaited = true;
    return send;
  }
  send.to = x + (y ^ kind.column) * columns_;
  send.flits = payload_.blocks(order_ == Order::RowsFirst ? columns_ : 1);
  send.label = 1;
  send.forwards = order_ == Order::RowsFirst || kind.row != 0;
  return send;
}

void GridExchange::blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const {
  const Kind kind = kind_of(step);
  const std::size_t all = places();
  if (is_along_row(kind)) {
    for (Place y = 0; y < rows_; ++y) out.push_back(from * all + to % columns_ + std::size_t{y} * columns_);
    return;
  }
  const Place x = from % columns_;
  const auto add = [&](Place row) { out.push_back((from - x + (x ^ row)) * all + to); };
  if (order_ == Order::Interleaved) return add(kind.row);
  for (Place row = 0; row < columns_; ++row) add(row);
}

}  // namespace switchyard
