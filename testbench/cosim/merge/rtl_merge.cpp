#include "testbench/cosim/merge/rtl_merge.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/cosim/merge/merge_pins.h"
#include "testbench/cosim/rtl_merge_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_unit.h"

namespace switchyard {
namespace {

template <class Verilated>
class VerilatedMerge final : public RtlUnit<RtlMerge, Verilated> {
  using Unit = RtlUnit<RtlMerge, Verilated>;
  using Unit::rtl;

 public:
  VerilatedMerge(const std::string& name, const MergeSite& site, const RtlOptions& options)
      : Unit(name, "merge_switch", MergePlaces().layout, options) {
    rtl()->site_i = pins_of(site);
    Unit::reset();
  }

  MergeDepartures merge(const MergeArrivals& arrivals) override {
    this->catch_up();
    this->begin_cycle();
    for (std::size_t i = 0; i < 2; ++i) {
      if (arrivals.flits[i] == nullptr) continue;
      rtl()->push_i = static_cast<CData>(rtl()->push_i | 1 << i);
      std::size_t at = i * kMessageWords;
      for (const std::uint32_t word : words_of_packet(*arrivals.flits[i])) rtl()->message_i[at++] = word;
    }
    rtl()->credit_i = arrivals.credits;
    rtl()->link_i = arrivals.links;
    rtl()->room_i = arrivals.room;
    this->evaluate();
    const PinWords& outputs = this->look();
    MergeDepartures departures{leaving(outputs, places_.send), std::nullopt};
    if (outputs[places_.remember] != 0) {
      departures.direction = {.operand = outputs[places_.operand],
                              .operation = static_cast<Operation>(outputs[places_.operation]),
                              .from = static_cast<OutputMask>(outputs[places_.credit]),
                              .output = static_cast<std::uint8_t>(outputs[places_.output]),
                              .end = outputs[places_.end] != 0};
    }
    return departures;
  }

  std::array<Flit, 2> ghosts(OutputMask idle) override {
    rtl()->idle_i = idle;
    this->evaluate();
    this->end_cycle();
    return leaving(this->outputs(), places_.ghost);
  }

 private:
  void clear_pins() override {
    rtl()->push_i = rtl()->credit_i = rtl()->link_i = rtl()->idle_i = rtl()->room_i = 0;
  }
  void add_answers(PinFault& fault) const override {
    for (std::size_t o = 0; o < 2; ++o) {
      if ((this->outputs()[places_.send] >> o & 1) != 0)
        fault.sends(PinFault::Block::MergeSwitch, o, places_.message + (o + 1) * kMessageWords - 1);
    }
  }
  void read(PinWords& outputs) const override {
    outputs[places_.credit] = rtl()->credit_o;
    outputs[places_.send] = rtl()->send_o;
    outputs[places_.ghost] = rtl()->ghost_o;
    for (std::size_t w = 0; w < 2 * kMessageWords; ++w) outputs[places_.message + w] = rtl()->message_o[w];
    outputs[places_.remember] = rtl()->remember_o;
    outputs[places_.output] = rtl()->output_o;
    outputs[places_.end] = rtl()->end_o;
    outputs[places_.operation] = rtl()->operation_o;
    outputs[places_.operand] = rtl()->operand_o;
  }
  /// `mask`: the place of those through which one leaves.
  std::array<Flit, 2> leaving(const PinWords& outputs, std::size_t mask) const {
    std::array<Flit, 2> flits{};
    for (std::size_t o = 0; o < 2; ++o) {
      if ((outputs[mask] >> o & 1) != 0)
        flits[o] = packet_of_words(outputs, places_.message + o * kMessageWords);
    }
    return flits;
  }

  MergePlaces places_;
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
