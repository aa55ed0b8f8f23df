#pragma once

#include <memory>

#include "hw/router/mesh/mesh16_message.h"
#include "hw/router/mesh/snake_order.h"
#include "hw/router/mesh/snake_sort.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// What a node does in a step of a pass.
struct SortStep {
  bool up = false;           ///< It looks at the next node, else at the one before.
  PortId partner = -1;       ///< To that node; -1: there is none.
  bool keeps_lower = false;  ///< Of the two packets.
};

inline SortStep sort_step(const SortPass& pass, const SnakeOrder& order, const MeshPlace& here,
                          bool odd_step) {
  using Along = SortPass::Along;
  const int coordinate = pass.along == Along::Lines    ? order.place(here)
                         : pass.along == Along::Across ? order.line(here)
                                                       : static_cast<int>(order.index(here));
  const int in_block = coordinate % pass.block;
  SortStep step{.up = (in_block % 2 != 0) == odd_step};
  if (step.up ? in_block + 1 == pass.block : in_block == 0) return step;
  step.partner = pass.along == Along::Lines    ? order.place_port(step.up)
                 : pass.along == Along::Across ? order.line_port(step.up)
                                               : order.next_port(here, step.up);
  const bool descends = pass.alternate && !order.runs_forth(here);
  step.keeps_lower = step.up != descends;
  return step;
}

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
    const SortStep now = sort_step(pass, order_, here_, step_ % 2 != 0);
    partner_ = now.partner;
    keeps_lower_ = now.keeps_lower;
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
