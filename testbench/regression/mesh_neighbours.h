#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/mesh/mesh16_message.h"
#include "hw/router/mesh/snake_order.h"
#include "hw/router/router_core.h"
#include "hw/routing/turn_buffers.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Everything around one node of a mesh: a processor that commands one phase after the other, and
/// neighbours that keep the rules of each and do otherwise what chance says. In the cycle of a command they
/// say anything.
class MeshNeighbours {
 public:
  MeshNeighbours(const Mesh16Config& config, NodeId node, double load, std::uint64_t seed)
      : side_(config.side),
        both_colours_(config.banks == 2),
        here_(place_of(node)),
        snake_(SnakeOrder::Kind::RowMajor, config.side),
        load_(load),
        random_(seed, node, Purpose::Process) {
    for (PortId p = 0; p < kLinks; ++p) {
      const MeshPlace far = TurnBuffers::beyond(here_, p);
      if (inside(far[0]) && inside(far[1])) links_.set(p);
    }
    told_.fill(kAll);
    told_next_.fill(kAll);
  }

  /// What arrives in the next cycle; valid until the next call.
  PortInputs next() {
    inputs_ = {};
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    commanded_ = phase_ends();
    if (commanded_) {
      command();
      for_each_bit(PortMask{links_}, [&](PortId p) { say_anything(p); });
    } else {
      ++cycle_;
      --left_;
      speak();
    }
    withhold();
    return inputs_;
  }

