#pragma once

#include <deque>
#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/injection_vcs.h"
#include "hw/terminal/terminal.h"
#include "tlm/socket/packet_observer.h"
#include "tlm/socket/packet_window.h"

namespace switchyard {

/// What a SocketTerminal tells of one cycle.
class TerminalListener {
 public:
  virtual ~TerminalListener() = default;
  /// The tail of a packet has been sent.
  virtual void sent(NodeId node, Parcel& parcel, int flits) = 0;
  /// The tail of packet `id` has come.
  virtual void received(NodeId node, PacketId id) = 0;
};

/// A node's network interface behind the sockets: a queue of requests and one of responses, injection VCs,
/// and a sink that never refuses.
///
/// Of the packets that may enter, that leaves first which may do so since the earlier cycle, of a request and
/// a response of the same cycle the response. The sink takes each flit as it arrives and returns its credit
/// at once, so requests cannot stand in the way of responses. Where the router has several virtual networks,
/// requests go by the first and responses by the second: then neither do they wait for each other on the way.
///
/// Timing:  a head flit may leave in the first cycle in which its packet may enter.
class SocketTerminal final : public Terminal {
 public:
  /// `observer` may be null; the others must outlive this object.
  SocketTerminal(NodeId node, NodeId node_count, const TerminalPort& port, TerminalListener& listener,
                 PacketObserver* observer);

  /// The packet may enter the network in cycle `from` or later; calls come with `from` in order.
  void queue(Parcel& parcel, int flits, Cycle from);
  /// The parcel of a packet of this source that has arrived.
  Parcel* take(PacketId id) { return window_.take(id / node_count_); }

  /// Forgets all packets. Until reset() nothing goes in or out.
  void drop();

  void reset() override;
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

 private:
  static constexpr int kRequests = 0;  ///< Virtual network.
  static constexpr int kResponses = 1;

  struct Packet {
    Parcel* parcel;
    int flits;
    Cycle from;
  };
  /// A packet in an injection VC, to be told of when its tail leaves.
  struct Leaving {
    PacketId id;
    Parcel* parcel;
    int flits;
  };
  using Queue = std::deque<Packet>;

  void sink(Cycle now, const PortInputs& inputs, PortOutputs& outputs);
  Queue* next_queue();
  void fill_vcs(Cycle now);
  void send(Cycle now, PortOutputs& outputs);

  NodeId node_;
  NodeId node_count_;
  TerminalListener& listener_;
  PacketObserver* observer_;
  Queue responses_;
  Queue requests_;
  const VirtualNetworks networks_;
  const VcMask request_vcs_;
  const VcMask response_vcs_;
  InjectionVcs injection_vcs_;
  std::vector<Leaving> leaving_;
  PacketWindow window_;
  bool dropped_ = false;  ///< And not yet reset.
};

}  // namespace switchyard
