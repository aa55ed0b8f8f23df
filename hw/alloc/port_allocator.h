#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// How a router matches input ports with output ports, or input VCs with output VCs; the words are those of
/// the YAML.
struct AllocatorConfig {
  enum class Kind : std::uint8_t { SeparableInputFirst, SeparableOutputFirst, Wavefront, Islip, Maximum };
  static inline const std::array<std::string, 5> kKinds{"separable_input_first", "separable_output_first",
                                                        "wavefront", "islip", "maximum"};
  enum class Arbiter : std::uint8_t { RoundRobin, Matrix, Fixed, Age };
  static inline const std::array<std::string, 4> kArbiters{"round_robin", "matrix", "fixed", "age"};

  Kind kind = Kind::SeparableInputFirst;
  Arbiter arbiters = Arbiter::RoundRobin;  ///< Of the separable ones.
  int iterations = 1;                      ///< Of islip.

  friend bool operator==(const AllocatorConfig&, const AllocatorConfig&) = default;
};
std::string allocator_text(const AllocatorConfig& config);

/// Who goes first after reset. Where nothing is given, it is 0.
struct AllocatorStarts {
  std::span<const int> inputs;   ///< [input]: the output that its arbiter prefers.
  std::span<const int> outputs;  ///< [output]: the input that its arbiter prefers.
  int first = 0;  ///< The diagonal or the input that is served first, of those without arbiters.
};

/// A matching of inputs with outputs, made anew in each cycle.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0.
/// Timing:  combinational; priorities move on with each call.
template <class Mask>
class AnyAllocator {
 public:
  virtual ~AnyAllocator() = default;

  virtual void reset(const AllocatorStarts& starts) = 0;
  virtual void allocate(std::span<const Mask> requests, std::span<Mask> grants) = 0;
};
using PortAllocator = AnyAllocator<PortMask>;
using VcMatching = AnyAllocator<std::uint64_t>;
inline constexpr int kMaxMatchedVcs = 64;  ///< Of all ports.

/// For so many ports. Precondition: its arbiters do not go by age, which allocate_by_age() does.
std::unique_ptr<PortAllocator> make_port_allocator(const AllocatorConfig& config, int ports);
/// The same for so many VCs.
std::unique_ptr<VcMatching> make_vc_matching(const AllocatorConfig& config, int vcs);

}  // namespace switchyard
