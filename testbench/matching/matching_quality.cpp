#include "testbench/matching/matching_quality.h"

#include <algorithm>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

/// An allocator, and how many pairs it has granted.
class CountedAllocator {
 public:
  CountedAllocator(const AllocatorConfig& config, int ports)
      : allocator_(make_port_allocator(config, ports)), grants_(static_cast<std::size_t>(ports)) {
    allocator_->reset({});
  }

  void allocate(std::span<const PortMask> requests) {
    allocator_->allocate(requests, grants_);
    granted_ += std::count_if(grants_.begin(), grants_.end(), [](PortMask grant) { return grant != 0; });
  }
  std::int64_t granted() const { return granted_; }

 private:
  std::unique_ptr<PortAllocator> allocator_;
  std::vector<PortMask> grants_;
  std::int64_t granted_ = 0;
};

}  // namespace

double matching_quality(const AllocatorConfig& config, const RandomRequests& requests, int cycles,
                        std::uint64_t seed) {
  const int ports = requests.ports;
  CountedAllocator tried(config, ports);
  CountedAllocator maximum({AllocatorConfig::Kind::Maximum}, ports);
  RandomStream random(seed, 0, Purpose::Process);
  std::vector<PortMask> asked(static_cast<std::size_t>(ports));
  for (int cycle = 0; cycle < cycles; ++cycle) {
    for (PortMask& outputs : asked) {
      outputs = 0;
      for (int vc = 0; vc < requests.virtual_channels; ++vc) {
        if (random.unit() < requests.rate) outputs.set(random.below(static_cast<std::uint32_t>(ports)));
      }
    }
    tried.allocate(asked);
    maximum.allocate(asked);
  }
  if (maximum.granted() == 0) return 1;
  return static_cast<double>(tried.granted()) / static_cast<double>(maximum.granted());
}

}  // namespace switchyard
