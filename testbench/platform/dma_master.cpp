#include "testbench/platform/dma_master.h"

#include <algorithm>
#include <utility>

#include "tlm/socket/multiprefix.h"

namespace switchyard {

using sc_core::sc_time;
using sc_core::sc_time_stamp;
using sc_core::SC_ZERO_TIME;

void TransactionTimes::add(const sc_time& time) {
  shortest = count == 0 ? time : std::min(shortest, time);
  longest = std::max(longest, time);
  sum += time;
  ++count;
}

void TransactionTimes::add(const TransactionTimes& others) {
  if (others.count == 0) return;
  shortest = count == 0 ? others.shortest : std::min(shortest, others.shortest);
  longest = std::max(longest, others.longest);
  sum += others.sum;
  count += others.count;
}

DmaMaster::DmaMaster(const sc_core::sc_module_name& name, unsigned burst, unsigned outstanding)
    : sc_core::sc_module(name), burst_(burst), bursts_(outstanding) {
  for (Burst& each : bursts_) {
    each.data.resize(burst);
    idle_.push_back(&each);
  }
  SC_HAS_PROCESS(DmaMaster);
  SC_METHOD(run);
  sensitive << go_;
  dont_initialize();
  socket.bind(*this);
}

void DmaMaster::add(Copy copy) {
  copies_.push_back(std::move(copy));
  go_.notify(SC_ZERO_TIME);
}

void DmaMaster::run() {
  if (!working_ && !begin_next_copy()) return;
  while (requesting_ == nullptr) {
    if (sc_time_stamp() < not_before_) return go_.notify(not_before_ - sc_time_stamp());
    Burst* const burst = next_burst();
    if (burst == nullptr) return;
    send(*burst);
  }
}

bool DmaMaster::begin_next_copy() {
  if (copies_.empty()) return false;
  copies_.front().begun();
  working_ = true;
  not_before_ = sc_time_stamp() + copies_.front().work;
  read_ = written_ = 0;
  return true;
}

/// One that has been read, or one to read; null if there is none now.
DmaMaster::Burst* DmaMaster::next_burst() {
  if (!working_) return nullptr;
  if (!to_write_.empty()) {
    Burst* const burst = to_write_.front();
    to_write_.pop_front();
    return burst;
  }
  if (idle_.empty() || read_ == copies_.front().bytes) return nullptr;
  Burst* const burst = idle_.back();
  idle_.pop_back();
  burst->offset = read_;
  burst->bytes = static_cast<unsigned>(std::min<std::uint64_t>(burst_, copies_.front().bytes - read_));
  burst->payload = nullptr;
  read_ += burst->bytes;
  return burst;
}

/// Reads a burst, or writes it if it has been read.
void DmaMaster::send(Burst& burst) {
  const bool writes = burst.payload != nullptr;
  if (writes) burst.payload->release();
  Payload& payload = pool_.take();
  burst.payload = &payload;
  burst.since = sc_time_stamp();
  payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address((writes ? copies_.front().to : copies_.front().from) + burst.offset);
  payload.set_data_ptr(burst.data.data());
  payload.set_data_length(burst.bytes);
  payload.set_streaming_width(burst.bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (writes && copies_.front().operation)
    payload.set_auto_extension(new Multiprefix(*copies_.front().operation));
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_time delay;
  switch (socket->nb_transport_fw(payload, phase, delay)) {
    case tlm::TLM_ACCEPTED: requesting_ = &payload; break;
    case tlm::TLM_COMPLETED: respond(payload); break;
    case tlm::TLM_UPDATED:
      not_before_ = sc_time_stamp() + delay;
      if (phase != tlm::BEGIN_RESP) break;
      payload.acquire();
      respond(payload);
      phase = tlm::END_RESP;
      socket->nb_transport_fw(payload, phase, delay);
      payload.release();
      break;
  }
}

tlm::tlm_sync_enum DmaMaster::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  if (requesting_ == &payload) {  // END_REQ, or BEGIN_RESP, which implies it.
    requesting_ = nullptr;
    not_before_ = sc_time_stamp() + delay;
    go_.notify(SC_ZERO_TIME);
  }
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  respond(payload);
  return tlm::TLM_COMPLETED;
}

void DmaMaster::respond(Payload& payload) {
  Burst& burst = *std::find_if(bursts_.begin(), bursts_.end(),
                               [&](const Burst& each) { return each.payload == &payload; });
  (payload.is_read() ? reads_ : writes_).add(sc_time_stamp() - burst.since);
  if (!payload.is_response_ok()) ++errors_;
  go_.notify(SC_ZERO_TIME);
  if (payload.is_read()) return to_write_.push_back(&burst);
  written_ += burst.bytes;
  burst.payload = nullptr;
  idle_.push_back(&burst);
  payload.release();
  if (written_ == copies_.front().bytes) end_copy();
}

DmaMaster::Progress DmaMaster::progress() const {
  Progress progress;
  progress.works = read_ == 0 && sc_time_stamp() < not_before_;
  progress.copied = written_;
  const Burst* oldest = nullptr;
  for (const Burst& burst : bursts_) {
    const bool waits_for_response =
        burst.payload != nullptr && std::find(to_write_.begin(), to_write_.end(), &burst) == to_write_.end();
    if (!waits_for_response) continue;
    ++progress.bursts;
    const auto order = [](const Burst& each) { return std::pair(each.since, each.offset); };
    if (oldest == nullptr || order(burst) < order(*oldest)) oldest = &burst;
  }
  if (oldest != nullptr) {
    const bool writes = oldest->payload->is_write();
    progress.oldest = {(writes ? copies_.front().to : copies_.front().from) + oldest->offset, oldest->bytes,
                       writes, sc_time_stamp() - oldest->since};
  }
  return progress;
}

void DmaMaster::end_copy() {
  const Copy copy = std::move(copies_.front());
  copies_.pop_front();
  working_ = false;
  copy.done();
}

}  // namespace switchyard
