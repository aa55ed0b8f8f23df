#pragma once

#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/socket/packet_carrier.h"
#include "tlm/socket/region_map.h"

namespace switchyard {

/// A transaction on its way through an Interconnect: its payload, whence and whither, and where it is.
struct Transit : Parcel {
  enum class Stage {
    Free,
    Waiting,   ///< At its initiator's port: END_REQ has not been sent.
    Request,   ///< In the network.
    Queued,    ///< At its target's port: BEGIN_REQ has not been sent.
    AtTarget,  ///< Until END_RESP.
    Response,  ///< In the network.
    Lost,      ///< In a reset; its initiator is yet to be told.
    Returned   ///< At its initiator's port.
  };
  tlm::tlm_generic_payload* payload = nullptr;
  std::size_t initiator = 0;  ///< Index of its socket.
  std::size_t target = 0;
  Address address = 0;         ///< As the initiator has it.
  Address target_address = 0;  ///< As the target has it.
  std::uint64_t serial = 0;    ///< Of its admission.
  std::uint64_t number = 0;    ///< Among the messages of its initiator, its target and its direction.
  bool blocking = false;       ///< It came by b_transport.
  bool lost = false;           ///< The network was reset while it was at its target.
  Stage stage = Stage::Free;
  sc_core::sc_event returned;  ///< Of a blocking one.
};

/// Transits, used again and again. References stay valid.
class TransitPool {
 public:
  Transit& take() {
    if (free_.empty()) free_.push_back(all_.emplace_back(std::make_unique<Transit>()).get());
    Transit& transit = *free_.back();
    free_.pop_back();
    return transit;
  }
  void give_back(Transit& transit) {
    transit.payload = nullptr;
    transit.stage = Transit::Stage::Free;
    free_.push_back(&transit);
  }
  /// All there are, free ones too.
  const std::vector<std::unique_ptr<Transit>>& all() const { return all_; }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Transit>> all_;
  std::vector<Transit*> free_;
};

}  // namespace switchyard
