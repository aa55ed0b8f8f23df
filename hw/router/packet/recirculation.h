#pragma once

#include "hw/base/flit.h"
#include "hw/base/ring_index.h"
#include "hw/router/packet/injection_config.h"

namespace switchyard {

/// The packet number of a packet without content; it is delivered to no terminal.
inline constexpr PacketId kNullPacket = ~PacketId{0};

/// Recirculation of injection rights: null packets that hold a place in the network, over which a node
/// injects a packet when it finds no other place.
///
/// A packet that was injected over a null packet is marked; where it is delivered, a null packet takes its
/// place. Private buffers: each node has some null packets, and they come home to it: one at home is a place
/// of the queue that nobody else takes. Tokens: the network has some, and they go from node to node in the
/// order of the nodes; a node injects over one that arrives if its packet has waited while `patience` others
/// entered the queue, and else sends it on.
///
/// Config:    see InjectionConfig.
/// Starves:   nobody, if every packet arrives: a null packet then comes to each node again and again.
/// Differs:   from the paper: the patience of a node is counted in packets that overtake its own, not in
///            time; null packets at home are a number, not in the queue; one is as old as the packet whose
///            place it took, as the youngest of all would be sent the wrong way for ever.
/// Source:    Felperin, Gravano, Pifarre, Sanz, Proc. IEEE 1991, section III.4 b and c.
class Recirculation {
 public:
  Recirculation(const InjectionConfig& config, NodeId node) : config_(config), node_(node) { reset(); }

  void reset() {
    at_home_ = keeps_places() ? config_.buffers : 0;
    overtaken_ = 0;
  }
  /// Of the nodes that start with a token, this is one.
  bool starts_with_token() const {
    if (!has_tokens()) return false;
    const std::uint64_t tokens = config_.tokens;
    return node_ * tokens / config_.nodes != (node_ + 1) * tokens / config_.nodes;
  }

  /// Whether a packet for this node takes a place of the queue all the same.
  static bool stays(const Flit& head) { return head.over_null || head.packet == kNullPacket; }
  /// `created`: the payload of the head flit whose place it takes.
  static Flit null_packet(NodeId destination, std::uint32_t created) {
    return {kNullPacket, destination, created, 1, 0, true};
  }
  /// What comes into the place of a packet that has reached its node, if the place stays in the network.
  struct Successor {
    enum class Kind : std::uint8_t {
      NullPacket,
      Nothing,  ///< A private buffer has come home.
      Own       ///< The next packet of this node, marked `over_null`.
    } kind;
    Flit null_packet;
  };
  /// `arrived`: a packet for this node that stays(). `waits`: a packet of this node may go in its place.
  Successor succeed(const Flit& arrived, bool waits) {
    using Kind = Successor::Kind;
    const NodeId heir = arrived.packet == kNullPacket ? node_ : heir_of(arrived.packet);
    if (heir != node_) return {Kind::NullPacket, null_packet(heir, arrived.payload)};
    if (keeps_places()) {
      come_home();
      return {Kind::Nothing, {}};
    }
    if (waits && impatient()) return {Kind::Own, {}};
    return {Kind::NullPacket, null_packet(next(), arrived.payload)};
  }
  /// Where the null packet goes that takes the place of a packet of `source`.
  NodeId heir_of(PacketId packet) const {
    const NodeId source = packet % config_.nodes;
    return has_tokens() ? next(source) : source;
  }
  NodeId next() const { return next(node_); }

  /// Places of the queue that are kept for packets of this node.
  int at_home() const { return at_home_; }
  bool keeps_places() const { return config_.policy == InjectionConfig::Policy::PrivateBuffer; }
  void come_home() { ++at_home_; }
  /// Precondition: at_home() != 0.
  void leave_home() { --at_home_; }

  /// A packet has entered the queue while one of this node waits.
  void overtake() { ++overtaken_; }
  void injected() { overtaken_ = 0; }
  bool impatient() const { return overtaken_ >= config_.patience; }

 private:
  bool has_tokens() const { return config_.policy == InjectionConfig::Policy::Token; }
  NodeId next(NodeId node) const { return next_in_ring(node, config_.nodes); }

  InjectionConfig config_;
  NodeId node_;
  int at_home_ = 0;
  int overtaken_ = 0;
};

}  // namespace switchyard
