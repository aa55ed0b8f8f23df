#include "hw/router/mesh/snake_sort.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "hw/base/random_stream.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

using Along = SortPass::Along;

constexpr int kInputs = kSanitized ? 16 : 200;

/// What the passes do to values on a square, carried out by an array: rows are lines.
class Square {
 public:
  Square(int side, std::vector<int> values) : side_(side), values_(std::move(values)) {}

  void carry_out(const SnakeSort& sort) {
    for (const SortPass& pass : sort.passes()) {
      if (pass.deal_to != 0) {
        deal(pass.deal_to);
      } else {
        for (int step = 0; step < pass.steps; ++step) compare_all(pass, step);
      }
    }
  }
  /// Along the snake.
  std::vector<int> in_order() const {
    std::vector<int> order;
    for (int i = 0; i < side_ * side_; ++i) order.push_back(values_[snake(i)]);
    return order;
  }

 private:
  std::size_t at(int line, int place) const { return static_cast<std::size_t>(line * side_ + place); }
  std::size_t snake(int index) const {
    const int line = index / side_;
    return at(line, line % 2 == 0 ? index % side_ : side_ - 1 - index % side_);
  }
  void deal(int blocks) {
    std::vector<int> dealt(values_.size());
    for (int line = 0; line < side_; ++line) {
      for (int place = 0; place < side_; ++place)
        dealt[at(line, SnakeSort::deal(place, side_, blocks))] = values_[at(line, place)];
    }
    values_ = dealt;
  }
  void compare(std::size_t low, std::size_t high) {
    if (values_[high] < values_[low]) std::swap(values_[low], values_[high]);
  }
  void compare_all(const SortPass& pass, int step) {
    const int length = pass.along == Along::Snake ? side_ * side_ : side_;
    for (int i = 0; i + 1 < length; ++i) {
      if (i % pass.block % 2 != step % 2 || i % pass.block + 1 == pass.block) continue;
      if (pass.along == Along::Snake) {
        compare(snake(i), snake(i + 1));
        continue;
      }
      for (int other = 0; other < side_; ++other) {
        if (pass.along == Along::Across) {
          compare(at(i, other), at(i + 1, other));
        } else if (pass.alternate && other % 2 == 1) {
          compare(at(other, i + 1), at(other, i));
        } else {
          compare(at(other, i), at(other, i + 1));
        }
      }
    }
  }

  int side_;
  std::vector<int> values_;
};

