#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

/// The values of some pins side by side, each element from a word of its own on, its low end first.
using PinWords = std::vector<std::uint32_t>;

/// Which pins they are: outputs of RTL in a router.
class PinLayout {
 public:
  struct Pin {
    std::string path;  ///< Below the RTL of the router: crossbar.data_o
    int bits;          ///< Of an element.
    int elements;      ///< 0: it is one value.
    std::size_t first;

    std::size_t words() const { return (static_cast<std::size_t>(bits) + 31) / 32; }  ///< Of an element.
    int count() const { return elements == 0 ? 1 : elements; }
  };

  /// Returns its first word.
  std::size_t add(std::string path, int bits, int elements = 0) {
    pins_.push_back({std::move(path), bits, elements, size_});
    const std::size_t first = size_;
    size_ += pins_.back().words() * pins_.back().count();
    return first;
  }
  const std::vector<Pin>& pins() const { return pins_; }
  std::size_t size() const { return size_; }  ///< In words.

 private:
  std::vector<Pin> pins_;
  std::size_t size_ = 0;
};

}  // namespace switchyard
