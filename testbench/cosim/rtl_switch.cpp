#include "testbench/cosim/rtl_switch.h"

#include <verilated_vcd_c.h>

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "Vmux_crossbar_lanes_128.h"
#include "Vmux_crossbar_lanes_32.h"
#include "Vmux_crossbar_lanes_512.h"
#include "Vmux_crossbar_ports_32.h"
#include "Vmux_crossbar_ports_8.h"
#include "Vrr_arbiter_16.h"
#include "Vrr_arbiter_4.h"
#include "Vsep_if_allocator_32.h"
#include "Vsep_if_allocator_8.h"
#include "Vvc_allocator_32_4.h"
#include "Vvc_allocator_8_16.h"
#include "Vvc_allocator_8_4.h"
#include "hw/base/bits.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/start_pins.h"

namespace switchyard {
namespace {

/// Verilator keeps a packed port as an integer or as words, both with the low bits first: bytes in order.
template <class Port, class Value>
void put(Port& port, std::size_t byte, const Value& value) {
  std::memcpy(reinterpret_cast<char*>(&port) + byte, &value, sizeof value);
}
template <class Value, class Port>
Value get(const Port& port, std::size_t byte) {
  Value value;
  std::memcpy(&value, reinterpret_cast<const char*>(&port) + byte, sizeof value);
  return value;
}

/// A strap of any width; where no start is given, 0.
template <class Pin>
void drive_starts(Pin& pin, const std::vector<int>& starts, int requesters) {
  StartPins pins;
  pins.append(starts, requesters);
  pins.drive(pin);
}

/// Of `starts[port]`; 0 if none is given.
int start_of(const std::vector<int>& starts, int port) {
  const auto p = static_cast<std::size_t>(port);
  return p < starts.size() ? starts[p] : 0;
}

template <class Verilated>
void reset_block(Verilated& block) {
  std::memset(&block.req_i, 0, sizeof block.req_i);
  reset_module(block);
}

/// The edge at which what was granted is taken: it comes with the next use, so that a waveform shows each
/// grant with its requests.
template <class Verilated>
void clock_edge(Verilated& block) {
  block.clk_i = 1;
  block.eval();
  block.clk_i = 0;
}

class Arbiter : public RtlModel {
 public:
  virtual void reset() = 0;
  virtual VcMask pick(VcMask requests) = 0;
};

template <class Verilated>
class RtlArbiter final : public Arbiter {
 public:
  RtlArbiter(const std::string& name, int start) : rtl_(&rtl_context(), name.c_str()) {
    rtl_->start_i = static_cast<CData>(start);
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }
  void reset() override { reset_block(*rtl_); }
  VcMask pick(VcMask requests) override {
    clock_edge(*rtl_);
    put(rtl_->req_i, 0, static_cast<std::remove_reference_t<decltype(rtl_->req_i)>>(requests));
    rtl_->accept_i = 1;
    rtl_->eval();
    return rtl_->gnt_o;
  }

 private:
  RtlModule<Verilated> rtl_;
};

class Allocator : public RtlModel {
 public:
  virtual void reset() = 0;
  virtual void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) = 0;
};

/// `Row`: an integer of `kPorts` bits.
template <class Verilated, class Row, int kPorts>
class RtlAllocator final : public Allocator {
 public:
  RtlAllocator(const std::string& name, const SwitchShape& shape)
      : ports_(static_cast<std::size_t>(shape.ports)), rtl_(&rtl_context(), name.c_str()) {
    drive_starts(rtl_->input_start_i, shape.starts.allocator_inputs, kPorts);
    drive_starts(rtl_->output_start_i, shape.starts.allocator_outputs, kPorts);
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }
  void reset() override { reset_block(*rtl_); }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    clock_edge(*rtl_);
    for (std::size_t i = 0; i < ports_; ++i) put(rtl_->req_i, i * sizeof(Row), static_cast<Row>(requests[i]));
    rtl_->eval();
    for (std::size_t i = 0; i < ports_; ++i) grants[i] = get<Row>(rtl_->gnt_o, i * sizeof(Row));
  }

