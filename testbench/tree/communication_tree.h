#pragma once

#include <cstdint>
#include <vector>

namespace switchyard {

using TreeLabel = std::uint32_t;  ///< The address of a terminal: 0 .. 2^dimension - 1.

/// A message of a tree: the path from one label to another.
struct TreePath {
  TreeLabel from;
  TreeLabel to;
  bool operator==(const TreePath&) const = default;
};

/// A tree in which every label is a leaf once, and some are inner nodes, too. A value.
///
/// Level h leads from R^h to R^{h+1}, from children to their parents; R^0 has all labels, and the last one
/// the root alone. The parent of a label is its bits reversed, with a ring tail of fixed bits at both ends.
/// All is exclusive or with the number that brings the root to where it is wanted. At level 0 some labels
/// are children of themselves, at higher levels none.
///
/// d = 2 is the quadtree: four children each. d > 2 contracts it to 2^d children, of which the root has fewer
/// where d does not divide the dimension. d = 1 stretches it: four children at levels 0 and 1, then two.
///
/// Errors:  std::invalid_argument unless dimension is 2..24, d is 1..dimension, the dimension of a stretch is
///          at least 4, and the root is a label.
/// Differs: from the paper in odd dimensions, which it leaves out: there the last level of d >= 2 has one
///          zero, in the middle, instead of two.
/// Source:  Lin, Sheu, Das, Feng, Wu, "A Conflict-Free Routing Scheme on Multistage Interconnection
///          Networks", IEEE ToC 1990, sections III and IV.
class CommunicationTree {
 public:
  CommunicationTree(int dimension, int d, TreeLabel root);

  int dimension() const { return dimension_; }
  int d() const { return d_; }
  int levels() const { return static_cast<int>(rings_.size()); }
  TreeLabel label_count() const { return TreeLabel{1} << dimension_; }
  TreeLabel root() const { return root_; }
  /// Q: a label exclusive or this one is where it would be in the tree of the paper's Basic Procedure.
  TreeLabel offset() const { return offset_; }

  /// Of a label of R^level.
  TreeLabel parent(TreeLabel child, int level) const;
  /// R^level, 0 <= level <= levels().
  std::vector<TreeLabel> labels(int level) const;
  /// Those of R^level whose parent it is, for a label of R^{level + 1}.
  std::vector<TreeLabel> children(TreeLabel parent, int level) const;
  /// Children of each parent of this level.
  int descendants(int level) const;
  int most_descendants() const;
  /// All messages of a level, from child to parent, with those from a label to itself.
  std::vector<TreePath> messages(int level) const;
  /// The bits in which the children of a parent differ.
  TreeLabel bits_of_siblings(int level) const;

 private:
  /// tau: `high` and `low` are zero, the bits outside of them one, those inside are kept.
  struct Ring {
    int high;
    int low;
  };
  Ring ring_of(int level, int levels) const;
  TreeLabel inside(Ring ring) const;
  TreeLabel put(Ring ring, TreeLabel label) const;
  TreeLabel reversed(TreeLabel label) const;
  /// With the fixed bits of R^level.
  TreeLabel in_level(TreeLabel label, int level) const;
  TreeLabel free_bits(int level) const;

  int dimension_;
  int d_;
  TreeLabel root_;
  TreeLabel offset_ = 0;
  std::vector<Ring> rings_;  ///< [level]
};

}  // namespace switchyard
