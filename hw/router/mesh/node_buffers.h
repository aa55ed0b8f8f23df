#pragma once

#include <algorithm>
#include <stdexcept>

#include "hw/base/divisor.h"
#include "hw/router/mesh/buffer_block.h"
#include "hw/router/mesh/turn_buffer_bank.h"

namespace switchyard {

/// All buffers of a mesh node: one bank for packets of both colours in turn, or two that share the links.
///
/// A cycle: accept() what arrives, send() through every link, then tell(). Banks take turns on a link that
/// both want.
///
/// RTL:  rtl/mesh/node_buffers.sv
class NodeBuffers {
 public:
  using Banks = HugePageVector<TurnBufferBank>;

  /// `links`: the ports that are not open.
  NodeBuffers(const BufferSite& site, PortMask links)
      : links_(links), side_(site.side), here_(site.here), start_(site.starts.second_bank) {
    for (int bank = 0; bank < site.banks; ++bank)
      banks_.emplace_back(site.here, links, site.queue, site.starts.left_turn[bank]);
    reset();
  }

  void reset() {
    first_bank_ = start_;
    for (TurnBufferBank& bank : banks_) bank.reset();
  }
  /// A bank that both colours use in turn is for this one from now on. Precondition: empty().
  void use_for(Colour colour) { bank_for(colour).use_for(colour); }

  const Banks& banks() const { return banks_; }
  bool empty() const {
    return std::all_of(banks_.begin(), banks_.end(), [](const TurnBufferBank& bank) { return bank.empty(); });
  }
  MeshPlace place_of(NodeId node) const {
    const std::uint32_t y = side_.quotient(node);
    return {static_cast<int>(node - y * side_.value()), static_cast<int>(y)};
  }

  /// Where a packet that begins here seems to have come from: straight to its exit. Precondition: it is not
  /// at home.
  PortId origin(Colour colour, const Flit& flit) const {
    return TurnBuffers::opposite(TurnBuffers::exit(colour, here_, place_of(flit.destination)));
  }
  /// The flit's VC says where it goes; one that is at home is the processor's.
  void accept(PortId port, const Flit& flit) {
    const auto type = static_cast<BufferType>(flit.vc % TurnBuffers::kTypes);
    if (type == BufferType::Home) return;
    bank_for(static_cast<Colour>(flit.vc / TurnBuffers::kTypes))
        .accept(port, type, flit, place_of(flit.destination));
  }

  /// At most one packet through each link. `withheld(port)`: the VCs that the neighbour there does not
  /// invite.
  template <class Withheld>
  void send(Withheld&& withheld, PortOutputs& outputs) {
    for_each_bit(links_, [&](PortId port) {
      const std::uint32_t first = banks_.size() == 1 ? 0 : first_bank_ >> port & 1;
      for (std::uint32_t i = 0; i < banks_.size(); ++i) {
        TurnBufferBank& bank = banks_[first ^ i];
        const int pair = bank.choose(port, withheld(port));
        if (pair < 0) continue;
        bank.send(port, pair, outputs);
        first_bank_ = (first_bank_ & ~bit<std::uint32_t>(port)) | ((first ^ i ^ 1) << port);
        return;
      }
    });
  }
  /// Takes out what something else has sent.
  ///
  /// Errors: std::logic_error if it is not the next to leave of any buffers whose packets go there.
  void follow(PortId port, const Flit& sent) {
    for (TurnBufferBank& bank : banks_) {
      const BufferPairs& feeders = kPairsFeeding[port];
      for (const int pair : {feeders.left, feeders.right, feeders.straight}) {
        if (bank.size(pair) == 0 || bank.at(pair, 0).packet != sent.packet) continue;
        bank.drop(pair);
        return;
      }
    }
    throw std::logic_error("NodeBuffers: a packet leaves that is not there");
  }
  void tell(PortOutputs& outputs) {
    for (TurnBufferBank& bank : banks_) bank.tell(outputs);
  }

  /// Fetches the packets that may leave.
  void prefetch() const {
    for (const TurnBufferBank& bank : banks_) bank.prefetch();
  }

 private:
  TurnBufferBank& bank_for(Colour colour) {
    return banks_[banks_.size() == 1 ? 0 : static_cast<std::size_t>(colour)];
  }

  std::uint32_t first_bank_ = 0;  ///< By port: whose turn it is on a link that both want.
  PortMask links_;
  Divisor side_;
  MeshPlace here_;
  std::uint32_t start_;  ///< Of first_bank_.
  Banks banks_;
};

}  // namespace switchyard
