#include "hw/alloc/port_allocator.h"

#include <fmt/format.h>

#include <utility>

#include "hw/alloc/maximum_allocator.h"
#include "hw/alloc/output_first_allocator.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/alloc/wavefront_allocator.h"

namespace switchyard {
namespace {

/// An allocator with arbiters, or one that serves somebody first.
template <class Allocator>
class AnyPortAllocator final : public PortAllocator {
 public:
  explicit AnyPortAllocator(Allocator allocator) : allocator_(std::move(allocator)) {}

  void reset(const AllocatorStarts& starts) override {
    if constexpr (requires { allocator_.reset(starts.inputs, starts.outputs); })
      allocator_.reset(starts.inputs, starts.outputs);
    else
      allocator_.reset(starts.first);
  }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    allocator_.allocate(requests, grants);
  }

 private:
  Allocator allocator_;
};

template <class Allocator>
std::unique_ptr<PortAllocator> made(Allocator allocator) {
  return std::make_unique<AnyPortAllocator<Allocator>>(std::move(allocator));
}

template <class Arbiter>
std::unique_ptr<PortAllocator> make_separable(AllocatorConfig::Kind kind, int ports) {
  if (kind == AllocatorConfig::Kind::SeparableInputFirst)
    return made(BasicSeparableAllocator<PortMask, Arbiter>(ports));
  return made(BasicOutputFirstAllocator<PortMask, Arbiter>(ports, /*iterations=*/1));
}

}  // namespace

std::string allocator_text(const AllocatorConfig& config) {
  using Kind = AllocatorConfig::Kind;
  const std::string& kind = AllocatorConfig::kKinds[static_cast<std::size_t>(config.kind)];
  switch (config.kind) {
    case Kind::SeparableInputFirst:
    case Kind::SeparableOutputFirst:
      return fmt::format("{} with {} arbiters", kind,
                         AllocatorConfig::kArbiters[static_cast<std::size_t>(config.arbiters)]);
    case Kind::Islip: return fmt::format("{} of {} iterations", kind, config.iterations);
    case Kind::Wavefront:
    case Kind::Maximum: break;
  }
  return kind;
}

std::unique_ptr<PortAllocator> make_port_allocator(const AllocatorConfig& config, int ports) {
  using Kind = AllocatorConfig::Kind;
  if (config.kind == Kind::Wavefront) return made(WavefrontAllocator(ports));
  if (config.kind == Kind::Islip) return made(BasicOutputFirstAllocator<PortMask>(ports, config.iterations));
  if (config.kind == Kind::Maximum) return made(BasicMaximumAllocator<PortMask>(ports));
  switch (config.arbiters) {
    case AllocatorConfig::Arbiter::RoundRobin:
    case AllocatorConfig::Arbiter::Age: break;
    case AllocatorConfig::Arbiter::Matrix: return make_separable<MatrixArbiter>(config.kind, ports);
    case AllocatorConfig::Arbiter::Fixed: return make_separable<FixedArbiter>(config.kind, ports);
  }
  return make_separable<RoundRobinArbiter>(config.kind, ports);
}

}  // namespace switchyard
