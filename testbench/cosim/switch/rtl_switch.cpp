#include "testbench/cosim/switch/rtl_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "testbench/cosim/rtl_capture.h"
#include "testbench/cosim/rtl_crossbar_models.h"  // Made by CMake, as those that follow.
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_headers_models.h"
#include "testbench/cosim/rtl_links_models.h"
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_multiplexer_models.h"
#include "testbench/cosim/switch/allocator_models.h"
#include "testbench/cosim/switch/rtl_allocators.h"
#include "testbench/cosim/switch/rtl_crossbars.h"

namespace switchyard {
namespace {

/// The Verilated model of a module with these parameters, if there is one.
enum class Module { Links, Headers, Crossbar, Multiplexer };
struct NotBuilt {};
template <Module kModule, int kFirst, int kSecond>
struct ModelOf {
  using Type = NotBuilt;
};

#define SY_MODEL_OF(module, verilated, first, second) \
  template <>                                         \
  struct ModelOf<Module::module, first, second> {     \
    using Type = verilated;                           \
  };
#define SY_MODEL(...) SY_MODEL_OF(Links, __VA_ARGS__)
SY_RTL_LINKS_MODELS
#undef SY_MODEL
#define SY_MODEL(...) SY_MODEL_OF(Headers, __VA_ARGS__)
SY_RTL_HEADERS_MODELS
#undef SY_MODEL
#define SY_MODEL(...) SY_MODEL_OF(Crossbar, __VA_ARGS__)
SY_RTL_CROSSBAR_MODELS
#undef SY_MODEL
#define SY_MODEL(...) SY_MODEL_OF(Multiplexer, __VA_ARGS__)
SY_RTL_MULTIPLEXER_MODELS
#undef SY_MODEL

template <Module kModule, int kFirst, int kSecond>
using Model = typename ModelOf<kModule, kFirst, kSecond>::Type;

/// Only head flit allocators are not built for every size.
template <int kPorts, int kVcs>
constexpr bool kHasHeaders = !std::is_same_v<Model<Module::Headers, kPorts, kVcs>, NotBuilt>;

/// The blocks of a router of up to `kPorts` ports with up to `kVcs` VCs each.
template <int kPorts, int kVcs>
class VerilatedSwitch final : public RtlSwitch {
  using Block = PinFault::Block;

 public:
  VerilatedSwitch(const std::string& scope, const SwitchShape& shape, const RtlOptions& options)
      : cycles_(options.now), links_(scope, shape.starts) {
    const std::string crossbar = scope + " crossbar";
    if (shape.crosses_by_vc()) {
      vc_crossbar_.emplace(crossbar, shape.crossbar_size);
    } else {
      allocator_ = make_switch_allocator(scope, shape);
      port_crossbar_.emplace(crossbar);
    }
    if constexpr (kHasHeaders<kPorts, kVcs>) {
      if (shape.allocates_vcs) headers_.emplace(scope, shape.starts);
    }
    if (shape.vc_allocator) matching_ = make_rtl_matching(scope, shape);
    places_.vcs_per_port = kVcs;
    vcs_of_router_ = shape.virtual_channels;
    visit_all([&](auto& block) { block.lay_out(layout_, places_); });
    outputs_.resize(layout_.size());
    if (options.fault) fault_.emplace(*options.fault);
    VerilatedSwitch::reset();
  }

  void trace(RtlTrace& trace) override {
    visit_all([&](auto& block) { block.trace(trace); });
  }
  std::unique_ptr<WaveGuest> waves() override { return capture_rtl(*this); }
  void reset() override {
    visit_all([](auto& block) { block.reset(); });
    std::fill(outputs_.begin(), outputs_.end(), 0);
    if (fault_) fault_->end_cycle();
    begun_ = false;
    cycles_.restart();
  }

  void request_output_vc(PortId port, VcMask requests) override {
    begin();
    const std::size_t output = port;
    links_.request(output, requests);
    if (fault_) fault_->picks(Block::LinkArbiter, output, places_.link_grant(port), requests);
  }
  void request_input_vc(PortId port, VcMask requests) override {
    begin();
    const std::size_t input = port;
    allocator_->request_vcs(input, requests);
    if (fault_) fault_->picks(Block::InputArbiter, input, places_.vc_grant(port), requests);
  }
  void request_ports(std::span<const PortMask> requests) override {
    begin();
    for (std::size_t input = 0; input < requests.size(); ++input) {
      if (requests[input] == 0) continue;
      allocator_->request(input, requests[input]);
      if (fault_) fault_->grants(Block::Allocator, input, places_.grant(input));
    }
  }
  void request_vcs(std::span<const VcRequest> requests) override {
    begin();
    if constexpr (kHasHeaders<kPorts, kVcs>) {
      for (const VcRequest& request : requests) {
        headers_->request(request);
        if (fault_) {
          fault_->grants(Block::VcAllocator, request.port, places_.header_word(request),
                         places_.header_bit(request));
        }
      }
    }
  }
  void request_matching(std::span<const std::uint64_t> requests) override {
    begin();
    for (std::size_t input = 0; input < requests.size(); ++input) {
      if (requests[input] == 0) continue;
      matching_->request(input, requests[input]);
      if (fault_) fault_->grants(Block::VcAllocator, input / vcs_of_router_, places_.matching + input);
    }
  }
  void send(std::size_t input, std::size_t output, const Flit& flit) override {
    begin();
    visit_crossbar([&](auto& crossbar) { crossbar.send(input, output, flit); });
    if (fault_) fault_->sends(Block::Crossbar, output, places_.flit(output) + kPayloadWord);
  }