 private:
  std::size_t ports_;
  RtlModule<Verilated> rtl_;
};

class LaneAllocator : public RtlModel {
 public:
  virtual void reset() = 0;
  virtual void allocate(std::span<LaneRequest> requests) = 0;
};

/// `kVcs`: lanes of each port of the module; the input lanes are its rows, the output lanes their bits.
template <class Verilated, int kPorts, int kVcs>
class RtlLaneAllocator final : public LaneAllocator {
 public:
  RtlLaneAllocator(const std::string& name, const SwitchStarts& starts) : rtl_(&rtl_context(), name.c_str()) {
    rtl_->port_start_i = static_cast<CData>(starts.header_port);
    drive_starts(rtl_->lane_start_i, starts.header_lanes, kVcs);
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }
  void reset() override { reset_block(*rtl_); }
  void allocate(std::span<LaneRequest> requests) override {
    clock_edge(*rtl_);
    std::memset(&rtl_->req_i, 0, sizeof rtl_->req_i);
    for (const LaneRequest& request : requests) {
      const std::size_t place = bit_of(request);
      put(rtl_->req_i, place / 8, static_cast<std::uint8_t>(1U << place % 8));
    }
    rtl_->eval();
    for (LaneRequest& request : requests) {
      const std::size_t place = bit_of(request);
      request.granted = (get<std::uint8_t>(rtl_->gnt_o, place / 8) >> place % 8 & 1) != 0;
    }
  }

 private:
  static std::size_t bit_of(const LaneRequest& request) {
    const int input = request.port * kVcs + request.vc;
    return static_cast<std::size_t>(input * kPorts * kVcs + request.out_port * kVcs + request.out_vc);
  }

  RtlModule<Verilated> rtl_;
};

class Crossbar : public RtlModel {
 public:
  virtual Flit cross(std::size_t input, std::size_t output, const Flit& flit) = 0;
};

/// A crossbar of `kWays` inputs. One that joins lanes is the multiplexer of one output lane, used for all of
/// them in turn. The other inputs keep the flits that they had last: they must not show.
template <class Verilated, std::size_t kWays, bool kJoinsLanes>
class RtlCrossbar final : public Crossbar {
 public:
  explicit RtlCrossbar(const std::string& name) : rtl_(&rtl_context(), name.c_str()) {
    std::memset(&rtl_->sel_i, 0, sizeof rtl_->sel_i);  // The data may start with anything.
  }

  void trace(VerilatedVcdC& file) override { rtl_->trace(&file, kAllTraceLevels); }
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override {
    const std::size_t out = kJoinsLanes ? 0 : output;
    const std::size_t select = (out * kWays + input) / 8;
    put(rtl_->data_i, input * sizeof flit, flit);
    put(rtl_->sel_i, select, static_cast<std::uint8_t>(1U << input % 8));
    rtl_->eval();
    put(rtl_->sel_i, select, std::uint8_t{0});
    return get<Flit>(rtl_->data_o, out * sizeof flit);
  }

 private:
  RtlModule<Verilated> rtl_;
};

std::unique_ptr<Arbiter> make_arbiter(const std::string& name, int requesters, int start) {
  if (requesters <= 4) return std::make_unique<RtlArbiter<Vrr_arbiter_4>>(name, start);
  return std::make_unique<RtlArbiter<Vrr_arbiter_16>>(name, start);
}

std::unique_ptr<Allocator> make_allocator(const std::string& name, const SwitchShape& shape) {
  if (shape.ports <= 8)
    return std::make_unique<RtlAllocator<Vsep_if_allocator_8, std::uint8_t, 8>>(name, shape);
  return std::make_unique<RtlAllocator<Vsep_if_allocator_32, std::uint32_t, 32>>(name, shape);
}

/// Null if none is large enough.
std::unique_ptr<LaneAllocator> make_lane_allocator(const std::string& name, const SwitchShape& shape) {
  if (shape.ports <= 8 && shape.virtual_channels <= 4)
    return std::make_unique<RtlLaneAllocator<Vvc_allocator_8_4, 8, 4>>(name, shape.starts);
  if (shape.ports <= 8)
    return std::make_unique<RtlLaneAllocator<Vvc_allocator_8_16, 8, 16>>(name, shape.starts);
  if (shape.virtual_channels <= 4)
    return std::make_unique<RtlLaneAllocator<Vvc_allocator_32_4, 32, 4>>(name, shape.starts);
  return nullptr;
}

