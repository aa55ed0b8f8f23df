#include "testbench/cosim/rtl_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "testbench/cosim/rtl_bank.h"
#include "testbench/cosim/rtl_crossbar_models.h"  // Made by CMake, as those that follow: headers and lists of the models.
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_headers_models.h"
#include "testbench/cosim/rtl_links_models.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_multiplexer_models.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_ports_models.h"
#include "testbench/cosim/start_pins.h"

namespace switchyard {
namespace {

/// A strap of any width; where no start is given, 0.
template <class Pin>
void drive_starts(Pin& pin, const std::vector<int>& starts, int requesters) {
  StartPins pins;
  pins.append(starts, requesters);
  pins.drive(pin);
}

class LinkArbiters {
 public:
  virtual ~LinkArbiters() = default;
  virtual RtlBank& bank() = 0;
  virtual void request(std::size_t port, VcMask requests) = 0;
  virtual void read(std::uint32_t* grants) const = 0;  ///< [port]
  virtual void force_grant(std::size_t port, VcMask grant) = 0;
};

template <class Verilated, int kPorts, int kVcs>
class LinkArbitersOf final : public LinkArbiters, RtlBankOf<Verilated> {
 public:
  LinkArbitersOf(const std::string& name, const SwitchStarts& starts)
      : RtlBankOf<Verilated>(name, "link_arbiters") {
    drive_starts(this->pins().start_i, starts.links, kVcs);
  }
  RtlBank& bank() override { return *this; }
  void request(std::size_t port, VcMask requests) override {
    put_element<kVcs>(this->drive().req_i, port, requests);
  }
  void read(std::uint32_t* grants) const override {
    for (std::size_t p = 0; p < kPorts; ++p)
      grants[p] = static_cast<std::uint32_t>(get_element<kVcs>(this->pins().gnt_o, p));
  }
  void force_grant(std::size_t port, VcMask grant) override {
    put_element<kVcs>(this->pins().gnt_o, port, grant);
  }

 private:
  void clear_pins() override { clear(this->pins().req_i); }
};

class SwitchAllocator {
 public:
  virtual ~SwitchAllocator() = default;
  virtual RtlBank& bank() = 0;
  virtual void request(std::size_t input, PortMask requests) = 0;
  virtual void read(std::uint32_t* grants, std::uint32_t* lane_grants) const = 0;  ///< [input]
  virtual void force_grant(std::size_t input, PortMask grant) = 0;
  virtual void request_lanes(std::size_t input, VcMask requests) = 0;
  virtual void force_lane_grant(std::size_t input, VcMask grant) = 0;
};

template <class Verilated, int kPorts, int kVcs>
class SwitchAllocatorOf final : public SwitchAllocator, RtlBankOf<Verilated> {
 public:
  SwitchAllocatorOf(const std::string& name, const SwitchStarts& starts)
      : RtlBankOf<Verilated>(name, "switch_allocator") {
    Verilated& pins = this->pins();
    pins.load_lanes_i = 0;
    drive_starts(pins.input_start_i, starts.allocator_inputs, kPorts);
    drive_starts(pins.output_start_i, starts.allocator_outputs, kPorts);
    drive_starts(pins.lane_start_i, starts.input_lanes, kVcs);
  }
  RtlBank& bank() override { return *this; }
  void request(std::size_t input, PortMask requests) override {
    put_element<kPorts>(this->drive().req_i, input, requests);
    ports_changed_ = true;
  }
  void read(std::uint32_t* grants, std::uint32_t* lane_grants) const override {
    for (std::size_t p = 0; p < kPorts; ++p) {
      grants[p] = static_cast<std::uint32_t>(get_element<kPorts>(this->pins().gnt_o, p));
      lane_grants[p] = static_cast<std::uint32_t>(get_element<kVcs>(this->pins().lane_gnt_o, p));
    }
  }
  void force_grant(std::size_t input, PortMask grant) override {
    put_element<kPorts>(this->pins().gnt_o, input, grant);
  }
  void request_lanes(std::size_t input, VcMask requests) override {
    put_element<kVcs>(this->drive().lane_req_i, input, requests);
    lanes_changed_ = true;
  }
  void force_lane_grant(std::size_t input, VcMask grant) override {
    put_element<kVcs>(this->pins().lane_gnt_o, input, grant);
  }

