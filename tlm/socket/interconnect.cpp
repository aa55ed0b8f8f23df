#include "tlm/socket/interconnect.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "tlm/socket/payload_fault.h"
#include "tlm/socket/refuse_dmi.h"

namespace switchyard {
namespace {

/// How many addresses it touches from its own on.
std::uint64_t reach(const tlm::tlm_generic_payload& payload) {
  return std::max(1U, std::min(payload.get_data_length(), payload.get_streaming_width()));
}

}  // namespace

Interconnect::Interconnect(const sc_core::sc_module_name& name, InterconnectConfig config,
                           const CarrierFactory& make_carrier)
    : sc_core::sc_module(name), config_(std::move(config)) {
  const std::size_t pairs = config_.initiators.size() * config_.targets.size();
  request_orders_.resize(pairs);
  response_orders_.resize(pairs);
  for (std::size_t i = 0; i < config_.initiators.size(); ++i) {
    upstream_.push_back(std::make_unique<UpstreamPort>(("upstream_" + std::to_string(i)).c_str(), i,
                                                       config_.request_queue,
                                                       static_cast<UpstreamPort::Owner&>(*this)));
  }
  for (std::size_t t = 0; t < config_.targets.size(); ++t) {
    downstream_.push_back(std::make_unique<DownstreamPort>(("downstream_" + std::to_string(t)).c_str(), t,
                                                           config_.response_queue,
                                                           static_cast<DownstreamPort::Owner&>(*this)));
  }
  carrier_ = make_carrier(static_cast<CarrierListener&>(*this));
}

Transit* Interconnect::admit(std::size_t initiator, Payload& payload) {
  const tlm::tlm_response_status fault = payload_fault(payload);
  if (fault != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(fault);
    return nullptr;
  }
  const Region* const region = config_.regions.find(payload.get_address(), reach(payload));
  if (region == nullptr) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return nullptr;
  }
  Transit& transit = pool_.take();
  transit.payload = &payload;
  transit.initiator = initiator;
  transit.target = region->target;
  transit.address = payload.get_address();
  transit.target_address = region->to_target(transit.address);
  transit.serial = admitted_++;
  transit.lost = false;
  transit.stage = Transit::Stage::Waiting;
  return &transit;
}

std::uint64_t Interconnect::request_flits(const Transit& transit) const {
  return config_.format.flits(config_.format.request_bytes(*transit.payload));
}

std::uint64_t Interconnect::response_flits(const Transit& transit) const {
  return config_.format.flits(config_.format.response_bytes(*transit.payload));
}

void Interconnect::send_request(Transit& transit) {
  transit.stage = Transit::Stage::Request;
  transit.is_response = false;
  transit.source = config_.initiators[transit.initiator];
  transit.destination = config_.targets[transit.target];
  send(transit, config_.format.request_bytes(*transit.payload));
}

void Interconnect::send_response(Transit& transit) {
  transit.stage = Transit::Stage::Response;
  transit.is_response = true;
  transit.source = config_.targets[transit.target];
  transit.destination = config_.initiators[transit.initiator];
  send(transit, config_.format.response_bytes(*transit.payload));
}

void Interconnect::send(Transit& transit, std::uint64_t bytes) {
  if (config_.ordered) transit.number = order_of(transit).next_number();
  transit.packets_under_way = config_.format.packets(bytes);
  config_.format.cut(bytes, [&](int flits) { carrier_->send(transit, flits); });
}

Interconnect::Order& Interconnect::order_of(const Transit& transit) {
  const std::size_t pair = transit.initiator * config_.targets.size() + transit.target;
  return (transit.is_response ? response_orders_ : request_orders_)[pair];
}

void Interconnect::departed(Parcel& parcel, int flits) {
  const auto& transit = static_cast<const Transit&>(parcel);
  if (transit.is_response) {
    downstream_[transit.target]->departed(flits);
  } else {
    upstream_[transit.initiator]->departed(flits);
  }
}