std::unique_ptr<Crossbar> make_crossbar(const std::string& name, const SwitchShape& shape) {
  if (shape.crossbar_ways == static_cast<std::size_t>(shape.ports)) {
    if (shape.ports <= 8) return std::make_unique<RtlCrossbar<Vmux_crossbar_ports_8, 8, false>>(name);
    return std::make_unique<RtlCrossbar<Vmux_crossbar_ports_32, 32, false>>(name);
  }
  if (shape.crossbar_ways <= 32) return std::make_unique<RtlCrossbar<Vmux_crossbar_lanes_32, 32, true>>(name);
  if (shape.crossbar_ways <= 128)
    return std::make_unique<RtlCrossbar<Vmux_crossbar_lanes_128, 128, true>>(name);
  return std::make_unique<RtlCrossbar<Vmux_crossbar_lanes_512, 512, true>>(name);
}

class VerilatedSwitch final : public RtlSwitch {
 public:
  VerilatedSwitch(NodeId node, const SwitchShape& shape) : starts_(shape.starts) {
    const std::string scope = "router_" + std::to_string(node) + " rtl ";
    for (int p = 0; p < shape.ports; ++p) {
      const std::string port = std::to_string(p);
      link_arbiters_.push_back(
          make_arbiter(scope + "link_arbiter_" + port, shape.virtual_channels, start_of(starts_.links, p)));
      lane_arbiters_.push_back(make_arbiter(scope + "lane_arbiter_" + port, shape.virtual_channels,
                                            start_of(starts_.input_lanes, p)));
    }
    allocator_ = make_allocator(scope + "allocator", shape);
    if (shape.allocates_lanes) lane_allocator_ = make_lane_allocator(scope + "vc_allocator", shape);
    crossbar_ = make_crossbar(scope + "crossbar", shape);
  }

  void trace(VerilatedVcdC& file) override {
    for (const auto& arbiter : link_arbiters_) arbiter->trace(file);
    for (const auto& arbiter : lane_arbiters_) arbiter->trace(file);
    allocator_->trace(file);
    if (lane_allocator_ != nullptr) lane_allocator_->trace(file);
    crossbar_->trace(file);
  }
  void reset() override {
    for (const auto& arbiter : link_arbiters_) arbiter->reset();
    for (const auto& arbiter : lane_arbiters_) arbiter->reset();
    allocator_->reset();
    lane_model_.reset(starts_.header_port, starts_.header_lanes);
    if (lane_allocator_ != nullptr) lane_allocator_->reset();
  }
  VcMask pick_link_lane(PortId port, VcMask requests) override {
    return link_arbiters_[static_cast<std::size_t>(port)]->pick(requests);
  }
  VcMask pick_input_lane(PortId port, VcMask requests) override {
    return lane_arbiters_[static_cast<std::size_t>(port)]->pick(requests);
  }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    allocator_->allocate(requests, grants);
  }
  void allocate_lanes(std::span<LaneRequest> requests) override {
    if (lane_allocator_ != nullptr) {
      lane_allocator_->allocate(requests);
    } else {
      lane_model_.allocate(requests);
    }
  }
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override {
    return crossbar_->cross(input, output, flit);
  }

 private:
  SwitchStarts starts_;
  std::vector<std::unique_ptr<Arbiter>> link_arbiters_;  ///< [output port]
  std::vector<std::unique_ptr<Arbiter>> lane_arbiters_;  ///< [input port]
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<LaneAllocator> lane_allocator_;  ///< Null: lane_model_ stands in.
  VcAllocator lane_model_;
  std::unique_ptr<Crossbar> crossbar_;
};

}  // namespace

bool has_rtl() { return true; }

std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape) {
  return std::make_unique<VerilatedSwitch>(node, shape);
}

}  // namespace switchyard
