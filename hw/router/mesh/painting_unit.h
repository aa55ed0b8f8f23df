#pragma once

#include "hw/router/mesh/mesh16_message.h"
#include "hw/router/mesh/snake_order.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Tells the packet of a node its rank in its sequence: the packets of one row, or of one processor, that
/// follow each other along the snake of a sorted mesh.
///
/// Every node sends a copy of its packet to the next node of the snake. Who gets another sequence, or
/// nothing, holds a leader. Along the leader's line a painter runs to the line's end, and another one along
/// the next line from where it passes the leader; each sends a searcher across all further lines from every
/// node. All carry where the leader is and stop where its sequence, or what is to be painted of it, ends.
///
/// Timing:  a sequence of m packets has its ranks after side + ceil(m / side) steps, the copies included.
/// Differs: from the paper, where the searcher runs along the leader's row alone and two painters start from
///          its every stop along the snake. They take two sides for what is behind its last stop; these take
///          one, and none of them meets another on a link.
/// Source:  Makedon, Symvonis 1993, lemmas 1 and 2.
class PaintingUnit {
 public:
  PaintingUnit(MeshPlace here, PortMask links, int side)
      : here_(here), links_(links), order_(SnakeOrder::Kind::RowMajor, side) {}

  /// `whole_rows`: sequences are rows, of which `most` packets are painted; else processors, all of them.
  void begin(bool whole_rows, std::uint32_t most) {
    whole_rows_ = whole_rows;
    most_ = most;
    step_ = 0;
    rank_ = kUnranked;
  }

  /// Whether the next cycle does more by itself.
  bool step(const PortInputs& inputs, PortOutputs& outputs, const Flit& packet) {
    if (step_++ == 0) {
      send(order_.next_port(here_, /*up=*/true), packet.destination, 0, false, outputs);
      return true;
    }
    if (packet.destination == kNoPacket) return false;
    if (step_ == 2) {
      if (!leads(inputs, packet)) return false;
      paint({packet.destination, order_.index(here_), /*from_leader=*/true, /*along_line=*/true}, outputs);
      return false;
    }
    for_each_bit(inputs.flit_ports, [&](PortId port) {
      const Flit& token = inputs.flits[port];
      if (sequence_of(token.destination) != sequence_of(packet.destination)) return;
      const bool along_line = port / 2 == order_.place_port(true) / 2;
      paint({token.destination, token.payload, false, along_line || token.head}, outputs);
    });
    return false;
  }

  /// Whether the last begin() has got as far as this node: the packet is one of the first `most`.
  bool painted() const { return rank_ != kUnranked; }
  /// Of the packet in its sequence, from 0. Precondition: painted().
  std::uint32_t rank() const { return rank_; }

 private:
  static constexpr std::uint32_t kUnranked = ~std::uint32_t{0};

  struct Token {
    NodeId destination;  ///< Of some packet of the sequence.
    std::uint32_t leader;
    bool from_leader;
    bool along_line;  ///< It goes on along this line.
  };

  std::uint32_t sequence_of(NodeId destination) const {
    return whole_rows_ ? order_.sequence(order_.key(destination)) : destination;
  }
  bool leads(const PortInputs& inputs, const Flit& packet) const {
    const PortId before = order_.next_port(here_, /*up=*/false);
    return before < 0 || sequence_of(inputs.flits[before].destination) != sequence_of(packet.destination);
  }

  void paint(const Token& token, PortOutputs& outputs) {
    const std::uint32_t rank = order_.index(here_) - token.leader;
    if (rank >= most_) return;
    rank_ = rank;
    if (rank + 1 == most_) return;
    const PortId onward = order_.place_port(order_.runs_forth(here_));
    if (token.along_line) send(onward, token.destination, token.leader, false, outputs);
    send(order_.line_port(true), token.destination, token.leader, token.from_leader, outputs);
  }

  /// `turns`: where it arrives, a painter starts along the line.
  void send(PortId port, NodeId destination, std::uint32_t leader, bool turns, PortOutputs& outputs) const {
    if (port < 0 || !links_.test(port)) return;
    outputs.send(port, {.packet = 0,
                        .destination = destination,
                        .payload = leader,
                        .remaining = 1,
                        .vc = kTokenVc,
                        .head = turns});
  }

  MeshPlace here_;
  PortMask links_;
  SnakeOrder order_;
  bool whole_rows_ = true;
  std::uint32_t most_ = 0;
  int step_ = 0;
  std::uint32_t rank_ = kUnranked;
};

}  // namespace switchyard