void Interconnect::arrived(Parcel& parcel) {
  auto& transit = static_cast<Transit&>(parcel);
  if (--transit.packets_under_way != 0) return;
  if (!config_.ordered) return deliver(transit);
  order_of(transit).arrive(transit.number, &transit, [this](Transit* next) { deliver(*next); });
}

void Interconnect::deliver(Transit& transit) {
  if (transit.is_response) {
    upstream_[transit.initiator]->complete(transit);
  } else {
    downstream_[transit.target]->request(transit);
  }
}

void Interconnect::retire(Transit& transit) { pool_.give_back(transit); }

void Interconnect::return_lost(Transit& transit) {
  transit.payload->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  upstream_[transit.initiator]->complete(transit);
}

void Interconnect::reset() {
  using Stage = Transit::Stage;
  carrier_->reset();
  for (std::vector<Order>* orders : {&request_orders_, &response_orders_}) {
    for (Order& order : *orders) order = Order();
  }
  std::vector<Transit*> lost;
  for (const auto& transit : pool_.all()) {
    const Stage stage = transit->stage;
    if (stage == Stage::AtTarget) transit->lost = true;
    if (stage != Stage::Request && stage != Stage::Queued && stage != Stage::Response && stage != Stage::Lost)
      continue;
    transit->stage = Stage::Lost;
    lost.push_back(transit.get());
  }
  std::sort(lost.begin(), lost.end(), [](const Transit* a, const Transit* b) {
    return std::tie(a->initiator, a->serial) < std::tie(b->initiator, b->serial);
  });
  for (const auto& port : downstream_) port->reset();
  for (const auto& port : upstream_) port->reset();
  // From here on others are called: they may send at once, and may reset again.
  for (const auto& port : downstream_) port->end_responses();
  for (const auto& port : upstream_) port->accept_waiting();
  for (Transit* transit : lost) {
    if (transit->stage == Stage::Lost) return_lost(*transit);
  }
}

bool Interconnect::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  refuse_dmi(dmi);
  if (!config_.dmi) return false;
  const Address address = payload.get_address();
  const Region* const region = config_.regions.find(address);
  if (region == nullptr) {
    dmi.set_start_address(address);
    dmi.set_end_address(address);
    return false;
  }
  payload.set_address(region->to_target(address));
  const bool granted = downstream_[region->target]->socket->get_direct_mem_ptr(payload, dmi);
  payload.set_address(address);
  const Address size = region->last - region->first;
  const Address first = std::max<Address>(dmi.get_start_address(), region->offset);
  const Address last = std::min<Address>(dmi.get_end_address(), region->offset + size);
  if (granted) dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (first - dmi.get_start_address()));
  dmi.set_start_address(region->from_target(first));
  dmi.set_end_address(region->from_target(last));
  return granted;
}

unsigned Interconnect::transport_dbg(Payload& payload) {
  const Address address = payload.get_address();
  const Region* const region = config_.regions.find(address);
  if (region == nullptr) return 0;
  const unsigned length = payload.get_data_length();
  const Address rest = region->last - address;  // Beyond the first byte.
  payload.set_address(region->to_target(address));
  if (length != 0 && length - 1 > rest) payload.set_data_length(static_cast<unsigned>(rest + 1));
  const unsigned done = downstream_[region->target]->socket->transport_dbg(payload);
  payload.set_address(address);
  payload.set_data_length(length);
  return done;
}

void Interconnect::invalidate_direct_mem_ptr(std::size_t target, Address first, Address last) {
  for (const Region& region : config_.regions.regions()) {
    const Address from = std::max(first, region.offset);
    const Address to = std::min(last, region.offset + (region.last - region.first));
    if (region.target != target || from > to) continue;
    for (const auto& port : upstream_)
      port->socket->invalidate_direct_mem_ptr(region.from_target(from), region.from_target(to));
  }
}

}  // namespace switchyard