 private:
  void clear_pins() override {
    clear(this->pins().req_i);
    clear(this->pins().lane_req_i);
    ports_changed_ = lanes_changed_ = true;
  }
  void load_pins() override {
    Verilated& pins = this->pins();
    if (std::exchange(ports_changed_, false)) pins.load_i = pins.load_i == 0;
    if (std::exchange(lanes_changed_, false)) pins.load_lanes_i = pins.load_lanes_i == 0;
  }

  bool ports_changed_ = false;  ///< Since they were loaded.
  bool lanes_changed_ = false;
};

class HeaderAllocator {
 public:
  virtual ~HeaderAllocator() = default;
  virtual RtlBank& bank() = 0;
  virtual void request(const LaneRequest& request) = 0;
  /// `rows`: the first of `words_of_row` words for each input lane.
  virtual void read(std::uint32_t* rows, std::size_t words_of_row) const = 0;
  virtual void take_back(const LaneRequest& request) = 0;
};

/// The input lanes are the rows of its pins, the output lanes their bits.
template <class Verilated, int kPorts, int kVcs>
class HeaderAllocatorOf final : public HeaderAllocator, RtlBankOf<Verilated> {
  static constexpr std::size_t kLanes = kPorts * kVcs;

 public:
  HeaderAllocatorOf(const std::string& name, const SwitchStarts& starts)
      : RtlBankOf<Verilated>(name, "header_allocator") {
    this->pins().port_start_i = static_cast<CData>(starts.header_port);
    drive_starts(this->pins().lane_start_i, starts.header_lanes, kVcs);
  }
  RtlBank& bank() override { return *this; }
  void request(const LaneRequest& request) override {
    put_element<1>(this->drive().req_i, place(request), 1);
  }
  void read(std::uint32_t* rows, std::size_t words_of_row) const override {
    std::fill_n(rows, kLanes * words_of_row, 0);
    const auto& pins = this->pins().gnt_o;
    for (std::size_t word = 0; word < sizeof pins / sizeof(std::uint32_t); ++word) {
      for_each_bit(get_value<std::uint32_t>(pins, word), [&](int b) {
        const std::size_t at = word * 32 + static_cast<std::size_t>(b);
        rows[at / kLanes * words_of_row + at % kLanes / 32] |= std::uint32_t{1} << at % kLanes % 32;
      });
    }
  }
  void take_back(const LaneRequest& request) override {
    put_element<1>(this->pins().gnt_o, place(request), 0);
  }

 private:
  static std::size_t place(const LaneRequest& request) {
    return static_cast<std::size_t>(request.port * kVcs + request.vc) * kLanes +
           static_cast<std::size_t>(request.out_port * kVcs + request.out_vc);
  }
  void clear_pins() override { clear(this->pins().req_i); }
};

/// Inputs that are not used keep the flits that they had last: they must not show.
class Crossbar {
 public:
  virtual ~Crossbar() = default;
  virtual void trace(RtlTrace& trace) = 0;
  virtual std::size_t ways() const = 0;
  virtual void reset() = 0;
  virtual void send(std::size_t input, std::size_t output, const Flit& flit) = 0;
  /// `flits`: [output][word]. Only what may have changed since the last time is written.
  virtual void read(std::uint32_t* flits) = 0;
  virtual void force_payload(std::size_t output, std::uint32_t payload) = 0;
  virtual void end_cycle() = 0;
};

/// One module for all ports.
template <class Verilated, std::size_t kWays>
class PortCrossbar final : public Crossbar {
 public:
  explicit PortCrossbar(const std::string& name) : rtl_(&rtl_context(), name.c_str()) {
    PortCrossbar::reset();
  }

  void trace(RtlTrace& trace) override { trace.add(*rtl_, "mux_crossbar"); }
  std::size_t ways() const override { return kWays; }
  void reset() override {
    clear(rtl_->data_i);
    clear(rtl_->sel_i);
    rtl_->eval();
    driven_ = changed_ = false;
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) override {
    put_value(rtl_->data_i, input, bytes_of(flit));
    put_element<1>(rtl_->sel_i, output * kWays + input, 1);
    driven_ = changed_ = true;
  }
  void read(std::uint32_t* flits) override {
    if (!std::exchange(changed_, false)) return;
    rtl_->eval();
    std::memcpy(flits, &rtl_->data_o, kWays * sizeof(FlitWords));
  }
  void force_payload(std::size_t output, std::uint32_t payload) override {
    put_value(rtl_->data_o, output * std::tuple_size_v<FlitWords> + kPayloadWord, payload);
  }
  void end_cycle() override {
    if (!std::exchange(driven_, false)) return;
    clear(rtl_->sel_i);
    changed_ = true;
  }

