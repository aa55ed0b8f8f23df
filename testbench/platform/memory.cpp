#include "testbench/platform/memory.h"

#include <algorithm>

namespace switchyard {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

Memory::Memory(const sc_core::sc_module_name& name, std::size_t size, const MemoryTiming& timing)
    : sc_core::sc_module(name), store_(size), timing_(timing) {
  SC_HAS_PROCESS(Memory);
  SC_METHOD(begin_responses);
  sensitive << response_due_;
  dont_initialize();
  socket.bind(*this);
}

sc_time Memory::transfer(Payload& payload, const sc_time& begin) {
  store_.carry_out(payload);
  ++accesses_;
  bytes_moved_ += payload.get_data_length();
  const unsigned beats =
      (payload.get_data_length() + timing_.bytes_per_period - 1) / timing_.bytes_per_period;
  busy_until_ = std::max(begin, busy_until_) + timing_.period * static_cast<double>(beats);
  return busy_until_;
}

void Memory::b_transport(Payload& payload, sc_time& delay) {
  const sc_time end = transfer(payload, sc_time_stamp() + delay) + timing_.latency;
  delay = end - sc_time_stamp();
}

tlm::tlm_sync_enum Memory::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  const sc_time now = sc_time_stamp();
  if (phase == tlm::BEGIN_REQ) {
    const sc_time end = transfer(payload, now + delay);
    responses_.push_back({end + timing_.latency, &payload});
    await_response();
    phase = tlm::END_REQ;
    delay = end - now;
    return tlm::TLM_UPDATED;
  }
  if (phase != tlm::END_RESP) return tlm::TLM_ACCEPTED;
  responding_ = false;
  response_from_ = now + delay;
  await_response();
  return tlm::TLM_COMPLETED;
}

void Memory::await_response() {
  if (responding_ || responses_.empty()) return;
  const sc_time now = sc_time_stamp();
  response_due_.notify(std::max({now, response_from_, responses_.front().time}) - now);
}

void Memory::begin_responses() {
  const sc_time now = sc_time_stamp();
  while (!responding_ && !responses_.empty() && std::max(responses_.front().time, response_from_) <= now) {
    Payload& payload = *responses_.front().payload;
    responses_.pop_front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay;
    responding_ = socket->nb_transport_bw(payload, phase, delay) == tlm::TLM_ACCEPTED;
    if (!responding_) response_from_ = now + delay;
  }
  await_response();
}

bool Memory::get_direct_mem_ptr(Payload&, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.allow_read_write();
  dmi.set_dmi_ptr(store_.bytes().data());
  dmi.set_start_address(0);
  dmi.set_end_address(store_.bytes().size() - 1);
  return true;
}

unsigned Memory::transport_dbg(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::size_t size = store_.bytes().size();
  if (address >= size) return 0;
  const auto length =
      static_cast<unsigned>(std::min<std::uint64_t>(payload.get_data_length(), size - address));
  std::uint8_t* const here = store_.bytes().data() + address;
  if (payload.is_read()) std::copy_n(here, length, payload.get_data_ptr());
  if (payload.is_write()) std::copy_n(payload.get_data_ptr(), length, here);
  return length;
}

}  // namespace switchyard
