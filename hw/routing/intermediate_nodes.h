#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/base/types.h"
#include "hw/routing/oblivious_route.h"

namespace switchyard {

/// Where packets go in the first of two phases: drawn from the seed and the number of the packet, so that no
/// flit carries it, and it does not depend on the destination.
class IntermediateNodes {
 public:
  /// Which bits of the source are replaced by random ones: those that are corrected first, or last, others
  /// for each packet, or the same for all.
  enum class Rule : std::uint8_t { First, Last, Drawn, Fixed };
  static inline const std::array<std::string, 4> kRules{"first", "last", "drawn", "fixed"};

  struct Config {
    std::uint64_t seed = 1;
    int random_bits = -1;  ///< Of a hypercube's address; -1: any node of the network.
    Rule rule = Rule::First;
    bool in_column = false;  ///< In the column of the source, as ObliviousRoute has it.
  };

  /// `dimensions`: the bits of an address, if `random_bits` counts some.
  IntermediateNodes(const Config& config, NodeId node_count, int dimensions);

  NodeId of(PacketId packet, const ObliviousRoute& route) const;

 private:
  Config config_;
  NodeId node_count_;
  int dimensions_;
  NodeId fixed_bits_ = 0;  ///< Of Rule::Fixed.
};

}  // namespace switchyard