/// Inputs of zeros and ones: random ones of every density, and blocks of ones.
std::vector<std::vector<int>> zeros_and_ones(int side, int count) {
  std::vector<std::vector<int>> inputs;
  RandomStream random(static_cast<std::uint64_t>(side), 0, Purpose::Selection);
  for (int n = 0; n < count; ++n) {
    const std::uint32_t density = random.below(65);
    const std::uint32_t grain = 1 + random.below(static_cast<std::uint32_t>(side));
    const std::uint64_t salt = random.next();
    std::vector<int> input;
    for (int i = 0; i < side * side; ++i) {
      const auto x = static_cast<std::uint32_t>(i % side);
      const auto y = static_cast<std::uint32_t>(i / side);
      const std::uint64_t cell =
          n % 2 == 0 ? static_cast<std::uint64_t>(i) : std::uint64_t{x / grain} << 32 | y / grain;
      input.push_back(mix64(cell ^ salt) % 64 < density);
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

/// By the 0-1 principle, what sorts all zeros and ones sorts everything.
void expect_sorts(const SnakeSort& sort, int side, int inputs) {
  for (const std::vector<int>& input : zeros_and_ones(side, inputs)) {
    Square square(side, input);
    square.carry_out(sort);
    const std::vector<int> order = square.in_order();
    ASSERT_TRUE(std::is_sorted(order.begin(), order.end())) << side;
  }
}

TEST(SnakeSort, ShearsortSortsAllZerosAndOnesOfSmallSquares) {
  for (int side = 2; side <= 4; ++side) {
    const SnakeSort sort = SnakeSort::shearsort(side);
    for (std::uint32_t bits = 0; bits < 1U << (side * side); ++bits) {
      std::vector<int> input;
      for (int i = 0; i < side * side; ++i) input.push_back(bits >> i & 1);
      Square square(side, input);
      square.carry_out(sort);
      const std::vector<int> order = square.in_order();
      ASSERT_TRUE(std::is_sorted(order.begin(), order.end())) << side << ' ' << bits;
    }
  }
}

TEST(SnakeSort, ShearsortSortsLargerSquares) {
  for (const int side : {5, 6, 7, 8, 11, 16, 23, 32}) expect_sorts(SnakeSort::shearsort(side), side, kInputs);
}

TEST(SnakeSort, SchnorrShamirSortsWhateverSideItAccepts) {
  int accepted = 0;
  for (int side = 2; side <= 64; ++side) {
    for (int blocks = 2; blocks * blocks * blocks <= side; ++blocks) {
      if (side % (blocks * blocks) != 0) continue;
      expect_sorts(SnakeSort::schnorr_shamir(side, blocks), side, side <= 32 ? kInputs : kInputs / 8);
      ++accepted;
    }
    EXPECT_EQ(SnakeSort::schnorr_shamir(side).has_value(),
              side >= 8 && (side % 4 == 0 || (side >= 27 && side % 9 == 0)))
        << side;
  }
  EXPECT_GT(accepted, 15);
}

/// Every kind of pass is needed: without one of them something is left unsorted.
TEST(SnakeSort, SchnorrShamirNeedsAllOfItsLaterPasses) {
  const int side = 27;
  const SnakeSort whole = SnakeSort::schnorr_shamir(side, 3);
  const auto sorts_all = [&](const SnakeSort& sort) {
    const auto inputs = zeros_and_ones(side, 60);
    return std::all_of(inputs.begin(), inputs.end(), [&](const std::vector<int>& input) {
      Square square(side, input);
      square.carry_out(sort);
      const std::vector<int> order = square.in_order();
      return std::is_sorted(order.begin(), order.end());
    });
  };
  EXPECT_TRUE(sorts_all(whole));
  for (std::size_t end = whole.passes().size() - 3; end < whole.passes().size(); ++end)
    EXPECT_FALSE(sorts_all(SnakeSort(
        std::vector(whole.passes().begin(), whole.passes().begin() + static_cast<std::ptrdiff_t>(end)))))
        << end;
}

TEST(SnakeSort, DealingGivesEveryBlockAsManyColumnsOfEveryBlock) {
  for (const auto& [side, blocks] : {std::pair{8, 2}, {16, 4}, {27, 3}, {64, 4}}) {
    std::set<int> places;
    std::vector<int> moved(static_cast<std::size_t>(blocks * blocks));
    for (int place = 0; place < side; ++place) {
      const int to = SnakeSort::deal(place, side, blocks);
      places.insert(to);
      ++moved[static_cast<std::size_t>(place / (side / blocks) * blocks + to / (side / blocks))];
    }
    EXPECT_EQ(places.size(), static_cast<std::size_t>(side));
    EXPECT_EQ(*places.rbegin(), side - 1);
    EXPECT_EQ(std::set<int>(moved.begin(), moved.end()).size(), 1U);
  }
}

TEST(SnakeSort, StepsAreThoseOfTheFormulae) {
  EXPECT_EQ(SnakeSort::shearsort(8).steps(), 4 * 8 + 8 + 4 + 2);
  EXPECT_EQ(SnakeSort::shearsort(256).steps(), 9 * 256 + 2 * 256 - 2);
  // Three sides, two shearsorts of blocks of 64, three rounds of slices, the snake.
  EXPECT_EQ(SnakeSort::schnorr_shamir(256, 4).steps(),
            3 * 256 + 2 * SnakeSort::shearsort(64).steps() + 3 * 64 + 4 + 2 + 3 * 16 + 1);
  EXPECT_LT(SnakeSort::schnorr_shamir(64)->steps(), SnakeSort::shearsort(64).steps());
  EXPECT_GT(SnakeSort::schnorr_shamir(32)->steps(), SnakeSort::shearsort(32).steps());
}

}  // namespace
}  // namespace switchyard
