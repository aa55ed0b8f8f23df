#include "testbench/cosim/rtl_merge.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/cosim/merge_pins.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_merge_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {
namespace {

template <class Verilated>
class VerilatedMerge final : public RtlMerge {
 public:
  VerilatedMerge(const std::string& name, const MergeSite& site, const RtlOptions& options)
      : rtl_(&rtl_context(), name.c_str()),
        cycles_(options.now),
        fault_(options.fault),
        outputs_(places_.layout.size()) {
    rtl_->site_i = pins_of(site);
    VerilatedMerge::reset();
  }

  void trace(RtlTrace& trace) override { trace.add(*rtl_, "merge_switch"); }

  void reset() override {
    clear_pins();
    reset_module(*rtl_);
    edge_due_ = false;
    cycles_.restart();
  }

  MergeDepartures merge(const MergeArrivals& arrivals) override {
    cycles_.catch_up([&](Cycle cycle) { return idle_cycle(cycle); });
    begin_cycle();
    for (std::size_t i = 0; i < 2; ++i) {
      if (arrivals.flits[i] == nullptr) continue;
      rtl_->push_i = static_cast<CData>(rtl_->push_i | 1 << i);
      std::size_t at = i * kMessageWords;
      for (const std::uint32_t word : message_words(*arrivals.flits[i])) rtl_->message_i[at++] = word;
    }
    rtl_->credit_i = arrivals.credits;
    rtl_->link_i = arrivals.links;
    rtl_->room_i = arrivals.room;
    rtl_->eval();
    spoil();
    MergeDepartures departures{leaving(rtl_->send_o), std::nullopt};
    if (rtl_->remember_o != 0) {
      departures.direction = {.operand = rtl_->operand_o,
                              .operation = static_cast<Operation>(rtl_->operation_o),
                              .from = rtl_->credit_o,
                              .output = rtl_->output_o,
                              .end = rtl_->end_o != 0};
    }
    return departures;
  }

  std::array<Flit, 2> ghosts(OutputMask idle) override {
    rtl_->idle_i = idle;
    rtl_->eval();
    end_cycle(cycles_.use());
    return leaving(rtl_->ghost_o);
  }

  void finish_cycle() override {
    cycles_.finish([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  const PinWords& outputs() const override { return outputs_; }

 private:
  void clear_pins() { rtl_->push_i = rtl_->credit_i = rtl_->link_i = rtl_->idle_i = rtl_->room_i = 0; }
  /// The edge that ends the last cycle, and idle pins.
  void begin_cycle() {
    if (edge_due_) {
      rtl_->clk_i = 1;
      rtl_->eval();
      rtl_->clk_i = 0;
    }
    clear_pins();
    answers_ = {};
  }
  void end_cycle(Cycle cycle) {
    spoil();
    read();
    settled(cycle);
    edge_due_ = true;
  }
  /// Returns whether it has changed nothing.
  bool idle_cycle(Cycle cycle) {
    const bool rests = rtl_.unchanged_by([&] {
      begin_cycle();
      rtl_->eval();
    });
    end_cycle(cycle);
    return rests;
  }

  void spoil() {
    if (!fault_) return;
    for (std::size_t o = 0; o < 2; ++o) {
      if ((rtl_->send_o >> o & 1) == 0) continue;
      auto& word = rtl_->message_o[o * kMessageWords + kMessageWords - 1];
      if (!answers_[o]) answers_[o] = fault_->spoil(BlockFault::Block::MergeSwitch, o, word, word ^ 1);
      word = *answers_[o];
    }
  }
  void read() {
    outputs_[places_.credit] = rtl_->credit_o;
    outputs_[places_.send] = rtl_->send_o;
    outputs_[places_.ghost] = rtl_->ghost_o;
    for (std::size_t w = 0; w < 2 * kMessageWords; ++w) outputs_[places_.message + w] = rtl_->message_o[w];
    outputs_[places_.remember] = rtl_->remember_o;
    outputs_[places_.output] = rtl_->output_o;
    outputs_[places_.end] = rtl_->end_o;
    outputs_[places_.operation] = rtl_->operation_o;
    outputs_[places_.operand] = rtl_->operand_o;
  }
  std::array<Flit, 2> leaving(unsigned outputs) const {
    std::array<Flit, 2> flits{};
    for (std::size_t o = 0; o < 2; ++o) {
      if ((outputs >> o & 1) != 0) flits[o] = message_of(rtl_->message_o, o * kMessageWords);
    }
    return flits;
  }

  RtlModule<Verilated> rtl_;
  RtlCycles cycles_;
  std::optional<TimedFault> fault_;
  MergePlaces places_;
  PinWords outputs_;
  std::array<std::optional<std::uint32_t>, 2>
      answers_;  ///< [output]: the word that leaves in this cycle, with the fault.
  bool edge_due_ = false;
};

using Make = std::unique_ptr<RtlMerge> (*)(const std::string& name, const MergeSite& site,
                                           const RtlOptions& options);
using Table = RtlModelTable<int, Make>;  ///< By the queues.

const Table& models() {
#define SY_MODEL(verilated, queue)                                            \
  {queue,                                                                     \
   [](const std::string& name, const MergeSite& site,                         \
      const RtlOptions& options) -> std::unique_ptr<RtlMerge> {               \
     return std::make_unique<VerilatedMerge<verilated>>(name, site, options); \
   }},
  static const Table kModels({SY_RTL_MERGE_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlMerge> make_rtl_merge(NodeId node, const MergeSite& site, const RtlOptions& options) {
  if (const Table::Row* model = models().find(site.queue))
    return model->make("router_" + std::to_string(node) + " rtl merge_switch", site, options);
  throw std::invalid_argument(
      "rtl/merge/merge_switch.sv is not built for router.queue = " + std::to_string(site.queue) +
      ". Built: " + models().built(", ", [](int queue) { return std::to_string(queue); }));
}

}  // namespace switchyard