 private:
  RtlModule<Verilated> rtl_;
  bool driven_ = false;
  bool changed_ = false;
};

/// A multiplexer for each output lane. As it keeps nothing, one module serves all lanes of all routers in
/// turn; for a waveform each has its own.
template <class Verilated, std::size_t kWays>
class LaneCrossbar final : public Crossbar {
 public:
  LaneCrossbar(std::string name, std::size_t lanes) : name_(std::move(name)), lanes_(lanes) {
    LaneCrossbar::reset();
  }

  void trace(RtlTrace& trace) override {
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      own_.push_back(std::make_unique<Module>(name_ + "_" + std::to_string(lane)));
      trace.add(*own_.back()->rtl, "mux_crossbar");
    }
  }
  std::size_t ways() const override { return lanes_; }
  void reset() override {
    uses_.clear();
    idle_again_.clear();
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) override {
    uses_.push_back({input, output, bytes_of(flit)});
  }
  void read(std::uint32_t* flits) override {
    for (const std::size_t output : idle_again_) {
      const bool used =
          std::any_of(uses_.begin(), uses_.end(), [&](const Use& use) { return use.output == output; });
      if (!used) evaluate(output, nullptr, flits);
    }
    idle_again_.clear();
    for (; read_ != uses_.size(); ++read_) evaluate(uses_[read_].output, &uses_[read_], flits);
  }
  void force_payload(std::size_t output, std::uint32_t payload) override {
    put_value(module(output)->data_o, kPayloadWord, payload);
  }
  void end_cycle() override {
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
    static Module shared("crossbar");
    return own_.empty() ? shared.rtl : own_[output]->rtl;
  }
  /// `use` may be null: none.
  void evaluate(std::size_t output, const Use* use, std::uint32_t* flits) {
    RtlModule<Verilated>& rtl = module(output);
    clear(rtl->sel_i);
    if (use != nullptr) {
      put_value(rtl->data_i, use->input, use->flit);
      put_element<1>(rtl->sel_i, use->input, 1);
    }
    rtl->eval();
    std::memcpy(flits + output * std::tuple_size_v<FlitWords>, &rtl->data_o, sizeof(FlitWords));
  }

