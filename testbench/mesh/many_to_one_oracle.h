#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// What a sequential computer makes of a many-to-one problem. kNoNode: no packet.
class ManyToOneOracle {
 public:
  /// `destinations`: by processor.
  ManyToOneOracle(int side, const std::vector<NodeId>& destinations);

  /// The packets that one processor gets, at most.
  std::uint32_t most() const { return most_; }

  /// [node]: the destination of its packet when packets with `counts` by destination are sorted along the
  /// snake: column by column by rows of destinations, or with rows and columns exchanged.
  std::vector<NodeId> sorted(const std::vector<std::uint32_t>& counts, bool row_major) const;

  /// By destination: all packets; the first `black` of every row; one where there are any.
  const std::vector<std::uint32_t>& all() const { return counts_; }
  std::vector<std::uint32_t> black(std::uint32_t black) const;
  std::vector<std::uint32_t> combined() const;

 private:
  std::size_t side_;
  std::vector<std::uint32_t> counts_;
  std::uint32_t most_ = 0;
};

}  // namespace switchyard
