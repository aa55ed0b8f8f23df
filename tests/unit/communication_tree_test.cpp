#include "testbench/tree/communication_tree.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// The definition, with labels as texts of bits, the highest one first.
class ByDefinition {
 public:
  ByDefinition(int m, int d, TreeLabel root) : m_(m), d_(d) {
    const TreeLabel one = 1;
    TreeLabel plain = (one << m) - 1 - (one << (m / 2));
    if (m % 2 == 0 || d == 1) plain -= one << (m % 2 == 0 ? m / 2 - 1 : (m - 3) / 2);
    offset_ = plain ^ root;
  }

  int levels() const { return d_ == 1 ? m_ - 2 : (m_ + d_ - 1) / d_; }

  TreeLabel parent(TreeLabel child, int level) const {
    std::string bits;
    for (int bit = 0; bit < m_; ++bit) bits += ((child ^ offset_) >> bit & 1) != 0 ? '1' : '0';  // Reversed.
    const auto [p, q] = ring(level);
    std::string parent;
    for (int bit = m_ - 1; bit >= 0; --bit) {
      const char kept = bits[m_ - 1 - bit];
      parent += bit > p || bit < q ? '1' : bit == p || bit == q ? '0' : kept;
    }
    return static_cast<TreeLabel>(std::stoul(parent, nullptr, 2)) ^ offset_;
  }

  int descendants(int level) const {
    if (d_ == 1) return level <= 1 ? 4 : 2;
    return level == levels() - 1 ? 1 << (m_ - level * d_) : 1 << d_;
  }

 private:
  std::pair<int, int> ring(int h) const {
    if (d_ == 1) {
      const int q = (h + 1) / 2;
      return h == 0 ? std::pair(m_ - 1, 0) : std::pair(m_ - h + q - 2, q);
    }
    if (h == levels() - 1) return m_ % 2 == 0 ? std::pair(m_ / 2, m_ / 2 - 1) : std::pair(m_ / 2, m_ / 2);
    const int q = (h + 1) * d_ / 2 - 1;
    return {m_ - (h + 1) * d_ + q + 1, q};
  }

  int m_;
  int d_;
  TreeLabel offset_;
};

struct Shape {
  int m;
  int d;
};

std::vector<Shape> shapes(int from, int to) {
  std::vector<Shape> shapes;
  for (int m = from; m <= to; ++m) {
    for (int d = m >= 4 ? 1 : 2; d <= m; ++d) shapes.push_back({m, d});
  }
  return shapes;
}

void expect_shape(const Shape& shape, TreeLabel root) {
  SCOPED_TRACE("m = " + std::to_string(shape.m) + ", d = " + std::to_string(shape.d) +
               ", root = " + std::to_string(root));
  const CommunicationTree tree(shape.m, shape.d, root);
  const ByDefinition definition(shape.m, shape.d, root);
  ASSERT_EQ(tree.levels(), definition.levels());
  std::set<TreeLabel> of_level;
  std::set<TreeLabel> inner;
  for (TreeLabel label = 0; label < tree.label_count(); ++label) of_level.insert(label);
  for (int level = 0; level < tree.levels(); ++level) {
    const std::vector<TreeLabel> labels = tree.labels(level);
    ASSERT_EQ(labels, std::vector<TreeLabel>(of_level.begin(), of_level.end()));
    std::map<TreeLabel, std::vector<TreeLabel>> children;
    std::vector<TreePath> messages;
    int own_parents = 0;
    for (const TreeLabel child : labels) {
      const TreeLabel parent = definition.parent(child, level);
      ASSERT_EQ(tree.parent(child, level), parent);
      children[parent].push_back(child);
      messages.push_back({child, parent});
      own_parents += parent == child ? 1 : 0;
    }
    EXPECT_EQ(own_parents != 0, level == 0);
    EXPECT_EQ(tree.messages(level), messages);
    EXPECT_EQ(tree.descendants(level), definition.descendants(level));
    of_level.clear();
    for (const auto& [parent, of_parent] : children) {
      EXPECT_EQ(of_parent.size(), static_cast<std::size_t>(definition.descendants(level)));
      EXPECT_EQ(tree.children(parent, level), of_parent);
      EXPECT_TRUE(inner.insert(parent).second) << parent << " is an inner node twice";
      of_level.insert(parent);
    }
  }
  EXPECT_EQ(of_level, std::set<TreeLabel>{root});
  EXPECT_EQ(tree.labels(tree.levels()), std::vector<TreeLabel>{root});
}

TEST(CommunicationTree, HasTheShapeOfTheTableForEveryRoot) {
  for (const Shape& shape : shapes(2, 8)) {
    for (TreeLabel root = 0; root < TreeLabel{1} << shape.m; ++root) expect_shape(shape, root);
  }
}

TEST(CommunicationTree, HasTheShapeOfTheTableWhereItIsLarge) {
  for (const Shape& shape : shapes(9, 12)) expect_shape(shape, 77);
}

TEST(CommunicationTree, OfTheFiguresOfThePaper) {
  const CommunicationTree quadtree(4, 2, 8);  // Figure 4: Q = 0001.
  EXPECT_EQ(quadtree.offset(), 1U);
  const CommunicationTree contraction(6, 3, 51);  // Figure 6: Q = 0.
  EXPECT_EQ(contraction.offset(), 0U);
  EXPECT_EQ(contraction.levels(), 2);
  const CommunicationTree stretch(6, 1, 51);  // Figure 7.
  EXPECT_EQ(stretch.offset(), 0U);
  EXPECT_EQ(stretch.levels(), 4);
}

TEST(CommunicationTree, RefusesWhatThereIsNot) {
  EXPECT_THROW(CommunicationTree(1, 2, 0), std::invalid_argument);
  EXPECT_THROW(CommunicationTree(25, 2, 0), std::invalid_argument);
  EXPECT_THROW(CommunicationTree(3, 1, 0), std::invalid_argument);
  EXPECT_THROW(CommunicationTree(4, 0, 0), std::invalid_argument);
  EXPECT_THROW(CommunicationTree(4, 5, 0), std::invalid_argument);
  EXPECT_THROW(CommunicationTree(4, 2, 16), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
