#pragma once

#include <memory>

#include "hw/router/mesh/mesh16_message.h"
#include "hw/router/mesh/snake_order.h"
#include "hw/router/mesh/snake_sort.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Compares the packet of a node with a neighbour's, one per cycle, and keeps the one that belongs here.
///
/// Timing:  step s sends the packet to the neighbour of step s and compares with what that one has sent for
///          step s - 1. After the last step one more cycle compares and sends nothing.
class SortingUnit {
 public:
  SortingUnit(MeshPlace here, int side, std::shared_ptr<const SnakeSort> sort)
      : here_(here), order_(SnakeOrder::Kind::RowMajor, side), sort_(std::move(sort)) {}

  void begin(SnakeOrder::Kind kind) {
    order_ = SnakeOrder(kind, order_.side());
    pass_ = step_ = 0;
    partner_ = -1;
  }

  /// False when all is done.
  bool step(const PortInputs& inputs, PortOutputs& outputs, Flit& packet) {
    if (partner_ >= 0) compare(inputs, packet);
    if (pass_ == sort_->passes().size()) return false;
    const SortPass& pass = sort_->passes()[pass_];
    if (step_ == 0 && pass.deal_to != 0)
      packet.payload = SnakeSort::deal(order_.place(here_), order_.side(), pass.deal_to);
    by_payload_ = pass.deal_to != 0;
    find_partner(pass);
    if (partner_ >= 0) {
      packet.vc = kExchangeVc;
      outputs.send(partner_, packet);
    }
    if (++step_ == static_cast<std::size_t>(pass.steps)) {
      step_ = 0;
      ++pass_;
    }
    return true;
  }

 private:
  void find_partner(const SortPass& pass) {
    using Along = SortPass::Along;
    const int coordinate = pass.along == Along::Lines    ? order_.place(here_)
                           : pass.along == Along::Across ? order_.line(here_)
                                                         : static_cast<int>(order_.index(here_));
    const int in_block = coordinate % pass.block;
    const bool up = in_block % 2 == static_cast<int>(step_ % 2);  // The partner is the next one.
    partner_ = -1;
    if (up ? in_block + 1 == pass.block : in_block == 0) return;
    partner_ = pass.along == Along::Lines    ? order_.place_port(up)
               : pass.along == Along::Across ? order_.line_port(up)
                                             : order_.next_port(here_, up);
    const bool descends = pass.alternate && !order_.runs_forth(here_);
    keeps_lower_ = up != descends;
  }

  void compare(const PortInputs& inputs, Flit& packet) const {
    const Flit& other = inputs.flits[partner_];
    const std::uint32_t mine = by_payload_ ? packet.payload : order_.key(packet.destination);
    const std::uint32_t theirs = by_payload_ ? other.payload : order_.key(other.destination);
    if (keeps_lower_ ? theirs < mine : theirs > mine) packet = other;
  }

  MeshPlace here_;
  SnakeOrder order_;
  std::shared_ptr<const SnakeSort> sort_;
  std::size_t pass_ = 0;
  std::size_t step_ = 0;
  PortId partner_ = -1;  ///< Of the last step; -1: none.
  bool keeps_lower_ = false;
  bool by_payload_ = false;
};

}  // namespace switchyard
