#include "testbench/cosim/switch/allocator_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "testbench/cosim/rtl_matchings_models.h"  // Made by CMake, as the next: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_ports_models.h"
#include "testbench/cosim/switch/rtl_allocators.h"

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;

template <class Interface, class Bank>
class BankBehind : public Interface {
 public:
  BankBehind(const std::string& scope, const SwitchStarts& starts) : bank_(scope, starts) {}

  void lay_out(PinLayout& layout, SwitchPlaces& places) override { bank_.lay_out(layout, places); }
  void trace(RtlTrace& trace) override { bank_.trace(trace); }
  void reset() override { bank_.reset(); }
  void evaluate() override { bank_.evaluate(); }
  void settle() override { bank_.settle(); }
  bool has_changed() override { return bank_.has_changed(); }
  void read(PinWords& outputs) const override { bank_.read(outputs); }
  bool end_cycle() override { return bank_.end_cycle(); }

 protected:
  Bank& bank() { return bank_; }

 private:
  Bank bank_;
};

template <class Bank>
class SwitchAllocatorOf final : public BankBehind<AnySwitchAllocator, Bank> {
 public:
  using BankBehind<AnySwitchAllocator, Bank>::BankBehind;

  void request(std::size_t input, PortMask requests) override { this->bank().request(input, requests); }
  void request_vcs(std::size_t input, VcMask requests) override { this->bank().request_vcs(input, requests); }
};

template <class Bank>
class VcMatchingOf final : public BankBehind<AnyVcMatching, Bank> {
 public:
  using BankBehind<AnyVcMatching, Bank>::BankBehind;

  void request(std::size_t input, std::uint64_t requests) override { this->bank().request(input, requests); }
};

/// What a model is built for: parameters of rtl/allocator/port_allocator.sv.
struct BuiltAllocator {
  int ports;
  int vcs;  ///< Of a port.
  AllocatorConfig config;
};
struct BuiltMatching {
  int vcs;  ///< Of all ports.
  AllocatorConfig config;
};

/// Of kinds that are the same hardware, one: a pass for each input finds all that can be found.
AllocatorConfig in_hardware(AllocatorConfig config, int inputs) {
  if (config.kind != Kind::Islip) return config;
  config.iterations = std::min(config.iterations, inputs);
  return config.iterations == 1 ? AllocatorConfig{.kind = Kind::SeparableOutputFirst} : config;
}

bool carries(const BuiltAllocator& built, const SwitchShape& shape) {
  const bool is_large_enough = built.ports >= shape.ports && built.vcs >= shape.virtual_channels;
  const bool has_its_ports = built.config.kind != Kind::Wavefront || built.ports == shape.ports;
  return is_large_enough && has_its_ports && built.config == in_hardware(shape.allocator, shape.ports);
}

bool carries(const BuiltMatching& built, const SwitchShape& shape) {
  const int vcs = shape.ports * shape.virtual_channels;
  const bool has_its_vcs = built.config.kind == Kind::Wavefront ? built.vcs == vcs : built.vcs >= vcs;
  return has_its_vcs && built.config == in_hardware(*shape.vc_allocator, vcs);
}

using Make = std::unique_ptr<AnySwitchAllocator> (*)(const std::string& scope, const SwitchStarts& starts);
using AllocatorTable = RtlModelTable<BuiltAllocator, Make>;

const AllocatorTable& allocators() {
#define SY_MODEL(verilated, ports, vcs, kind, arbiters, iterations)                                      \
  {{ports, vcs, {static_cast<Kind>(kind), static_cast<AllocatorConfig::Arbiter>(arbiters), iterations}}, \
   [](const std::string& scope, const SwitchStarts& starts) -> std::unique_ptr<AnySwitchAllocator> {     \
     return std::make_unique<SwitchAllocatorOf<SwitchAllocator<verilated, ports, vcs>>>(scope, starts);  \
   }},
  static const AllocatorTable kModels({SY_RTL_PORTS_MODELS});
#undef SY_MODEL
  return kModels;
}

using MakeMatching = std::unique_ptr<AnyVcMatching> (*)(const std::string& scope, const SwitchStarts& starts);
using MatchingTable = RtlModelTable<BuiltMatching, MakeMatching>;

const MatchingTable& matchings() {
#define SY_MODEL(verilated, vcs, kind, arbiters, iterations)                                      \
  {{vcs, {static_cast<Kind>(kind), static_cast<AllocatorConfig::Arbiter>(arbiters), iterations}}, \
   [](const std::string& scope, const SwitchStarts& starts) -> std::unique_ptr<AnyVcMatching> {   \
     return std::make_unique<VcMatchingOf<RegisteredVcMatching<verilated, vcs>>>(scope, starts);  \
   }},
  static const MatchingTable kModels({SY_RTL_MATCHINGS_MODELS});
#undef SY_MODEL
  return kModels;
}

std::string describe(const BuiltAllocator& built) {
  return fmt::format("{} x {} {}", built.ports, built.vcs, allocator_text(built.config));
}
std::string describe(const BuiltMatching& built) {
  return fmt::format("{} {}", built.vcs, allocator_text(built.config));
}

}  // namespace

std::unique_ptr<AnySwitchAllocator> make_switch_allocator(const std::string& scope,
                                                          const SwitchShape& shape) {
  const AllocatorTable::Row* const model =
      allocators().find_first([&](const BuiltAllocator& built) { return carries(built, shape); });
  if (model != nullptr) return model->make(scope, shape.starts);
  throw std::invalid_argument(fmt::format(
      "rtl/allocator/port_allocator.sv is not built for {} x {} VCs (ports x "
      "router.virtual_channels) and {}. "
      "Built, also for fewer, but a wavefront, which has its ports: {}",
      shape.ports, shape.virtual_channels, allocator_text(in_hardware(shape.allocator, shape.ports)),
      allocators().built(", ", [](const BuiltAllocator& built) { return describe(built); })));
}

std::unique_ptr<AnyVcMatching> make_rtl_matching(const std::string& scope, const SwitchShape& shape) {
  const MatchingTable::Row* const model =
      matchings().find_first([&](const BuiltMatching& built) { return carries(built, shape); });
  if (model != nullptr) return model->make(scope, shape.starts);
  const int vcs = shape.ports * shape.virtual_channels;
  throw std::invalid_argument(fmt::format(
      "rtl/allocator/port_allocator.sv is not built for router.vc_allocator: {} VCs (ports x "
      "router.virtual_channels) and {}. Built, also for fewer, but a wavefront, which has its VCs: {}",
      vcs, allocator_text(in_hardware(*shape.vc_allocator, vcs)),
      matchings().built(", ", [](const BuiltMatching& built) { return describe(built); })));
}

}  // namespace switchyard
