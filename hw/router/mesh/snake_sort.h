#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace switchyard {

/// Steps of odd-even transposition in which every node compares with a neighbour in one dimension.
struct SortPass {
  enum class Along : std::uint8_t {
    Lines,   ///< Between places of a line, as it runs if `alternate`, else up.
    Across,  ///< Between lines, up.
    Snake    ///< Along the whole snake.
  } along;
  int block;  ///< Independent pieces have so many nodes; the whole length, or a divisor of it.
  int steps;  ///< As many as the piece has nodes sort it.
  bool alternate = false;
  int deal_to = 0;  ///< Not 0: the packets of a line move to the places that deal() says, instead.
};

/// A sorting algorithm for the packets of a square mesh along a snake, as steps of the sorting units.
///
/// Where all that is left to sort of a column is in d neighbouring places, d steps sort it: so the passes
/// across lines become shorter from round to round.
class SnakeSort {
 public:
  explicit SnakeSort(std::vector<SortPass> passes) : passes_(std::move(passes)) {}

  /// Rounds of sorting all lines, forth and back in turn, and then across them, each of which halves the
  /// lines that are not yet done.
  /// Source: Scherson, Sen, Shamir, "Shear Sort: A True Two-Dimensional Sorting Technique for VLSI Networks",
  ///         ICPP 1986.
  static SnakeSort shearsort(int side);
  /// Sorts q x q blocks, deals their columns out to all blocks of a row of blocks, sorts the blocks again,
  /// then the columns, vertical slices of blocks, the rows, and at last along the snake: 3 sides and terms of
  /// lower order. Blocks and slices are sorted by shearsort; a slice has at most q rows left to sort.
  /// q is what takes the fewest steps; q^2 must divide the side, and q^3 not exceed it. None if there is
  /// none. Source: Schnorr, Shamir, "An optimal sorting algorithm for mesh connected computers", STOC 1986;
  /// in the
  ///         form of Leighton, "Introduction to Parallel Algorithms and Architectures", section 1.6.3.
  static std::optional<SnakeSort> schnorr_shamir(int side);
  /// Precondition: blocks^2 divides the side.
  static SnakeSort schnorr_shamir(int side, int blocks);

  const std::vector<SortPass>& passes() const { return passes_; }
  int steps() const;

  /// Where the packet at `place` of a line goes when blocks of a line of `side` are dealt out to all blocks.
  static int deal(int place, int side, int blocks) {
    const int size = side / blocks;
    const int in_block = place % size;
    return in_block % blocks * size + place / size * (size / blocks) + in_block / blocks;
  }

 private:
  SnakeSort() = default;
  void add_shearsort(int lines_left, int line_length, int across);

  std::vector<SortPass> passes_;
};

}  // namespace switchyard
