#include "testbench/tree/tree_slots.h"

#include <algorithm>
#include <bit>

#include "hw/base/random_stream.h"
#include "testbench/tree/digit_match.h"

namespace switchyard {
namespace {

/// Whether no exclusive or of some of them is zero.
bool are_independent(std::vector<TreeLabel> images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (images[i] == 0) return false;
    const TreeLabel highest = std::bit_floor(images[i]);
    for (std::size_t j = i + 1; j < images.size(); ++j) {
      if ((images[j] & highest) != 0) images[j] ^= images[i];
    }
  }
  return true;
}

}  // namespace

CanGoAtOnce by_digits(int dimension, int digit_bits) {
  return [=](const std::vector<TreePath>& paths) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      for (std::size_t j = i + 1; j < paths.size(); ++j) {
        const int sources = digit_match(paths[i].from, paths[j].from, dimension, digit_bits);
        const int destinations = digit_match(paths[i].to, paths[j].to, dimension, digit_bits);
        if (sources + destinations >= dimension) return false;
      }
    }
    return true;
  };
}

TreeSlots::TreeSlots(const CommunicationTree& tree, const CanGoAtOnce& can_go)
    : offset_(tree.offset()), count_(tree.most_descendants()), images_(tree.dimension()) {
  constexpr std::uint64_t kMaxAttempts = 20'000;
  if (tree.dimension() % 2 == 0 && tree.d() % 2 == 0) {
    take_closed_form(tree);
    free_ = is_free(tree, can_go);
    return;
  }
  std::vector<TreeLabel> first;  // That keeps siblings apart.
  for (std::uint64_t attempt = 0; attempt < kMaxAttempts && !free_; ++attempt) {
    if (!draw(tree, attempt)) continue;
    if (first.empty()) first = images_;
    free_ = is_free(tree, can_go);
  }
  if (!free_) images_ = first;
}

/// Children of level h differ in the bits h d/2 .. (h + 1) d/2 - 1 and their mirror images. Each bit and its
/// image give two bits of the slot.
void TreeSlots::take_closed_form(const CommunicationTree& tree) {
  const int half = tree.dimension() / 2;
  for (int bit = 0; bit < half; ++bit) {
    const int place = 2 * (bit % (tree.d() / 2));
    images_[bit] = TreeLabel{1} << place;
    images_[tree.dimension() - 1 - bit] = TreeLabel{2} << place;
  }
}

/// Whether the images that it draws keep siblings apart.
bool TreeSlots::draw(const CommunicationTree& tree, std::uint64_t attempt) {
  RandomStream random(attempt, static_cast<NodeId>(tree.dimension() << 8 | tree.d()), Purpose::Program);
  for (TreeLabel& image : images_) image = 1 + random.below(static_cast<std::uint32_t>(count_ - 1));
  for (int level = 0; level < tree.levels(); ++level) {
    std::vector<TreeLabel> of_siblings;
    for (int bit = 0; bit < tree.dimension(); ++bit) {
      if ((tree.bits_of_siblings(level) >> bit & 1) != 0) of_siblings.push_back(images_[bit]);
    }
    if (!are_independent(of_siblings)) return false;
  }
  return true;
}

int TreeSlots::slot(TreeLabel child, int level) const {
  TreeLabel slot = level == 0 ? 0 : 1;
  for (std::size_t bit = 0; bit < images_.size(); ++bit) {
    if (((child ^ offset_) >> bit & 1) != 0) slot ^= images_[bit];
  }
  return static_cast<int>(slot);
}

bool TreeSlots::is_free(const CommunicationTree& tree, const CanGoAtOnce& can_go) const {
  std::vector<std::vector<TreePath>> at_once(count_);
  for (int level = 0; level < tree.levels(); ++level) {
    for (const TreePath& path : tree.messages(level)) {
      if (path.from != path.to) at_once[slot(path.from, level)].push_back(path);
    }
  }
  return std::all_of(at_once.begin(), at_once.end(), can_go);
}

}  // namespace switchyard