  /// What the router drove.
  void take(const PortOutputs& outputs) {
    told_ = told_next_;
    if (commanded_) told_.fill(kAll);  // Credits of the phase before are not heard.
    told_next_.fill(kAll);
    for_each_bit(PortMask{outputs.credit_ports},
                 [&](PortId p) { told_next_[p] = kAll & ~outputs.credits[p]; });
    bool sent = false;
    compares_ = 0;
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) {
      const VcId vc = outputs.flits[p].vc;
      sent |= vc < TurnBuffers::kVcs;
      if (vc == kExchangeVc) compares_.set(p);
    });
    silent_ = sent ? 0 : silent_ + 1;
  }

 private:
  static constexpr PortId kLinks = TurnBuffers::kPorts;
  static constexpr PortId kTerminal = kLinks;
  static constexpr PacketId kPacketStep = 0x9E3779B9;  ///< So that all bits of the numbers change.
  static constexpr int kShortPhase = 3;
  static constexpr int kLongestPhase = 20;
  static constexpr int kBeyondASort = 100;
  static constexpr int kAtRest = 3;  ///< Cycles without a packet after which none is left.
  static constexpr VcMask kAll{std::uint16_t{0xffff}};

  bool inside(int coordinate) const { return 0 <= coordinate && coordinate < side_; }
  MeshPlace place_of(NodeId node) const {
    const int number = static_cast<int>(node);
    return {number % side_, number / side_};
  }
  NodeId some_node() { return random_.below(side_ * side_); }
  NodeId some_destination() {
    switch (random_.below(4)) {
      case 0: return kNoPacket;
      case 1: return loaded_;
      default: return some_node();
    }
  }

  /// A phase of routing ends when nobody has sent for some cycles and nothing has left.
  bool phase_ends() const { return left_ <= 0 && (command_ != MeshCommand::Route || silent_ >= kAtRest); }

  void command() {
    const bool may_start = command_ == MeshCommand::Load && random_.below(2) == 0;
    command_ = may_start ? MeshCommand::Route : static_cast<MeshCommand>(random_.below(8));
    cycle_ = 0;
    left_ = random_.below(random_.below(3) == 0 ? kShortPhase : kLongestPhase);
    std::uint32_t value = 1 + random_.below(side_);
    Flit flit = mesh_command(command_, value);
    switch (command_) {
      case MeshCommand::Load:
        loaded_ = some_destination();
        flit = packet_to(loaded_);
        flit.vc = 0;
        flit.payload = random_.below(2);  // Its colour.
        left_ = random_.below(3);
        break;
      case MeshCommand::SortRowMajor:
      case MeshCommand::SortColumnMajor:
        left_ = random_.below(6) == 0 ? kBeyondASort : 1 + random_.below(2 * side_);
        break;
      case MeshCommand::Route:
        colours_ = random_.below(both_colours_ ? 4 : 3);
        flit.payload = colours_;
        silent_ = 0;
        break;
      default: break;
    }
    send(kTerminal, flit);
  }

  void speak() {
    switch (command_) {
      case MeshCommand::Load: return for_each_bit(PortMask{links_}, [&](PortId p) { say_anything(p); });
      case MeshCommand::SortRowMajor:
      case MeshCommand::SortColumnMajor:
        return for_each_bit(PortMask{compares_},
                            [&](PortId p) { send_packet(p, some_destination(), kExchangeVc); });
      case MeshCommand::Colour:
      case MeshCommand::Count:
      case MeshCommand::Combine: return paint();
      case MeshCommand::Maximum:
        return for_each_bit(PortMask{links_}, [&](PortId p) {
          if (random_.unit() < load_) send_token(p, kNoPacket, random_.below(1U << random_.below(31)), false);
        });
      case MeshCommand::Route:
        if (left_ > 0 && colours_ != 0) for_each_bit(PortMask{links_}, [&](PortId p) { route(p); });
    }
  }

  void say_anything(PortId p) {
    if (random_.below(2) == 0)
      send_token(p, some_destination(), random_.below(1U << 31), random_.below(2) == 0);
  }

  /// First the packet of the node before on the snake, then at most one token.
  void paint() {
    const PortId before = snake_.next_port(here_, /*up=*/false);
    if (cycle_ == 1) {
      if (before >= 0) send_token(before, some_destination(), 0, false);
      return;
    }
    const PortId p = random_.below(kLinks);
    if (!links_.test(p) || random_.unit() >= load_) return;
    send_token(p, some_destination(), leader(), random_.below(2) == 0);
  }

  /// The place of a leader along the snake of columns: near before this node's, or anywhere.
  std::uint32_t leader() {
    const int row = here_[0] % 2 == 0 ? here_[1] : side_ - 1 - here_[1];
    const std::uint32_t index = here_[0] * side_ + row;
    return random_.below(2) == 0 ? index - random_.below(std::min(index + 1, 4U))
                                 : random_.below(side_ * side_);
  }

  /// A packet for buffers that invite it, on a way that its colour takes.
  void route(PortId p) {
    if (random_.unit() >= load_) return;
    const auto colour =
        static_cast<Colour>(colours_ == 3 ? random_.below(2) : static_cast<std::uint32_t>(colours_ - 1));
    const NodeId destination = some_node();
    const BufferType type =
        TurnBuffers::type_at(colour, here_, TurnBuffers::opposite(p), place_of(destination));
    const VcId vc = TurnBuffers::vc_of(colour, type);
    if (type == BufferType::Home) return send_packet(p, destination, vc);
    const PortId out = TurnBuffers::exit(colour, here_, place_of(destination));
    if (out == p || !TurnBuffers::uses(colour, p, type) || !told_[p].test(vc)) return;
    send_packet(p, destination, vc);
  }

  /// Not when a phase of routing comes to its end.
  void withhold() {
    if (random_.below(30) == 0) withheld_ = random_.unit();
    if (command_ == MeshCommand::Route && left_ <= 0) return;
    for_each_bit(PortMask{links_}, [&](PortId p) {
      credits_[p] = 0;
      for (VcId vc = 0; vc < TurnBuffers::kVcs; ++vc) {
        if (vc % TurnBuffers::kTypes != static_cast<VcId>(BufferType::Home) && random_.unit() < withheld_)
          credits_[p].set(vc);
      }
      if (credits_[p] != 0) inputs_.credit_ports.set(p);
    });
  }

  Flit packet_to(NodeId destination) {
    next_packet_ += kPacketStep;
    return {.packet = next_packet_,
            .destination = destination,
            .payload = payload_of(next_packet_, 1),
            .remaining = 1,
            .head = true};
  }
  void send_packet(PortId p, NodeId destination, VcId vc) {
    Flit flit = packet_to(destination);
    flit.vc = static_cast<std::uint8_t>(vc);
    send(p, flit);
  }
  void send_token(PortId p, NodeId destination, std::uint32_t value, bool turns) {
    send(p, {.packet = 0,
             .destination = destination,
             .payload = value,
             .remaining = 1,
             .vc = kTokenVc,
             .head = turns});
  }
  void send(PortId p, const Flit& flit) {
    flits_[p] = flit;
    inputs_.flit_ports.set(p);
  }

  int side_;
  bool both_colours_;  ///< They may travel at once.
  MeshPlace here_;
  SnakeOrder snake_;
  double load_;
  RandomStream random_;
  PortMask links_ = 0;
  MeshCommand command_ = MeshCommand::Load;
  int cycle_ = 0;              ///< Of the phase.
  int left_ = 4;               ///< Of the phase; before the first command.
  std::uint32_t colours_ = 0;  ///< Of the packets that travel: black bit 0, white bit 1.
  NodeId loaded_ = kNoPacket;  ///< Where the packet goes that was loaded last.
  PacketId next_packet_ = 0;
  double withheld_ = 0;    ///< How often neighbours withhold an invitation.
  PortMask compares_ = 0;  ///< With whom the router compares: both send in the same cycle.
  int silent_ = 0;         ///< Cycles in which no packet has left.
  bool commanded_ = false;
  std::array<VcMask, kLinks> told_{}, told_next_{};  ///< [port]: what may arrive in the next cycle.
  PortArray<Flit> flits_{};
  PortArray<VcMask> credits_{};
  PortInputs inputs_;
};

}  // namespace switchyard
