#pragma once

#include <optional>

#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/merge/merge_pins.h"
#include "testbench/cosim/merge/model_merge.h"

namespace switchyard {

/// A MergeSwitch as the pins of rtl/merge/merge_switch.sv see it. It takes its straps in the first cycle.
class ModelMergeBlock final : public MergeSwitchBlock {
 public:
  explicit ModelMergeBlock(int queue) : queue_(queue) {}

  void reset() override { merge_.reset(); }
  MergeOutputs cycle(const MergeInputs& inputs) override {
    if (!merge_) merge_.emplace(site_of_pins(inputs.site_i, queue_));
    MergeArrivals arrivals;
    std::array<Flit, 2> flits;
    for (std::size_t i = 0; i < 2; ++i) {
      flits[i] = packet_of_words(inputs.message_i, i * kMessageWords);
      if ((inputs.push_i >> i & 1) != 0) arrivals.flits[i] = &flits[i];
    }
    arrivals.credits = static_cast<OutputMask>(inputs.credit_i);
    arrivals.links = static_cast<OutputMask>(inputs.link_i);
    arrivals.room = inputs.room_i != 0;

    MergeOutputs outputs;
    const MergeDepartures departures = merge_->merge(arrivals);
    outputs.send_o = put(departures.flits, outputs);
    outputs.ghost_o = put(merge_->ghosts(static_cast<OutputMask>(inputs.idle_i)), outputs);
    if (const std::optional<Direction>& direction = departures.direction) {
      outputs.credit_o = direction->from;
      outputs.remember_o = 1;
      outputs.output_o = direction->output;
      outputs.end_o = direction->end ? 1 : 0;
      outputs.operation_o = static_cast<std::uint64_t>(direction->operation);
      outputs.operand_o = direction->operand;
    }
    return outputs;
  }

 private:
  /// Returns the outputs that they leave through.
  static std::uint64_t put(const std::array<Flit, 2>& flits, MergeOutputs& outputs) {
    std::uint64_t leaving = 0;
    for (std::size_t o = 0; o < 2; ++o) {
      if (!flits[o].valid()) continue;
      leaving |= 1U << o;
      std::size_t at = o * kMessageWords;
      for (const std::uint32_t word : words_of_packet(flits[o])) outputs.message_o[at++] = word;
    }
    return leaving;
  }

  int queue_;
  std::optional<ModelMerge> merge_;
};

}  // namespace switchyard
