#pragma once

#include <stdexcept>

#include "hw/base/bits.h"
#include "hw/base/ring_index.h"
#include "hw/router/combining/ranade_message.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Where a stream crosses the node's border.
struct StreamPlace {
  PortId port = 0;
  VcId vc = 0;
};

/// What is below every label of step 0.
inline constexpr Label kBeforeAll = make_label(0, 0) - 1;

/// The end of a stream at a switch: a queue of constant size, and the labels it has seen.
///
/// Ghosts raise the floor and take no place in the queue.
///
/// Errors:  std::logic_error on overflow.
class StreamInput {
 public:
  void connect(StreamPlace place, Flit* slots, int capacity) {
    port_ = static_cast<std::uint8_t>(place.port);
    vc_ = static_cast<std::uint8_t>(place.vc);
    slots_ = slots;
    capacity_ = static_cast<std::uint8_t>(capacity);
  }
  void reset() {
    ring_.reset();
    floor_ = kBeforeAll;
  }

  bool empty() const { return ring_.empty(); }
  int size() const { return ring_.size(); }
  int capacity() const { return capacity_; }
  const Flit& front() const { return slots_[ring_.front()]; }
  StreamPlace place() const { return {port_, vc_}; }
  /// Every message that is still to come has a label above this.
  Label floor() const { return floor_; }

  void push(const Flit& flit) {
    if (ring_.size() == capacity_) throw std::logic_error("StreamInput: overflow");
    slots_[ring_.push(capacity_)] = flit;
  }
  void raise_floor(Label floor) { floor_ = floor; }
  void pop(PortOutputs& outputs) {
    ring_.pop(capacity_);
    outputs.return_credit(port_, vc_);
  }

 private:
  Flit* slots_ = nullptr;
  Label floor_ = kBeforeAll;
  std::uint8_t port_ = 0;
  std::uint8_t vc_ = 0;
  std::uint8_t capacity_ = 0;
  RingIndex<std::uint8_t> ring_;
};

/// What arrives: a message goes into the queue, and all but replies raise the floor. A request that does not
/// combine may be followed by its like.
inline void take(const Flit& flit, bool combining, StreamInput& input) {
  const Message message(flit);
  const MessageKind kind = message.kind();
  const bool may_come_again = kind == MessageKind::Request && !combining;
  input.raise_floor(kind == MessageKind::Reply ? input.floor() : message.label() - may_come_again);
  if (kind != MessageKind::Ghost) input.push(flit);
}

/// The beginning of a stream: credits for the queue at its far end, and the floor that is known there.
class StreamOutput {
 public:
  /// `merges`: the far end is a switch that compares labels, and wants ghosts.
  void connect(StreamPlace place, int far_capacity, bool merges) {
    port_ = static_cast<std::uint8_t>(place.port);
    vc_ = static_cast<std::uint8_t>(place.vc);
    far_capacity_ = static_cast<std::uint8_t>(far_capacity);
    merges_ = merges;
  }
  void reset() {
    credits_ = far_capacity_;
    floor_ = promised_ = kBeforeAll;
  }

  StreamPlace place() const { return {port_, vc_}; }
  bool has_credit() const { return credits_ != 0; }
  /// Its link carries nothing else in this cycle.
  bool has_link(const PortOutputs& outputs) const { return (outputs.flit_ports & bit<PortMask>(port_)) == 0; }
  /// Whether it will take a message once its link is free.
  bool waits_for_link(const PortOutputs& outputs) const { return has_credit() && !has_link(outputs); }
  bool can_send(const PortOutputs& outputs) const { return has_credit() && has_link(outputs); }

  void add_credit() {
    if (credits_++ == far_capacity_) throw std::logic_error("StreamOutput: a credit too many");
  }
  /// Precondition: can_send().
  void send(const Flit& flit, PortOutputs& outputs) {
    --credits_;
    put(flit, outputs);
  }

  /// All that will be sent has a label above `bound`.
  void promise(Label bound) {
    if (is_before(promised_, bound)) promised_ = bound;
  }
  /// The far end knows it from the message that was sent.
  void told(Label bound) {
    floor_ = bound;
    promise(bound);
  }
  bool owes_ghost() const { return merges_ && promised_ != floor_; }
  /// Precondition: owes_ghost() and has_link().
  void send_ghost(PortOutputs& outputs) {
    put(Message::ghost(promised_), outputs);
    floor_ = promised_;
  }
  /// One that another end of the same stream made. Precondition: has_link().
  void relay_ghost(const Flit& ghost, PortOutputs& outputs) {
    put(ghost, outputs);
    told(Message(ghost).label());
  }
  Label told_floor() const { return floor_; }
  Label promised() const { return promised_; }

 private:
  void put(Flit flit, PortOutputs& outputs) const {
    flit.vc = vc_;
    outputs.send(port_, flit);
  }

  Label floor_ = kBeforeAll;     ///< As the far end knows it.
  Label promised_ = kBeforeAll;  ///< As this end knows it.
  std::uint8_t port_ = 0;
  std::uint8_t vc_ = 0;
  std::uint8_t far_capacity_ = 0;
  std::uint8_t credits_ = 0;
  bool merges_ = false;
};

}  // namespace switchyard
