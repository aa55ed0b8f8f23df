#include "testbench/cosim/sorting/rtl_compare.h"

#include <stdexcept>
#include <string>

#include "testbench/cosim/rtl_compare_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_unit.h"
#include "testbench/cosim/sorting/compare_pins.h"

namespace switchyard {
namespace {

template <class Verilated, int kKeyBits>
class VerilatedCompare final : public RtlUnit<RtlCompare, Verilated> {
  using Unit = RtlUnit<RtlCompare, Verilated>;
  using Unit::rtl;

 public:
  VerilatedCompare(const std::string& name, const RtlOptions& options)
      : Unit(name, "compare_exchange", ComparePlaces(kKeyBits).layout, options), places_(kKeyBits) {
    VerilatedCompare::reset();
  }

  Flit step(const Comparison& comparison, const Flit& own, const Flit& other) override {
    have_missed_cycles();
    this->begin_cycle();
    put_value(rtl()->own_i, 0, RecordWords{bytes_of(own), comparison.own});
    put_value(rtl()->other_i, 0, RecordWords{bytes_of(other), comparison.other});
    rtl()->keep_smaller_i = comparison.keep_smaller;
    asked_ = true;
    this->evaluate();
    this->end_cycle();
    asked_ = false;
    FlitWords kept;
    std::copy_n(this->outputs().begin() + static_cast<std::ptrdiff_t>(places_.record), kept.size(),
                kept.begin());
    return flit_of_bytes(kept);
  }
  void have_missed_cycles() override { this->catch_up(); }

 private:
  void clear_pins() override {
    clear(rtl()->own_i);
    clear(rtl()->other_i);
    clear(rtl()->keep_smaller_i);
  }
  void add_answers(PinFault& fault) const override {
    if (asked_) fault.sends(PinFault::Block::CompareExchange, 0, places_.record + kPayloadWord);
  }
  void read(PinWords& outputs) const override {
    outputs[places_.takes] = rtl()->takes_o;
    std::memcpy(&outputs[places_.record], &rtl()->record_o, sizeof(RecordWords));
  }

  ComparePlaces places_;
  bool asked_ = false;  ///< In this cycle.
};

using Make = std::unique_ptr<RtlCompare> (*)(const std::string& name, const RtlOptions& options);
using Table = RtlModelTable<int, Make>;

const Table& models() {
#define SY_MODEL(verilated, key_bits)                                                                \
  {key_bits, [](const std::string& name, const RtlOptions& options) -> std::unique_ptr<RtlCompare> { \
     return std::make_unique<VerilatedCompare<verilated, key_bits>>(name, options);                  \
   }},
  static const Table kModels({SY_RTL_COMPARE_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlCompare> make_rtl_compare(NodeId node, const CompareSite& site,
                                             const RtlOptions& options) {
  if (const Table::Row* const model = models().find(site.key_bits))
    return model->make("router_" + std::to_string(node) + " rtl compare_exchange", options);
  throw std::invalid_argument(
      "rtl/sorting/compare_exchange.sv is not built for keys of " + std::to_string(site.key_bits) +
      " bits. Built: " + models().built(", ", [](int bits) { return std::to_string(bits); }));
}

}  // namespace switchyard
