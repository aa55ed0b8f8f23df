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
template <class Mask, class Allocator>
class Wrapped final : public AnyAllocator<Mask> {
 public:
  explicit Wrapped(Allocator allocator) : allocator_(std::move(allocator)) {}

  void reset(const AllocatorStarts& starts) override {
    if constexpr (requires { allocator_.reset(starts.inputs, starts.outputs); })
      allocator_.reset(starts.inputs, starts.outputs);
    else
      allocator_.reset(starts.first);
  }
  void allocate(std::span<const Mask> requests, std::span<Mask> grants) override {
    allocator_.allocate(requests, grants);
  }

 private:
  Allocator allocator_;
};

template <class Mask, class Allocator>
std::unique_ptr<AnyAllocator<Mask>> wrapped(Allocator allocator) {
  return std::make_unique<Wrapped<Mask, Allocator>>(std::move(allocator));
}

template <class Mask, class Arbiter>
std::unique_ptr<AnyAllocator<Mask>> make_separable(AllocatorConfig::Kind kind, int size) {
  if (kind == AllocatorConfig::Kind::SeparableInputFirst)
    return wrapped<Mask>(BasicSeparableAllocator<Mask, Arbiter>(size));
  return wrapped<Mask>(BasicOutputFirstAllocator<Mask, Arbiter>(size, /*iterations=*/1));
}

template <class Mask>
std::unique_ptr<AnyAllocator<Mask>> make(const AllocatorConfig& config, int size) {
  using Kind = AllocatorConfig::Kind;
  if (config.kind == Kind::Wavefront) return wrapped<Mask>(BasicWavefrontAllocator<Mask>(size));
  if (config.kind == Kind::Islip)
    return wrapped<Mask>(BasicOutputFirstAllocator<Mask>(size, config.iterations));
  if (config.kind == Kind::Maximum) return wrapped<Mask>(BasicMaximumAllocator<Mask>(size));
  switch (config.arbiters) {
    case AllocatorConfig::Arbiter::RoundRobin:
    case AllocatorConfig::Arbiter::Age: break;
    case AllocatorConfig::Arbiter::Matrix: return make_separable<Mask, MatrixArbiter>(config.kind, size);
    case AllocatorConfig::Arbiter::Fixed: return make_separable<Mask, FixedArbiter>(config.kind, size);
  }
  return make_separable<Mask, RoundRobinArbiter>(config.kind, size);
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
  return make<PortMask>(config, ports);
}
std::unique_ptr<VcMatching> make_vc_matching(const AllocatorConfig& config, int vcs) {
  return make<std::uint64_t>(config, vcs);
}

}  // namespace switchyard
