#include "tlm/socket/flit_carrier.h"

#include <stdexcept>

namespace switchyard {

FlitCarrier::FlitCarrier(const sc_core::sc_module_name& name, const Design& design,
                         const TimedNetworkBuilder& build, CarrierListener& listener,
                         PacketObserver* observer)
    : sc_core::sc_module(name),
      listener_(listener),
      observer_(observer),
      node_count_(design.topology->terminal_count()),
      terminals_(node_count_) {
  SC_HAS_PROCESS(FlitCarrier);
  SC_METHOD(tell);
  sensitive << log_.due();
  dont_initialize();
  network_ = build(design, [&](NodeId node) {
    auto terminal = std::make_unique<SocketTerminal>(node, node_count_, design.terminal_at(node),
                                                     static_cast<TerminalListener&>(*this), observer);
    terminals_[node] = terminal.get();
    return terminal;
  });
}

void FlitCarrier::send(Parcel& parcel, int flits) {
  const Cycle from = network_->clock().cycle_after(sc_core::sc_time_stamp());
  terminals_[parcel.source]->queue(parcel, flits, from);
  network_->wake_terminal(parcel.source);
}

void FlitCarrier::reset() {
  for (SocketTerminal* terminal : terminals_) terminal->drop();
  network_->reset();
  log_.clear();
  if (observer_ != nullptr) observer_->reset();
}

void FlitCarrier::sent(NodeId node, Parcel& parcel, int flits) {
  note({node, /*arrival=*/false, &parcel, flits});
}

void FlitCarrier::received(NodeId node, PacketId id) {
  Parcel* const parcel = terminals_[id % node_count_]->take(id);
  if (parcel == nullptr) throw std::logic_error("the network delivered a packet that is not under way");
  note({node, /*arrival=*/true, parcel, 0});
}

void FlitCarrier::tell() {
  log_.tell([this](const Happening& happening) { happening.tell(listener_); });
}

}  // namespace switchyard
