#include "hw/analysis/splitter_expansion.h"

#include <algorithm>
#include <numeric>

#include "hw/base/shuffle.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

double binomial(double n, int k) {
  double sets = 1;
  for (int i = 0; i < k; ++i) sets = sets * (n - i) / (i + 1);
  return sets;
}

/// The links of a splitter to one side.
class Side {
 public:
  Side(const Topology& network, int level, NodeId first, bool down) {
    const Multibutterfly& shape = *network.shape<Multibutterfly>();
    const NodeId rows = shape.splitter_rows(level);
    joined_.resize(rows);
    count_.resize(rows);
    for (NodeId row = 0; row < rows; ++row) {
      for (PortId k = 0; k < shape.config().multiplicity; ++k) {
        const PortRef out{shape.node(level, first + row), shape.first_output(down) + k};
        joined_[row].push_back((shape.row(network.peer(out).node) - first) % rows);
      }
    }
  }

  int rows() const { return static_cast<int>(joined_.size()); }
  void add(int input) {
    for (const NodeId output : joined_[input]) outputs_ += count_[output]++ == 0;
  }
  void remove(int input) {
    for (const NodeId output : joined_[input]) outputs_ -= --count_[output] == 0;
  }
  /// Of the inputs that have been added.
  int outputs() const { return outputs_; }

 private:
  std::vector<std::vector<NodeId>> joined_;  ///< [input]
  std::vector<int> count_;                   ///< [output]: links from inputs that have been added.
  int outputs_ = 0;
};

/// The least outputs of all sets of `left` more inputs, from `from` on; no more than `least`.
int least_of_all(Side& side, int from, int left, int least) {
  if (left == 0) return std::min(least, side.outputs());
  for (int input = from; input + left <= side.rows() && side.outputs() < least; ++input) {
    side.add(input);
    least = least_of_all(side, input + 1, left - 1, least);
    side.remove(input);
  }
  return least;
}

/// From a random set: exchanges of an input in it for one outside that add no outputs.
int least_found(Side& side, int inputs, RandomStream& random) {
  constexpr int kSearches = 20;
  const int moves = 200 * inputs;
  int least = side.rows();
  for (int search = 0; search < kSearches; ++search) {
    std::vector<int> order(side.rows());
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, random);
    for (int i = 0; i < inputs; ++i) side.add(order[i]);
    for (int move = 0; move < moves && inputs < side.rows(); ++move) {
      int& in = order[random.below(static_cast<std::uint32_t>(inputs))];
      int& out =
          order[inputs + static_cast<int>(random.below(static_cast<std::uint32_t>(side.rows() - inputs)))];
      const int before = side.outputs();
      side.remove(in);
      side.add(out);
      if (side.outputs() <= before) {
        std::swap(in, out);
      } else {
        side.remove(out);
        side.add(in);
      }
    }
    least = std::min(least, side.outputs());
    for (int i = 0; i < inputs; ++i) side.remove(order[i]);
  }
  return least;
}

}  // namespace

Expansion find_expansion(const Topology& network, int level, NodeId first, int inputs, double most_sets,
                         RandomStream& random) {
  const Multibutterfly& shape = *network.shape<Multibutterfly>();
  Expansion found{inputs, static_cast<int>(shape.splitter_rows(level)),
                  binomial(shape.splitter_rows(level), inputs) <= most_sets};
  for (const bool down : {false, true}) {
    Side side(network, level, first, down);
    const int least =
        found.exact ? least_of_all(side, 0, inputs, side.rows() + 1) : least_found(side, inputs, random);
    found.outputs = std::min(found.outputs, least);
  }
  return found;
}

}  // namespace switchyard
