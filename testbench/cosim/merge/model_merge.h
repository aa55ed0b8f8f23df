#pragma once

#include <vector>

#include "hw/router/combining/merge_block.h"
#include "hw/router/combining/ranade_merge.h"

namespace switchyard {

/// A MergeSwitch with queues and outputs of its own behind the interface: the model's side of a lockstep
/// pair.
class ModelMerge final : public MergeBlock {
 public:
  explicit ModelMerge(const MergeSite& site)
      : slots_(2 * site.queue),
        merge_(
            {.inputs = site.joins ? 2U : 1U, .outputs = site.splits ? 2U : 1U, .route_bit = site.route_bit},
            NodeId{site.row_bit} << site.route_bit, site.combining, /*remembered=*/1, in_.data(),
            out_.data()),
        combining_(site.combining) {
    for (std::size_t s = 0; s < 2; ++s) {
      const StreamPlace place{static_cast<PortId>(s), 0};
      in_[s].connect(place, &slots_[s * site.queue], site.queue);
      out_[s].connect(place, site.queue, site.ghosts);
    }
    ModelMerge::reset();
  }
  ModelMerge(const ModelMerge&) = delete;  // Its switch points into it.

  void reset() override {
    for (StreamInput& input : in_) input.reset();
    for (StreamOutput& output : out_) output.reset();
    merge_.reset();
  }

  MergeDepartures merge(const MergeArrivals& arrivals) override {
    for (std::size_t s = 0; s < 2; ++s) {
      if (arrivals.flits[s] != nullptr) take(*arrivals.flits[s], combining_, in_[s]);
      if ((arrivals.credits >> s & 1) != 0) out_[s].add_credit();
    }
    if (!arrivals.room) merge_.directions.push({});
    outputs_.clear();
    occupy(arrivals.links);
    merge_.step(outputs_);
    MergeDepartures departures{departed(arrivals.links), std::nullopt};
    sent_ = OutputMask(outputs_.flit_ports) & arrivals.links;
    if (!merge_.directions.empty()) {
      if (arrivals.room) departures.direction = merge_.directions.front();
      merge_.directions.pop();
    }
    return departures;
  }

  std::array<Flit, 2> ghosts(OutputMask idle) override {
    const OutputMask free = idle & ~sent_;
    outputs_.clear();
    occupy(free);
    merge_.send_ghosts(outputs_);
    return departed(free);
  }

 private:
  /// Links that are not free look as if another switch had sent.
  void occupy(OutputMask links) { outputs_.flit_ports = PortMask{kFirst | kSecond} & ~PortMask{links}; }
  std::array<Flit, 2> departed(OutputMask links) const {
    std::array<Flit, 2> flits{};
    for (std::size_t o = 0; o < 2; ++o) {
      if ((outputs_.flit_ports & links) >> o & 1) flits[o] = outputs_.flits[o];
    }
    return flits;
  }

  std::array<StreamInput, 2> in_;
  std::array<StreamOutput, 2> out_;
  std::vector<Flit> slots_;
  MergeSwitch merge_;
  bool combining_;
  PortOutputs outputs_;
  OutputMask sent_ = 0;  ///< Outputs that a message left through in this cycle.
};

}  // namespace switchyard
