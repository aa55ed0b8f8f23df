#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// Who goes first at the arbiters of a network after reset; the words are those of the YAML.
enum class ArbiterStart : std::uint8_t { Random, Equal };
inline const std::array<std::string, 2> kArbiterStarts{"random", "equal"};

/// The requesters with the highest priority at the arbiters of one node after each reset.
///
/// Hardware has no common start. Where all nodes have one, symmetric traffic keeps them in step for ever,
/// which no machine does. `random`: drawn from (seed, node, arbiter), independently. `equal`: 0 everywhere.
///
/// The arbiters of a node are numbered: first those of its half-duplex links, by port; then that of its
/// terminal's injection VCs; then those of its router, which has an order of its own for them.
class ArbiterStarts {
 public:
  static constexpr int kFirstLink = 0;
  static constexpr int kInjectionVcs = kFirstLink + kMaxPorts;
  static constexpr int kRouter = kInjectionVcs + 1;

  ArbiterStarts(ArbiterStart start, std::uint64_t seed, NodeId node) {
    if (start == ArbiterStart::Random) draws_.emplace(seed, node, Purpose::Start);
  }

  /// 0 .. requesters - 1. Precondition: `requesters >= 1`.
  int of(int arbiter, int requesters) const {
    if (!draws_) return 0;
    return draws_->after(arbiter).below(requesters);
  }

 private:
  std::optional<RandomStream> draws_;  ///< One for each arbiter.
};

}  // namespace switchyard
