#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/base/bits.h"
#include "hw/base/flit.h"
#include "hw/base/port_array.h"
#include "hw/router/exchange/exchange_config.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// What the buffers of an exchange router are, and where they begin.
struct ExchangeSite {
  ExchangeConfig config;
  NodeId node = 0;
  PortId ports = 1;                          ///< The last one is the terminal's.
  PortMask links = 0;                        ///< Those that there are.
  std::vector<int> distance;                 ///< [node]: hops.
  const RoutingFunction* routing = nullptr;  ///< Must outlive the buffers.
  PortId first_link = 0;                     ///< Of the first turn.
  Lfsr random = Lfsr(1);
};

/// The buffers of an exchange router: what each link gives and takes, so that no packet is ever refused.
///
/// A cycle: begin_cycle(), accept_reply()s, accept_credit()s, eject(), answer() the requests,
/// start_exchanges(), inject. Around it is a `Node`:
///
///     bool can_eject()                                there is room in the ejection buffer
///     bool eject(const Flit&)                         a packet for this node goes there; false: it cannot
///     bool arrive(int buffer, const Flit&)            the same of one that has got an empty buffer
///     void send(PortId link, VcId, const Flit&)
///     void entered()                                  a packet has got a buffer
///
/// RTL:     rtl/exchange/exchange_switch.sv
class ExchangeSwitch {
 public:
  using BufferMask = BitSet<std::uint64_t>;

  static constexpr VcId kRequest = 0;
  static constexpr VcId kReply = 1;

  explicit ExchangeSwitch(ExchangeSite site);

  void reset();
  /// No exchange starts over these links.
  void set_faulty_links(PortMask links) { faulty_ = links; }

  const ExchangeSite& site() const { return site_; }
  PortMask faulty() const { return faulty_; }
  int size() const { return held_.count(); }
  /// The packet that came first; null if there is none.
  const Flit* front() const;
  /// Visits what each packet for another node may take.
  template <class Visit>
  void visit_ways(Visit&& visit) const {
    for_each_bit(held_ & ~arrived_, [&](int b) { visit(buffers_[b].ways); });
  }
  /// Links that bring a packet nearer; none: it is for this node.
  PortMask ways_of(const Flit& flit) const {
    if (flit.destination == site_.node) return 0;
    return PortMask(site_.routing->queue_candidates(site_.node, flit.destination, 0, site_.ports).preferred);
  }

  void begin_cycle() {
    fresh_ = 0;
    replied_ = 0;
  }
  /// Whether an exchange that this node has started over the link waits for a reply, or goes on at all.
  bool expects_reply(PortId p) const { return kept_for_[p] >= 0; }
  bool expects_credit(PortId p) const { return !idle_.test(p); }
  /// Precondition: expects_reply().
  template <class Node>
  void accept_reply(PortId p, const Flit& flit, Node&& node) {
    const int buffer = give_back(p);
    put(buffer, flit, node);
  }
  /// The exchange ends. Precondition: expects_credit().
  void accept_credit(PortId p) {
    if (expects_reply(p)) give_back(p);
    idle_.set(p);
  }
  /// Packets that arrived while the ejection buffer had no room.
  template <class Node>
  void eject(Node&& node) {
    while (has_arrived() && node.can_eject()) {
      const int first = first_of(held_ & arrived_);
      held_.clear(first);
      settle(first, Flit{buffers_[first].flit}, node);
    }
  }
  /// `kept`: empty buffers that are not for packets of others.
  /// Returns false if the request finds no buffer, which cannot be with as many as links.
  template <class Node>
  [[nodiscard]] bool answer(PortId p, const Flit& request, int kept, Node&& node) {
    if (expects_reply(p)) {  // The packets cross.
      const int buffer = give_back(p);
      if (request.destination != site_.node || !node.eject(request)) settle(buffer, request, node);
      return true;
    }
    if (request.destination == site_.node && node.eject(request)) return true;
    const BufferMask wanted = wanting(p);
    if (wanted == 0 && has_room(kept)) {
      settle(lowest_bit(empty_buffers()), request, node);
      return true;
    }
    const int given = wanted != 0 ? first_of(wanted) : pick_victim();
    if (given < 0) return false;
    send(p, kReply, given, node);
    replied_.set(p);
    settle(given, request, node);
    return true;
  }
  /// Each link that is idle takes the first of the packets that it brings nearer.
  template <class Node>
  void start_exchanges(Node&& node) {
    if ((ready() & ~arrived_) == 0) return;
    PortId last = -1;
    for_each_bit_from(idle_ & ~(replied_ | faulty_), next_link_, [&](PortId p) {
      const BufferMask wanted = wanting(p);
      if (wanted == 0) return;
      const int chosen = first_of(wanted);
      send(p, kRequest, chosen, node);
      kept_.set(chosen);
      kept_for_[p] = static_cast<std::int8_t>(chosen);
      idle_.clear(p);
      if (last < 0) last = p;
    });
    if (last >= 0) next_link_ = last + 1;
  }
  /// Whether there is an empty buffer beyond so many that are kept for packets of this node.
  bool has_room(int kept) const { return empty_buffers().count() > kept; }
  /// Precondition: there is one.
  int empty_buffer() const { return lowest_bit(empty_buffers()); }
  template <class Node>
  void put(int index, const Flit& flit, Node&& node) {
    put(index, flit);
    node.entered();
  }
  /// Takes out a packet that was here when the cycle began.
  /// Errors: std::logic_error if it is not there.
  Flit take(PacketId packet);