  std::string name_;
  std::size_t lanes_;
  std::vector<std::unique_ptr<Module>> own_;
  std::vector<Use> uses_;                ///< In this cycle.
  std::size_t read_ = 0;                 ///< So many of them are evaluated.
  std::vector<std::size_t> idle_again_;  ///< Outputs that were used in the last cycle, not evaluated since.
};

struct PortsAndLanes {
  int ports;
  int lanes;  ///< Of a port.
  friend bool operator==(const PortsAndLanes&, const PortsAndLanes&) = default;
};
std::string describe(const PortsAndLanes& size) { return fmt::format("{} x {}", size.ports, size.lanes); }
std::string describe(std::size_t ways) { return fmt::format("{} ways", ways); }

using MakeLinks = std::unique_ptr<LinkArbiters> (*)(const std::string&, const SwitchStarts&);
using MakePorts = std::unique_ptr<SwitchAllocator> (*)(const std::string&, const SwitchStarts&);
using MakeHeaders = std::unique_ptr<HeaderAllocator> (*)(const std::string&, const SwitchStarts&);
using MakePortCrossbar = std::unique_ptr<Crossbar> (*)(const std::string&);
using MakeLaneCrossbar = std::unique_ptr<Crossbar> (*)(const std::string&, std::size_t);

const RtlModelTable<PortsAndLanes, MakeLinks>& link_models() {
#define SY_MODEL(verilated, ports, lanes)                                                     \
  {{ports, lanes},                                                                            \
   [](const std::string& name, const SwitchStarts& starts) -> std::unique_ptr<LinkArbiters> { \
     return std::make_unique<LinkArbitersOf<verilated, ports, lanes>>(name, starts);          \
   }},
  static const RtlModelTable<PortsAndLanes, MakeLinks> kModels({SY_RTL_LINKS_MODELS});
#undef SY_MODEL
  return kModels;
}
const RtlModelTable<PortsAndLanes, MakePorts>& port_models() {
#define SY_MODEL(verilated, ports, lanes)                                                        \
  {{ports, lanes},                                                                               \
   [](const std::string& name, const SwitchStarts& starts) -> std::unique_ptr<SwitchAllocator> { \
     return std::make_unique<SwitchAllocatorOf<verilated, ports, lanes>>(name, starts);          \
   }},
  static const RtlModelTable<PortsAndLanes, MakePorts> kModels({SY_RTL_PORTS_MODELS});
#undef SY_MODEL
  return kModels;
}
const RtlModelTable<PortsAndLanes, MakeHeaders>& header_models() {
#define SY_MODEL(verilated, ports, lanes)                                                        \
  {{ports, lanes},                                                                               \
   [](const std::string& name, const SwitchStarts& starts) -> std::unique_ptr<HeaderAllocator> { \
     return std::make_unique<HeaderAllocatorOf<verilated, ports, lanes>>(name, starts);          \
   }},
  static const RtlModelTable<PortsAndLanes, MakeHeaders> kModels({SY_RTL_HEADERS_MODELS});
#undef SY_MODEL
  return kModels;
}
const RtlModelTable<std::size_t, MakePortCrossbar>& port_crossbar_models() {
#define SY_MODEL(verilated, ways, outputs)                          \
  {ways, [](const std::string& name) -> std::unique_ptr<Crossbar> { \
     return std::make_unique<PortCrossbar<verilated, ways>>(name);  \
   }},
  static const RtlModelTable<std::size_t, MakePortCrossbar> kModels({SY_RTL_CROSSBAR_MODELS});
#undef SY_MODEL
  return kModels;
}
const RtlModelTable<std::size_t, MakeLaneCrossbar>& lane_crossbar_models() {
#define SY_MODEL(verilated, ways, outputs)                                             \
  {ways, [](const std::string& name, std::size_t lanes) -> std::unique_ptr<Crossbar> { \
     return std::make_unique<LaneCrossbar<verilated, ways>>(name, lanes);              \
   }},
  static const RtlModelTable<std::size_t, MakeLaneCrossbar> kModels({SY_RTL_MULTIPLEXER_MODELS});
#undef SY_MODEL
  return kModels;
}

/// The model that `is_good` takes first.
///
/// Errors: std::invalid_argument if there is none.
template <class Key, class Make, class IsGood>
const typename RtlModelTable<Key, Make>::Row& model_of(const char* module,
                                                       const RtlModelTable<Key, Make>& models,
                                                       const SwitchShape& shape, IsGood&& is_good) {
  if (const auto* row = models.find_first(is_good)) return *row;
  throw std::invalid_argument(fmt::format(
      "rtl/{} is not built for {} lanes (ports x router.virtual_channels). Built, also for fewer: {}", module,
      describe({shape.ports, shape.virtual_channels}),
      models.built(", ", [](const Key& key) { return describe(key); })));
}

/// The smallest that is large enough.
PortsAndLanes size_for(const SwitchShape& shape) {
  return model_of("arbiter/rr_arbiter.sv", link_models(), shape,
                  [&](const PortsAndLanes& size) {
                    return size.ports >= shape.ports && size.lanes >= shape.virtual_channels;
                  })
      .key;
}

std::unique_ptr<HeaderAllocator> make_header_allocator(const std::string& scope, const PortsAndLanes& size,
                                                       const SwitchShape& shape) {
  const auto& model =
      model_of("allocator/vc_allocator.sv, which binds one header per cycle,", header_models(), shape,
               [&](const PortsAndLanes& built) { return built == size; });
  return model.make(scope, shape.starts);
}

std::unique_ptr<Crossbar> make_crossbar(const std::string& name, const SwitchShape& shape) {
  const auto large_enough = [&](std::size_t ways) { return ways >= shape.crossbar_ways; };
  const char* const module = "crossbar/mux_crossbar.sv";
  if (!shape.crosses_by_lane())
    return model_of(module, port_crossbar_models(), shape, large_enough).make(name);
  return model_of(module, lane_crossbar_models(), shape, large_enough).make(name, shape.crossbar_ways);
}

/// Another of the requesters, if there is one.
VcMask other_than(VcMask grant, VcMask requests) {
  const auto others = static_cast<VcMask>(requests & ~grant);
  return others == 0 ? grant : static_cast<VcMask>(others & -others);
}

/// What was asked for in a cycle, and what a fault made of the answers.
struct Asked {
  struct Arbiter {
    std::size_t port;
    VcMask requests;
    std::optional<VcMask> answer = {};
  };
  struct Port {
    std::size_t input;
    std::optional<PortMask> answer = {};
  };
  struct Header {
    LaneRequest request;
    std::optional<bool> answer = {};
  };
  struct Output {
    std::size_t output;
    std::optional<std::uint32_t> answer = {};  ///< Its payload.
  };
  std::vector<Arbiter> links;
  std::vector<Arbiter> lanes;
  std::vector<Port> ports;
  std::vector<Header> headers;
  std::vector<Output> outputs;
};

class VerilatedSwitch final : public RtlSwitch {
 public:
  VerilatedSwitch(NodeId node, const SwitchShape& shape, const RtlOptions& options)
      : size_(size_for(shape)), cycles_(options.now), fault_(options.fault) {
    const std::string scope = "router_" + std::to_string(node) + " rtl";
    links_ = link_models().find(size_)->make(scope, shape.starts);
    banks_.push_back(&links_->bank());
    if (!shape.crosses_by_lane()) {
      ports_ = port_models().find(size_)->make(scope, shape.starts);
      banks_.push_back(&ports_->bank());
    }
    if (shape.allocates_lanes) {
      headers_ = make_header_allocator(scope, size_, shape);
      banks_.push_back(&headers_->bank());
    }
    crossbar_ = make_crossbar(scope + " crossbar", shape);
    lay_out(shape);
    VerilatedSwitch::reset();
  }

