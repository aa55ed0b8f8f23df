#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/flit.h"
#include "testbench/monitor/packet_log.h"

namespace switchyard {

/// Receives what the scoreboard has found to be in order.
class DeliveryListener {
 public:
  virtual ~DeliveryListener() = default;
  virtual void on_created(NodeId source, const PacketRecord& record) = 0;
  virtual void on_flits(NodeId source, NodeId at, std::uint64_t count) = 0;  ///< They left the network.
  virtual void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) = 0;
  /// What was delivered just now is a reply to a packet that was created in cycle `asked`.
  virtual void on_answered(const PacketRecord& /*reply*/, Cycle /*asked*/, Cycle /*now*/) {}
};

/// [source, destination]
using RefusedPackets = std::map<std::pair<NodeId, NodeId>, std::uint64_t>;

/// Checks every flit that leaves the network: each packet arrives once, at its destination, with its flits
/// in order and their payload intact. What is still missing at the end is in log().pending().
///
/// Errors: the first violation is kept in failure(); the run goes on until its owner looks.
class Scoreboard {
 public:
  /// `listener` must outlive the scoreboard.
  Scoreboard(NodeId node_count, int virtual_channels, DeliveryListener& listener);

  PacketId created(NodeId source, const PacketRequest& request);
  /// A packet that its source did not let in, as it could not arrive. It has no id.
  void refused(NodeId source, NodeId destination) { ++refused_[{source, destination}]; }
  const PacketRecord& record(PacketId id) { return *log_.find(id); }
  void injected(PacketId id, Cycle now) {
    log_.find(id)->injected = now;
    ++injected_;
  }
  void arrived(Cycle now, NodeId at, const Flit& flit);
  /// A head flit crossed a network channel.
  void hopped(PacketId id) {
    if (PacketRecord* record = log_.find(id)) ++record->hops;
  }
  /// It was refused there, and crosses that channel again.
  void hop_refused(PacketId id) {
    if (PacketRecord* record = log_.find(id)) --record->hops;
  }

  PacketLog& log() { return log_; }
  const PacketLog& log() const { return log_; }
  /// Packets whose head flit has left the source.
  std::uint64_t injected_packets() const { return injected_; }
  /// Packets that were refused, by source and destination.
  const RefusedPackets& refused() const { return refused_; }
  const std::string& failure() const { return failure_; }  ///< Empty: all is well.

 private:
  /// The packet that is arriving on one VC of one terminal.
  struct Arrival {
    PacketId packet = 0;
    NodeId source = 0;
    std::uint16_t next = 0;  ///< `remaining` of the flit to come; 0: a head flit is due.
  };

  void fail(Cycle now, NodeId at, const Flit& flit, const std::string& what);
  static bool is_whole_packet(const Flit& flit, NodeId at, const PacketRecord* record);
  bool accept_head_flit(Cycle now, NodeId at, const Flit& flit, PacketRecord* record, Arrival& arrival);

  PacketLog log_;
  RefusedPackets refused_;
  std::size_t vcs_;
  std::vector<Arrival> arrivals_;  ///< [node][vc]
  DeliveryListener& listener_;
  std::uint64_t injected_ = 0;
  std::string failure_;
};

}  // namespace switchyard