  bool has_new() const { return fresh_ != 0; }
  bool has_arrived() const { return (held_ & arrived_) != 0; }
  /// Whether an exchange could start in the next cycle that could not in this one.
  bool may_start() const {
    bool starts = false;  // The other idle links were offered all that is ready.
    for_each_bit(idle_ & replied_ & ~faulty_, [&](PortId p) { starts |= wanting(p) != 0; });
    return starts;
  }

 private:
  using Rank = std::pair<std::uint32_t, std::uint64_t>;  ///< Small goes first.
  /// A place for one packet.
  struct Buffer {
    Flit flit;
    PortMask ways = 0;  ///< Links that bring it nearer.
    Rank rank;
    std::uint32_t came = 0;  ///< Its number in the order of arrival.
  };

  /// A packet has got a buffer, which is empty.
  template <class Node>
  void settle(int index, const Flit& flit, Node&& node) {
    if (flit.destination != site_.node || !node.arrive(index, flit)) put(index, flit, node);
  }
  template <class Node>
  void send(PortId p, VcId vc, int index, Node&& node) {
    held_.clear(index);
    node.send(p, vc, buffers_[index].flit);
  }
  void put(int index, const Flit& flit);
  /// The buffer that was kept for the reply.
  int give_back(PortId p) {
    const int buffer = kept_for_[p];
    kept_.clear(buffer);
    kept_for_[p] = -1;
    return buffer;
  }
  BufferMask empty_buffers() const { return all_ & ~(held_ | kept_); }
  /// Buffers whose packet may leave in this cycle.
  BufferMask ready() const { return held_ & ~fresh_; }
  /// Of those, the ones whose packet comes nearer by this link.
  BufferMask wanting(PortId p) const { return nearer_[p] & ready() & ~arrived_; }
  /// Precondition: `buffers != 0`.
  int first_of(BufferMask buffers) const {
    int first = lowest_bit(buffers);
    for_each_bit(buffers, [&](int b) {
      if (buffers_[b].rank < buffers_[first].rank) first = b;
    });
    return first;
  }
  /// The packet to give away for one that must be taken; -1 if there is none.
  int pick_victim();

  const ExchangeSite site_;
  const BufferMask all_;
  BufferMask held_ = 0;     ///< With a packet.
  BufferMask kept_ = 0;     ///< Empty, for the reply of an exchange.
  BufferMask fresh_ = 0;    ///< Their packet came in this cycle.
  BufferMask arrived_ = 0;  ///< Their packet is for this node.
  PortMask faulty_ = 0;
  PortMask idle_ = 0;     ///< Links over which this node has started no exchange.
  PortMask replied_ = 0;  ///< Links that carry a reply in this cycle.
  PortId next_link_ = 0;  ///< That start_exchanges() begins with.
  std::uint32_t arrivals_ = 0;
  PortArray<std::int8_t> kept_for_{};  ///< [port]: buffer kept for the reply; -1: none.
  PortArray<BufferMask> nearer_{};     ///< [port]: buffers whose packet it brings nearer.
  std::vector<Buffer> buffers_;
  Lfsr lfsr_;
};

}  // namespace switchyard