  void trace(RtlTrace& trace) override {
    for (RtlBank* bank : banks_) bank->trace(trace);
    crossbar_->trace(trace);
  }
  void reset() override {
    for (RtlBank* bank : banks_) bank->reset();
    crossbar_->reset();
    std::fill(outputs_.begin(), outputs_.end(), 0);
    asked_ = {};
    begun_ = false;
    cycles_.restart();
  }

  void request_link_lane(PortId port, VcMask requests) override {
    begin();
    links_->request(static_cast<std::size_t>(port), requests);
    if (fault_) asked_.links.push_back({static_cast<std::size_t>(port), requests});
  }
  void request_input_lane(PortId port, VcMask requests) override {
    begin();
    ports_->request_lanes(static_cast<std::size_t>(port), requests);
    if (fault_) asked_.lanes.push_back({static_cast<std::size_t>(port), requests});
  }
  void request_ports(std::span<const PortMask> requests) override {
    begin();
    for (std::size_t input = 0; input < requests.size(); ++input) {
      if (requests[input] == 0) continue;
      ports_->request(input, requests[input]);
      if (fault_) asked_.ports.push_back({input});
    }
  }
  void request_lanes(std::span<const LaneRequest> requests) override {
    begin();
    for (const LaneRequest& request : requests) {
      headers_->request(request);
      if (fault_) asked_.headers.push_back({request});
    }
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) override {
    begin();
    crossbar_->send(input, output, flit);
    if (fault_) asked_.outputs.push_back({output});
  }

  const PinWords& evaluate() override {
    for (RtlBank* bank : banks_) bank->evaluate();
    read();
    return outputs_;
  }
  const PinWords& outputs() const override { return outputs_; }

  void end_cycle() override {
    begin();
    end_cycle(cycles_.use());
    begun_ = false;
  }
  void finish_cycle() override {
    cycles_.finish([&](Cycle cycle) { return end_cycle(cycle); });
  }

  const PinLayout& layout() const override { return layout_; }
  const SwitchPlaces& places() const override { return places_; }

 private:
  void begin() {
    if (std::exchange(begun_, true)) return;
    cycles_.catch_up([&](Cycle cycle) { return end_cycle(cycle); });
  }
  /// Returns whether the next cycle, if it is idle, cannot change anything.
  bool end_cycle(Cycle cycle) {
    for (RtlBank* bank : banks_) bank->settle();
    read();
    settled(cycle);
    bool rests = true;
    for (RtlBank* bank : banks_) rests &= bank->end_cycle();
    crossbar_->end_cycle();
    if (fault_) asked_ = {};
    return rests;
  }
  void lay_out(const SwitchShape& shape) {
    const int lanes = size_.ports * size_.lanes;
    constexpr int kFlitBits = 8 * sizeof(FlitWords);
    places_.lanes_per_port = size_.lanes;
    places_.words_of_row = (static_cast<std::size_t>(lanes) + 31) / 32;
    const auto add_arbiters = [&](const char* name) {
      const std::size_t first = layout_.size();
      for (int p = 0; p < size_.ports; ++p) layout_.add(name + std::to_string(p) + ".gnt_o", size_.lanes);
      return first;
    };
    places_.link_grants = add_arbiters("link_arbiter_");
    places_.grants = layout_.size();
    if (ports_ != nullptr) layout_.add("allocator.gnt_o", size_.ports, size_.ports);
    places_.lane_grants = layout_.size();
    if (ports_ != nullptr) add_arbiters("lane_arbiter_");
    places_.header_grants = layout_.size();
    if (headers_ != nullptr) layout_.add("vc_allocator.gnt_o", lanes, lanes);
    places_.flits = layout_.size();
    if (!shape.crosses_by_lane()) {
      layout_.add("crossbar.data_o", kFlitBits, static_cast<int>(crossbar_->ways()));
    } else {
      for (std::size_t lane = 0; lane < crossbar_->ways(); ++lane)
        layout_.add("crossbar_" + std::to_string(lane) + ".data_o", kFlitBits);
    }
    outputs_.resize(layout_.size());
  }

