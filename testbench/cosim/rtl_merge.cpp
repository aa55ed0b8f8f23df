#include "testbench/cosim/rtl_merge.h"

#include <verilated_vcd_c.h>

#include <stdexcept>
#include <string>

#include "testbench/cosim/merge_pins.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_merge_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_module.h"

namespace switchyard {
namespace {

template <class Verilated>
class VerilatedMerge final : public RtlMerge {
 public:
  VerilatedMerge(const std::string& name, const MergeSite& site) : rtl_(&rtl_context(), name.c_str()) {
    rtl_->site_i = pins_of(site);
    VerilatedMerge::reset();
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }

  void reset() override {
    rtl_->push_i = rtl_->credit_i = rtl_->link_i = rtl_->idle_i = rtl_->room_i = 0;
    reset_module(*rtl_);
  }

  /// The edge of a cycle comes with the next use, so that a waveform shows all pins of a cycle together.
  MergeDepartures merge(const MergeArrivals& arrivals) override {
    rtl_->clk_i = 1;
    rtl_->eval();
    rtl_->clk_i = 0;
    rtl_->push_i = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      if (arrivals.flits[i] == nullptr) continue;
      rtl_->push_i = static_cast<CData>(rtl_->push_i | 1 << i);
      std::size_t at = i * kMessageWords;
      for (const std::uint32_t word : message_words(*arrivals.flits[i])) rtl_->message_i[at++] = word;
    }
    rtl_->credit_i = arrivals.credits;
    rtl_->link_i = arrivals.links;
    rtl_->room_i = arrivals.room;
    rtl_->idle_i = 0;
    rtl_->eval();
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
    return leaving(rtl_->ghost_o);
  }

 private:
  std::array<Flit, 2> leaving(unsigned outputs) const {
    std::array<Flit, 2> flits{};
    for (std::size_t o = 0; o < 2; ++o) {
      if ((outputs >> o & 1) != 0) flits[o] = message_of(rtl_->message_o, o * kMessageWords);
    }
    return flits;
  }

  RtlModule<Verilated> rtl_;
};

using Make = std::unique_ptr<RtlMerge> (*)(const std::string& name, const MergeSite& site);
using Table = RtlModelTable<int, Make>;  ///< By the queues.

const Table& models() {
#define SY_MODEL(verilated, queue)                                                          \
  {queue, [](const std::string& name, const MergeSite& site) -> std::unique_ptr<RtlMerge> { \
     return std::make_unique<VerilatedMerge<verilated>>(name, site);                        \
   }},
  static const Table kModels({SY_RTL_MERGE_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlMerge> make_rtl_merge(NodeId node, const MergeSite& site) {
  if (const Make* make = models().find(site.queue))
    return (*make)("router_" + std::to_string(node) + " rtl merge_switch", site);
  throw std::invalid_argument(
      "rtl/merge/merge_switch.sv is not built for router.queue = " + std::to_string(site.queue) +
      ". Built: " + models().built(", ", [](int queue) { return std::to_string(queue); }));
}

}  // namespace switchyard
