#pragma once

#include <functional>
#include <vector>

#include "testbench/tree/communication_tree.h"

namespace switchyard {

/// Whether paths with different sources and different destinations can be taken in one cycle. None leads from
/// a label to itself.
using CanGoAtOnce = std::function<bool(const std::vector<TreePath>&)>;

/// By the rule of Lin et al. for multistage networks with their labels, whose digits have `digit_bits` bits.
/// What can go at once with digits of one bit can with any.
///
/// Source:  Lin et al., theorem 1.
CanGoAtOnce by_digits(int dimension, int digit_bits);

/// Who sends when: a slot for each message of a tree, all levels together, so that in one slot no label sends
/// two messages, none is sent two, and all paths can be taken at once. A value.
///
/// There are as many slots as the most descendants of a level. A slot is a linear function of the bits of the
/// child's label, and another by exclusive or with 1 at levels above 0, where the label sends a second time.
/// Siblings differ in bits whose images are independent, so their slots differ. Where dimension and d are
/// even the function is a closed form; else it is drawn, always the same, until all paths of each slot can be
/// taken at once.
class TreeSlots {
 public:
  TreeSlots(const CommunicationTree& tree, const CanGoAtOnce& can_go);

  int count() const { return count_; }
  /// Of the message between `child`, a label of R^level, and its parent: 0 .. count() - 1.
  int slot(TreeLabel child, int level) const;
  /// Whether all paths of each slot can be taken at once. Not so if no draw was found with that.
  bool free_of_conflicts() const { return free_; }

 private:
  void take_closed_form(const CommunicationTree& tree);
  bool draw(const CommunicationTree& tree, std::uint64_t attempt);
  bool is_free(const CommunicationTree& tree, const CanGoAtOnce& can_go) const;

  TreeLabel offset_;
  int count_;
  std::vector<TreeLabel> images_;  ///< [bit of a label]
  bool free_ = false;
};

}  // namespace switchyard
