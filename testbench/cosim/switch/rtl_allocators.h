#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/strap_pins.h"
#include "testbench/cosim/switch/rtl_bank.h"
#include "testbench/cosim/switch/switch_places.h"

namespace switchyard {

/// The arbiters and allocators of a router in RTL: banks of a Verilated module that is made for some ports
/// and some VCs of each.
///
/// lay_out() says where its outputs are; read() copies them there from its pins.

/// A strap of any width; where no start is given, 0.
template <class Pin>
void drive_starts(Pin& pin, const std::vector<int>& starts, int requesters) {
  StrapPins pins;
  pins.append(starts, requesters);
  pins.drive(pin);
}

template <class Verilated, int kPorts, int kVcs>
class LinkArbiters : public RtlBank<LinkArbiters<Verilated, kPorts, kVcs>, Verilated> {
 public:
  LinkArbiters(const std::string& name, const SwitchStarts& starts)
      : LinkArbiters::RtlBank(&rtl_context(), name, "link_arbiters") {
    drive_starts(this->pins().start_i, starts.links, kVcs);
  }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.link_grants = first_ = add_arbiters(layout, "link_arbiter_", kPorts, kVcs);
  }
  void request(std::size_t port, VcMask requests) { put_element<kVcs>(this->drive().req_i, port, requests); }
  void read(PinWords& outputs) const {
    for (std::size_t p = 0; p < kPorts; ++p) outputs[first_ + p] = get_element<kVcs>(this->pins().gnt_o, p);
  }

  // For RtlBank.
  void clear_pins() { clear(this->pins().req_i); }

 private:
  std::size_t first_ = 0;
};

/// The switch allocator and the arbiters of the input ports behind it: a module for each kind of allocator.
template <class Verilated, int kPorts, int kVcs>
class SwitchAllocator : public RtlBank<SwitchAllocator<Verilated, kPorts, kVcs>, Verilated> {
 public:
  SwitchAllocator(const std::string& name, const SwitchStarts& starts)
      : SwitchAllocator::RtlBank(&rtl_context(), name, "switch_allocator") {
    Verilated& pins = this->pins();
    pins.load_vcs_i = 0;
    drive_starts(pins.input_start_i, starts.allocator_inputs, kPorts);
    drive_starts(pins.output_start_i, starts.allocator_outputs, kPorts);
    drive_starts(pins.first_start_i, {starts.allocator_first}, kPorts);
    drive_starts(pins.vc_start_i, starts.input_vcs, kVcs);
  }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.grants = first_ = layout.add("allocator.gnt_o", kPorts, kPorts);
    places.vc_grants = first_vc_ = add_arbiters(layout, "input_arbiter_", kPorts, kVcs);
  }
  void request(std::size_t input, PortMask requests) {
    put_element<kPorts>(this->drive().req_i, input, requests);
    ports_changed_ = true;
  }
  void request_vcs(std::size_t input, VcMask requests) {
    put_element<kVcs>(this->drive().vc_req_i, input, requests);
    vcs_changed_ = true;
  }
  void read(PinWords& outputs) const {
    for (std::size_t p = 0; p < kPorts; ++p) {
      outputs[first_ + p] = get_element<kPorts>(this->pins().gnt_o, p);
      outputs[first_vc_ + p] = get_element<kVcs>(this->pins().vc_gnt_o, p);
    }
  }

  // For RtlBank.
  void clear_pins() {
    clear(this->pins().req_i);
    clear(this->pins().vc_req_i);
    ports_changed_ = vcs_changed_ = true;
  }
  void load_pins() {
    Verilated& pins = this->pins();
    if (std::exchange(ports_changed_, false)) pins.load_i = pins.load_i == 0;
    if (std::exchange(vcs_changed_, false)) pins.load_vcs_i = pins.load_vcs_i == 0;
  }

 private:
  std::size_t first_ = 0;
  std::size_t first_vc_ = 0;
  bool ports_changed_ = false;  ///< Since they were loaded.
  bool vcs_changed_ = false;
};

/// The allocator that matches all head flits with output VCs.
template <class Verilated, int kVcs>
class RegisteredVcMatching : public RtlBank<RegisteredVcMatching<Verilated, kVcs>, Verilated> {
  static_assert(kVcs <= 32, "a row is a word of the outputs");

 public:
  RegisteredVcMatching(const std::string& name, const SwitchStarts& starts)
      : RegisteredVcMatching::RtlBank(&rtl_context(), name, "registered_vc_matching") {
    Verilated& pins = this->pins();
    drive_starts(pins.input_start_i, starts.va_inputs, kVcs);
    drive_starts(pins.output_start_i, starts.va_outputs, kVcs);
    drive_starts(pins.first_start_i, {starts.va_first}, kVcs);
  }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.matching = first_ = layout.add("vc_matching.gnt_o", kVcs, kVcs);
  }
  void request(std::size_t input, std::uint64_t requests) {
    put_element<kVcs>(this->drive().req_i, input, requests);
  }
  void read(PinWords& outputs) const {
    for (std::size_t vc = 0; vc < kVcs; ++vc)
      outputs[first_ + vc] = static_cast<std::uint32_t>(get_element<kVcs>(this->pins().gnt_o, vc));
  }

  // For RtlBank.
  void clear_pins() { clear(this->pins().req_i); }

 private:
  std::size_t first_ = 0;
};

/// The input VCs are the rows of its pins, the output VCs their bits.
template <class Verilated, int kPorts, int kVcs>
class RegisteredVcAllocator : public RtlBank<RegisteredVcAllocator<Verilated, kPorts, kVcs>, Verilated> {
  static constexpr std::size_t kTotalVcs = kPorts * kVcs;
  static constexpr std::size_t kWordsOfRow = (kTotalVcs + 31) / 32;

 public:
  RegisteredVcAllocator(const std::string& name, const SwitchStarts& starts)
      : RegisteredVcAllocator::RtlBank(&rtl_context(), name, "registered_vc_allocator") {
    this->pins().port_start_i = static_cast<CData>(starts.va_port);
    drive_starts(this->pins().vc_start_i, starts.va_vcs, kVcs);
  }
  void lay_out(PinLayout& layout, SwitchPlaces& places) {
    places.header_grants = first_ = layout.add("vc_allocator.gnt_o", kTotalVcs, kTotalVcs);
    places.words_of_row = kWordsOfRow;
  }
  void request(const VcRequest& request) {
    const std::size_t row = request.port * kVcs + request.vc;
    const std::size_t output_vc = request.out_port * kVcs + request.out_vc;
    put_element<1>(this->drive().req_i, row * kTotalVcs + output_vc, 1);
  }
  void read(PinWords& outputs) const {
    std::fill_n(outputs.begin() + first_, kTotalVcs * kWordsOfRow, 0);
    const auto& pins = this->pins().gnt_o;
    for (std::size_t word = 0; word < sizeof pins / sizeof(std::uint32_t); ++word) {
      for_each_bit(get_value<std::uint32_t>(pins, word), [&](int b) {
        const std::size_t at = word * 32 + b;
        outputs[first_ + at / kTotalVcs * kWordsOfRow + at % kTotalVcs / 32] |= std::uint32_t{1}
                                                                                << at % kTotalVcs % 32;
      });
    }
  }

  // For RtlBank.
  void clear_pins() { clear(this->pins().req_i); }

 private:
  std::size_t first_ = 0;
};

}  // namespace switchyard
