#include "testbench/tree/communication_tree.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace switchyard {
namespace {

int level_count(int dimension, int d) { return d == 1 ? dimension - 2 : (dimension + d - 1) / d; }

/// Calls `visit` with every number that has ones in `mask` only, rising.
template <class Visit>
void for_each_subset(TreeLabel mask, Visit visit) {
  TreeLabel subset = 0;
  do {
    visit(subset);
    subset = (subset - mask) & mask;
  } while (subset != 0);
}

}  // namespace

CommunicationTree::CommunicationTree(int dimension, int d, TreeLabel root)
    : dimension_(dimension), d_(d), root_(root) {
  constexpr int kMaxBits = 24;
  if (dimension < 2 || dimension > kMaxBits || d < 1 || d > dimension || (d == 1 && dimension < 4))
    throw std::invalid_argument("there is no such tree");
  if (root >= label_count()) throw std::invalid_argument("the root is no label");
  const int levels = level_count(dimension, d);
  for (int level = 0; level < levels; ++level) rings_.push_back(ring_of(level, levels));
  offset_ = root ^ put(rings_.back(), 0);
}

CommunicationTree::Ring CommunicationTree::ring_of(int level, int levels) const {
  if (d_ == 1) {
    const int low = level == 0 ? 0 : (level + 1) / 2;
    return {level == 0 ? dimension_ - 1 : dimension_ - level + low - 2, low};
  }
  if (level == levels - 1) return {dimension_ / 2, (dimension_ - 1) / 2};
  const int low = (level + 1) * d_ / 2 - 1;
  return {dimension_ - (level + 1) * d_ + low + 1, low};
}

/// The bits between the two zeros.
TreeLabel CommunicationTree::inside(Ring ring) const {
  if (ring.high == ring.low) return 0;
  return (TreeLabel{1} << ring.high) - (TreeLabel{2} << ring.low);
}

TreeLabel CommunicationTree::put(Ring ring, TreeLabel label) const {
  const TreeLabel zeros = TreeLabel{1} << ring.high | TreeLabel{1} << ring.low;
  return (label & inside(ring)) | ((label_count() - 1) & ~zeros & ~inside(ring));
}

TreeLabel CommunicationTree::reversed(TreeLabel label) const {
  TreeLabel reversed = 0;
  for (int bit = 0; bit < dimension_; ++bit) reversed = reversed << 1 | (label >> bit & 1);
  return reversed;
}

TreeLabel CommunicationTree::in_level(TreeLabel label, int level) const {
  return level == 0 ? label : put(rings_[level - 1], label);
}

TreeLabel CommunicationTree::free_bits(int level) const {
  return level == 0 ? label_count() - 1 : inside(rings_[level - 1]);
}

TreeLabel CommunicationTree::parent(TreeLabel child, int level) const {
  return put(rings_[level], reversed(child ^ offset_)) ^ offset_;
}

std::vector<TreeLabel> CommunicationTree::labels(int level) const {
  std::vector<TreeLabel> labels;
  const TreeLabel fixed = in_level(0, level);
  for_each_subset(free_bits(level), [&](TreeLabel bits) { labels.push_back((fixed | bits) ^ offset_); });
  std::sort(labels.begin(), labels.end());
  return labels;
}

TreeLabel CommunicationTree::bits_of_siblings(int level) const {
  return free_bits(level) & ~reversed(inside(rings_[level]));
}

std::vector<TreeLabel> CommunicationTree::children(TreeLabel parent, int level) const {
  std::vector<TreeLabel> children;
  const TreeLabel own = bits_of_siblings(level);
  const TreeLabel shared = in_level(reversed(parent ^ offset_), level) & ~own;
  for_each_subset(own, [&](TreeLabel bits) { children.push_back((shared | bits) ^ offset_); });
  std::sort(children.begin(), children.end());
  return children;
}

int CommunicationTree::descendants(int level) const { return 1 << std::popcount(bits_of_siblings(level)); }

int CommunicationTree::most_descendants() const {
  int most = 0;
  for (int level = 0; level < levels(); ++level) most = std::max(most, descendants(level));
  return most;
}

std::vector<TreePath> CommunicationTree::messages(int level) const {
  std::vector<TreePath> messages;
  for (const TreeLabel child : labels(level)) messages.push_back({child, parent(child, level)});
  return messages;
}

}  // namespace switchyard
