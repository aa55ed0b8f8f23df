#include "hw/router/mesh/snake_sort.h"

namespace switchyard {

using Along = SortPass::Along;

SnakeSort SnakeSort::shearsort(int side) {
  SnakeSort sort;
  sort.add_shearsort(side, side, side);
  return sort;
}

std::optional<SnakeSort> SnakeSort::schnorr_shamir(int side) {
  std::optional<SnakeSort> best;
  for (int blocks = 2; blocks * blocks * blocks <= side; ++blocks) {
    if (side % (blocks * blocks) != 0) continue;
    SnakeSort sort = schnorr_shamir(side, blocks);
    if (!best || sort.steps() < best->steps()) best = std::move(sort);
  }
  return best;
}

SnakeSort SnakeSort::schnorr_shamir(int side, int blocks) {
  const int size = side / blocks;
  SnakeSort sort;
  sort.add_shearsort(size, size, size);
  sort.passes_.push_back({Along::Lines, side, side, false, blocks});
  sort.add_shearsort(size, size, size);
  sort.passes_.push_back({Along::Across, side, side});
  sort.add_shearsort(blocks, size, side);
  sort.passes_.push_back({Along::Lines, side, side, true});
  // What is left lies around the end of one line: at most q^2 of every slice but one.
  sort.passes_.push_back({Along::Snake, side * side, (blocks - 1) * blocks * blocks + 1});
  return sort;
}

/// `lines_left`: neighbouring lines that are not yet sorted, in pieces of `across` lines.
void SnakeSort::add_shearsort(int lines_left, int line_length, int across) {
  for (int left = lines_left; left > 1; left = (left + 1) / 2) {
    passes_.push_back({Along::Lines, line_length, line_length, true});
    passes_.push_back({Along::Across, across, left});
  }
  passes_.push_back({Along::Lines, line_length, line_length, true});
}

int SnakeSort::steps() const {
  int steps = 0;
  for (const SortPass& pass : passes_) steps += pass.steps;
  return steps;
}

}  // namespace switchyard
