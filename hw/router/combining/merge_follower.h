#pragma once

#include <memory>
#include <utility>

#include "hw/router/combining/merge_block.h"
#include "hw/router/combining/ranade_merge.h"

namespace switchyard {

/// Does what a MergeBlock decides in the place of a MergeSwitch, whose queues, credits and directions follow
/// for those who look at them.
class MergeFollower {
 public:
  /// `merge` must outlive it.
  MergeFollower(MergeSwitch& merge, bool combining, std::unique_ptr<MergeBlock> block)
      : merge_(merge), combining_(combining), block_(std::move(block)) {}

  void reset() { block_->reset(); }

  /// As those of MergeSwitch, after the arrivals have been taken. The block has a clock: it wants every
  /// cycle.
  bool step(const PortInputs& inputs, PortOutputs& outputs) {
    const MergeDepartures departures = block_->merge(arrivals(inputs, outputs));
    for (std::size_t o = 0; o < merge_.shape().outputs; ++o) {
      const Flit& flit = departures.flits[o];
      if (!flit.valid()) continue;
      const Message message(flit);
      merge_.out[o].send(flit, outputs);
      merge_.out[o].told(message.label() - (!message.is_end() && !combining_));
    }
    if (!departures.direction) return true;
    merge_.directions.push(*departures.direction);
    for (std::size_t i = 0; i < merge_.shape().inputs; ++i) {
      if (departures.direction->from.test(i)) merge_.in[i].pop(outputs);
    }
    return true;
  }

  bool send_ghosts(PortOutputs& outputs) {
    const std::array<Flit, 2> ghosts = block_->ghosts(free_links(outputs));
    for (std::size_t o = 0; o < merge_.shape().outputs; ++o) {
      if (ghosts[o].valid()) merge_.out[o].relay_ghost(ghosts[o], outputs);
    }
    return true;
  }

 private:
  MergeArrivals arrivals(const PortInputs& inputs, const PortOutputs& outputs) const {
    MergeArrivals arrivals;
    for (std::size_t i = 0; i < merge_.shape().inputs; ++i) {
      const auto [port, vc] = merge_.in[i].place();
      if (inputs.flit_ports.test(port) && inputs.flits[port].vc == vc)
        arrivals.flits[i] = &inputs.flits[port];
    }
    for (std::size_t o = 0; o < merge_.shape().outputs; ++o) {
      const auto [port, vc] = merge_.out[o].place();
      const bool credit = inputs.credit_ports.test(port) && inputs.credits[port].test(vc);
      arrivals.credits.set(o, credit);
    }
    arrivals.links = free_links(outputs);
    arrivals.room = !merge_.directions.full();
    return arrivals;
  }
  OutputMask free_links(const PortOutputs& outputs) const {
    OutputMask links = 0;
    for (std::size_t o = 0; o < merge_.shape().outputs; ++o) links.set(o, merge_.out[o].has_link(outputs));
    return links;
  }

  MergeSwitch& merge_;
  bool combining_;
  std::unique_ptr<MergeBlock> block_;
};

}  // namespace switchyard
