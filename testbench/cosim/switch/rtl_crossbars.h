#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_trace.h"
#include "testbench/cosim/switch/switch_places.h"

namespace switchyard {

/// The crossbar of a router in RTL. Inputs that are not used keep the flits that they had last: they must not
/// show. For lay_out() and read() see rtl_allocators.h; read() writes only what may have changed.

inline constexpr int kFlitBits = 8 * sizeof(FlitWords);

/// One module for all ports.
template <class Verilated, std::size_t kSize>
class PortCrossbar {
 public:
  explicit PortCrossbar(const std::string& name) : rtl_(&rtl_context(), name.c_str()) { reset(); }

  void trace(RtlTrace& trace) { trace.add(*rtl_, "mux_crossbar"); }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.flits = first_ = layout.add("crossbar.data_o", kFlitBits, kSize);
  }
  void reset() {
    clear(rtl_->data_i);
    clear(rtl_->sel_i);
    rtl_->eval();
    driven_ = changed_ = false;
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) {
    put_value(rtl_->data_i, input, bytes_of(flit));
    put_element<1>(rtl_->sel_i, output * kSize + input, 1);
    driven_ = changed_ = true;
  }
  void read(PinWords& outputs) {
    if (!std::exchange(changed_, false)) return;
    rtl_->eval();
    std::memcpy(&outputs[first_], &rtl_->data_o, kSize * sizeof(FlitWords));
  }
  void end_cycle() {
    if (!std::exchange(driven_, false)) return;
    clear(rtl_->sel_i);
    changed_ = true;
  }

 private:
  RtlModule<Verilated> rtl_;
  std::size_t first_ = 0;
  bool driven_ = false;
  bool changed_ = false;
};

/// A multiplexer for each output VC. As it keeps nothing, one module serves all VCs of all routers in
/// turn; for a waveform each has its own.
template <class Verilated>
class VcCrossbar {
 public:
  VcCrossbar(std::string name, std::size_t vcs) : name_(std::move(name)), vcs_(vcs) { reset(); }

  void trace(RtlTrace& trace) {
    for (std::size_t vc = 0; vc < vcs_; ++vc) {
      own_.push_back(std::make_unique<Module>(name_ + "_" + std::to_string(vc)));
      trace.add(*own_.back()->rtl, "mux_crossbar");
    }
  }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.flits = first_ = layout.size();
    for (std::size_t vc = 0; vc < vcs_; ++vc)
      layout.add("crossbar_" + std::to_string(vc) + ".data_o", kFlitBits);
  }
  void reset() {
    uses_.clear();
    read_ = 0;
    idle_again_.clear();
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) {
    uses_.push_back({input, output, bytes_of(flit)});
  }
  void read(PinWords& outputs) {
    for (const std::size_t output : idle_again_) {
      const bool used =
          std::any_of(uses_.begin(), uses_.end(), [&](const Use& use) { return use.output == output; });
      if (!used) evaluate(output, nullptr, outputs);
    }
    idle_again_.clear();
    for (; read_ != uses_.size(); ++read_) evaluate(uses_[read_].output, &uses_[read_], outputs);
  }
  void end_cycle() {
    for (const Use& use : uses_) idle_again_.push_back(use.output);
    uses_.clear();
    read_ = 0;
  }

 private:
  struct Module {
    explicit Module(const std::string& name) : rtl(&rtl_context(), name.c_str()) {
      clear(rtl->data_i);
      clear(rtl->sel_i);
      rtl->eval();
    }
    RtlModule<Verilated> rtl;
  };
  struct Use {
    std::size_t input;
    std::size_t output;
    FlitWords flit;
  };

  RtlModule<Verilated>& module(std::size_t output) {
    static Module shared("all rtl crossbar");
    return own_.empty() ? shared.rtl : own_[output]->rtl;
  }
  template <class Words>
  auto* place(Words& outputs, std::size_t vc) const {
    return &outputs[first_ + vc * std::tuple_size_v<FlitWords>];
  }
  /// `use` may be null: none.
  void evaluate(std::size_t output, const Use* use, PinWords& outputs) {
    RtlModule<Verilated>& rtl = module(output);
    clear(rtl->sel_i);
    if (use != nullptr) {
      put_value(rtl->data_i, use->input, use->flit);
      put_element<1>(rtl->sel_i, use->input, 1);
    }
    rtl->eval();
    std::memcpy(place(outputs, output), &rtl->data_o, sizeof(FlitWords));
  }

  std::string name_;
  std::size_t vcs_;
  std::size_t first_ = 0;
  std::vector<std::unique_ptr<Module>> own_;
  std::vector<Use> uses_;                ///< In this cycle.
  std::size_t read_ = 0;                 ///< So many of them are evaluated.
  std::vector<std::size_t> idle_again_;  ///< Outputs that were used in the last cycle, not evaluated since.
};

}  // namespace switchyard