  void read() {
    if (links_->bank().has_changed()) links_->read(&outputs_[places_.link_grants]);
    if (ports_ != nullptr && ports_->bank().has_changed())
      ports_->read(&outputs_[places_.grants], &outputs_[places_.lane_grants]);
    if (headers_ != nullptr && headers_->bank().has_changed())
      headers_->read(&outputs_[places_.header_grants], places_.words_of_row);
    crossbar_->read(&outputs_[places_.flits]);
    if (fault_) spoil();
  }
  /// What the fault has made of an answer stays so for the cycle, on its pin too.
  void spoil() {
    using Block = BlockFault::Block;
    for (Asked::Arbiter& arbiter : asked_.links) {
      std::uint32_t& grant = outputs_[places_.link_grants + arbiter.port];
      grant = spoilt(Block::LinkArbiter, arbiter, static_cast<VcMask>(grant));
      links_->force_grant(arbiter.port, static_cast<VcMask>(grant));
    }
    for (Asked::Arbiter& arbiter : asked_.lanes) {
      std::uint32_t& grant = outputs_[places_.lane_grants + arbiter.port];
      grant = spoilt(Block::LaneArbiter, arbiter, static_cast<VcMask>(grant));
      ports_->force_lane_grant(arbiter.port, static_cast<VcMask>(grant));
    }
    for (Asked::Port& port : asked_.ports) {
      std::uint32_t& grant = outputs_[places_.grants + port.input];
      if (!port.answer)
        port.answer = fault_->spoil(Block::Allocator, port.input, PortMask{grant}, PortMask{0});
      grant = *port.answer;
      ports_->force_grant(port.input, *port.answer);
    }
    for (Asked::Output& output : asked_.outputs) {
      std::uint32_t* const flit = &outputs_[places_.flit(output.output)];
      if (!output.answer) {
        const std::uint32_t payload = flit[kPayloadWord];
        output.answer = fault_->spoil(Block::Crossbar, output.output, payload, payload ^ 1);
      }
      flit[kPayloadWord] = *output.answer;
      crossbar_->force_payload(output.output, *output.answer);
    }
    for (Asked::Header& header : asked_.headers) {
      std::uint32_t& word = outputs_[places_.header_word(header.request)];
      const std::uint32_t bit = places_.header_bit(header.request);
      const bool granted = (word & bit) != 0;
      if (!header.answer) {
        const auto port = static_cast<std::size_t>(header.request.port);
        header.answer = fault_->spoil(Block::VcAllocator, port, granted, false);
      }
      if (!granted || *header.answer) continue;
      word &= ~bit;
      headers_->take_back(header.request);
    }
  }
  /// What the arbiter answers in this cycle.
  VcMask spoilt(BlockFault::Block block, Asked::Arbiter& arbiter, VcMask grant) const {
    if (!arbiter.answer)
      arbiter.answer = fault_->spoil(block, arbiter.port, grant, other_than(grant, arbiter.requests));
    return *arbiter.answer;
  }

  PortsAndLanes size_;
  RtlCycles cycles_;
  std::optional<TimedFault> fault_;
  std::unique_ptr<LinkArbiters> links_;
  std::unique_ptr<SwitchAllocator> ports_;    ///< Null if every lane crosses by itself.
  std::unique_ptr<HeaderAllocator> headers_;  ///< Null if it is not asked.
  std::unique_ptr<Crossbar> crossbar_;
  std::vector<RtlBank*> banks_;
  PinLayout layout_;
  SwitchPlaces places_;
  PinWords outputs_;
  Asked asked_;         ///< In this cycle.
  bool begun_ = false;  ///< This cycle was.
};

}  // namespace

bool has_rtl() { return true; }

std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape, const RtlOptions& options) {
  return std::make_unique<VerilatedSwitch>(node, shape, options);
}

}  // namespace switchyard