  const PinWords& evaluate() override {
    visit_banks([](auto& bank) { bank.evaluate(); });
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
  template <class Visit>
  void visit_banks(Visit&& visit) {
    visit(links_);
    if (allocator_) visit(*allocator_);
    if (matching_) visit(*matching_);
    if constexpr (kHasHeaders<kPorts, kVcs>) {
      if (headers_) visit(*headers_);
    }
  }
  template <class Visit>
  void visit_crossbar(Visit&& visit) {
    if (port_crossbar_) {
      visit(*port_crossbar_);
    } else {
      visit(*vc_crossbar_);
    }
  }
  template <class Visit>
  void visit_all(Visit&& visit) {
    visit_banks(visit);
    visit_crossbar(visit);
  }

  void begin() {
    if (std::exchange(begun_, true)) return;
    cycles_.catch_up([&](Cycle cycle) { return end_cycle(cycle); });
  }
  /// Returns whether the next cycle, if it is idle, cannot change anything.
  bool end_cycle(Cycle cycle) {
    visit_banks([](auto& bank) { bank.settle(); });
    read();
    settled(cycle);
    bool rests = true;
    visit_banks([&](auto& bank) { rests &= bank.end_cycle(); });
    visit_crossbar([](auto& crossbar) { crossbar.end_cycle(); });
    if (fault_) fault_->end_cycle();
    return rests;
  }
  void read() {
    visit_banks([&](auto& bank) {
      if (bank.has_changed()) bank.read(outputs_);
    });
    visit_crossbar([&](auto& crossbar) { crossbar.read(outputs_); });
    if (fault_) fault_->spoil(outputs_);
  }

  RtlCycles cycles_;
  LinkArbiters<Model<Module::Links, kPorts, kVcs>, kPorts, kVcs> links_;
  std::unique_ptr<AnySwitchAllocator> allocator_;  ///< Of a crossbar of ports.
  std::unique_ptr<AnyVcMatching> matching_;        ///< Where all head flits are matched at once.
  std::size_t vcs_of_router_ = 0;                  ///< Of a port, as the router has them.
  std::optional<PortCrossbar<Model<Module::Crossbar, kPorts, kPorts>, kPorts>> port_crossbar_;
  std::optional<VcCrossbar<Model<Module::Multiplexer, kPorts * kVcs, 1>>> vc_crossbar_;
  std::conditional_t<kHasHeaders<kPorts, kVcs>,
                     std::optional<RegisteredVcAllocator<Model<Module::Headers, kPorts, kVcs>, kPorts, kVcs>>,
                     std::nullopt_t>
      headers_{std::nullopt};
  PinLayout layout_;
  SwitchPlaces places_;
  PinWords outputs_;
  std::optional<PinFault> fault_;
  bool begun_ = false;  ///< This cycle was.
};

/// What a model is built for.
struct Size {
  int ports;
  int vcs;  ///< Of a port.
  bool allocates_vcs;
};
std::string describe(int ports, int vcs) { return fmt::format("{} x {}", ports, vcs); }

using Make = std::unique_ptr<RtlSwitch> (*)(const std::string& scope, const SwitchShape& shape,
                                            const RtlOptions& options);
using Table = RtlModelTable<Size, Make>;

const Table& models() {
#define SY_MODEL(verilated, ports, vcs)                                           \
  {{ports, vcs, kHasHeaders<ports, vcs>},                                         \
   [](const std::string& scope, const SwitchShape& shape,                         \
      const RtlOptions& options) -> std::unique_ptr<RtlSwitch> {                  \
     return std::make_unique<VerilatedSwitch<ports, vcs>>(scope, shape, options); \
   }},
  static const Table kModels({SY_RTL_LINKS_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

bool has_rtl() { return true; }

std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape, const RtlOptions& options) {
  const auto is_large_enough = [&](const Size& size) {
    return size.ports >= shape.ports && size.vcs >= shape.virtual_channels;
  };
  const auto has_what_is_used = [&](const Size& size) { return size.allocates_vcs || !shape.allocates_vcs; };
  const Table::Row* const model =
      models().find_first([&](const Size& size) { return is_large_enough(size) && has_what_is_used(size); });
  if (model != nullptr) return model->make("router_" + std::to_string(node) + " rtl", shape, options);
  throw std::invalid_argument(fmt::format(
      "rtl/{} is not built for {} VCs (ports x router.virtual_channels). Built, also for fewer: {}",
      shape.allocates_vcs ? "allocator/vc_allocator.sv, which serves one head flit per cycle,"
                          : "arbiter/rr_arbiter.sv",
      describe(shape.ports, shape.virtual_channels), models().built(", ", [&](const Size& size) {
        return has_what_is_used(size) ? describe(size.ports, size.vcs) : "";
      })));
}

}  // namespace switchyard
