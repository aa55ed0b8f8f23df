#include "tlm/socket/combining_memory.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "tlm/socket/multiprefix.h"
#include "tlm/socket/payload_fault.h"
#include "tlm/socket/refuse_dmi.h"

namespace switchyard {

CombiningMemory::CombiningMemory(const sc_core::sc_module_name& name, CombiningMemoryConfig config,
                                 const Design& design, const TimedNetworkBuilder& build,
                                 StepObserver* observer)
    : sc_core::sc_module(name),
      config_(std::move(config)),
      initiators_(design.router.as<RanadeConfig>()->paths->processors()),
      words_(config_.initiators.size()),
      machine_("machine", design, config_.in_flight, build, static_cast<PramListener&>(*this), observer) {
  for (std::size_t i = 0; i < config_.initiators.size(); ++i) {
    const NodeId processor = design.router.as<RanadeConfig>()->paths->processor_at(config_.initiators[i]);
    processors_.push_back(processor);
    initiators_[processor] = i;
    ports_.push_back(std::make_unique<UpstreamPort>(("port_" + std::to_string(i)).c_str(), i,
                                                    config_.request_queue,
                                                    static_cast<UpstreamPort::Owner&>(*this)));
  }
}

Transit* CombiningMemory::admit(std::size_t initiator, Payload& payload) {
  const tlm::tlm_response_status fault = check(payload);
  if (fault != tlm::TLM_OK_RESPONSE || payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(fault);
    return nullptr;
  }
  Transit& transit = pool_.take();
  transit.payload = &payload;
  transit.initiator = initiator;
  transit.target_address = config_.region.to_target(payload.get_address());
  transit.stage = Transit::Stage::Waiting;
  return &transit;
}

/// What is wrong with a payload; TLM_OK_RESPONSE if nothing.
tlm::tlm_response_status CombiningMemory::check(const Payload& payload) const {
  const tlm::tlm_response_status fault = payload_fault(payload);
  if (fault != tlm::TLM_OK_RESPONSE || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return fault;
  const auto* const multiprefix = payload.get_extension<Multiprefix>();
  if (multiprefix != nullptr && !is_multiprefix(multiprefix->operation))
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const unsigned length = payload.get_data_length();
  if (length % kWordBytes != 0 || payload.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const Address address = payload.get_address();
  if (!config_.region.contains(address) || length - 1 > config_.region.last - address ||
      config_.region.to_target(address) % kWordBytes != 0)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

/// A word is one flit.
std::uint64_t CombiningMemory::request_flits(const Transit& transit) const {
  return transit.payload->get_data_length() / kWordBytes;
}

void CombiningMemory::send_request(Transit& transit) {
  transit.stage = Transit::Stage::Request;
  transit.packets_under_way = static_cast<std::uint32_t>(request_flits(transit));
  for (unsigned offset = 0; offset < transit.payload->get_data_length(); offset += kWordBytes) {
    words_[transit.initiator].push_back({&transit, offset});
    machine_.request(processors_[transit.initiator], operation_on(transit, offset));
  }
}

PramOperation CombiningMemory::operation_on(const Transit& transit, unsigned offset) const {
  const Payload& payload = *transit.payload;
  PramOperation operation;
  operation.address = static_cast<std::uint32_t>((transit.target_address + offset) / kWordBytes);
  const auto* const multiprefix = payload.get_extension<Multiprefix>();
  operation.reads = payload.is_read() && multiprefix == nullptr;
  if (operation.reads) return operation;
  operation.operation = multiprefix != nullptr ? multiprefix->operation : config_.write;
  std::memcpy(&operation.operand, payload.get_data_ptr() + offset, kWordBytes);
  return operation;
}

void CombiningMemory::taken(NodeId processor) { ports_[initiators_[processor]]->departed(1); }

void CombiningMemory::answered(NodeId processor, const PramAnswer& answer) {
  std::deque<Word>& words = words_[initiators_[processor]];
  const Word word = words.front();
  words.pop_front();
  Payload& payload = *word.transit->payload;
  if (payload.is_read()) {
    const bool is_plain = payload.get_extension<Multiprefix>() == nullptr;
    std::memcpy(payload.get_data_ptr() + word.offset, is_plain ? &answer.before_step : &answer.returned,
                kWordBytes);
  }
  if (--word.transit->packets_under_way != 0) return;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  ports_[word.transit->initiator]->complete(*word.transit);
}

void CombiningMemory::retire(Transit& transit) { pool_.give_back(transit); }

void CombiningMemory::reset() {
  machine_.reset();
  std::vector<Transit*> lost;
  for (std::deque<Word>& words : words_) {
    for (const Word& word : words) {
      if (lost.empty() || lost.back() != word.transit) lost.push_back(word.transit);
    }
    words.clear();
  }
  for (const auto& port : ports_) port->reset();
  // From here on others are called, who may send at once.
  for (const auto& port : ports_) port->accept_waiting();
  for (Transit* transit : lost) {
    transit->payload->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    ports_[transit->initiator]->complete(*transit);
  }
}

bool CombiningMemory::get_direct_mem_ptr(Payload&, tlm::tlm_dmi& dmi) { return refuse_dmi(dmi); }

unsigned CombiningMemory::transport_dbg(Payload& payload) {
  const Address first = payload.get_address();
  if (!config_.region.contains(first) || payload.get_data_length() == 0) return 0;
  const Address rest = config_.region.last - first;  // Beyond the first byte.
  const auto last = static_cast<unsigned>(std::min<Address>(payload.get_data_length() - 1, rest));
  for (unsigned i = 0; i <= last; ++i) {
    const Address place = config_.region.to_target(first + i);
    std::uint32_t& word = machine_.word(static_cast<std::uint32_t>(place / kWordBytes));
    auto* const byte = reinterpret_cast<unsigned char*>(&word) + place % kWordBytes;
    if (payload.is_read()) payload.get_data_ptr()[i] = *byte;
    if (payload.is_write()) *byte = payload.get_data_ptr()[i];
  }
  return last + 1;
}

}  // namespace switchyard
