#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace switchyard {

/// The Verilated models of one module that CMake built, by what they are built for.
template <class Key, class Make>
class RtlModelTable {
 public:
  struct Row {
    Key key;
    Make make;
  };
  explicit RtlModelTable(std::vector<Row> rows) : rows_(std::move(rows)) {}

  /// Null if there is none.
  const Row* find(const Key& key) const {
    return find_first([&](const Key& built) { return built == key; });
  }
  /// The first whose key satisfies `is_good`; null if there is none.
  template <class IsGood>
  const Row* find_first(IsGood&& is_good) const {
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return is_good(row.key); });
    return found == rows_.end() ? nullptr : &*found;
  }
  /// All that there are, as `describe(key)` says it; those of which it says nothing are left out.
  template <class Describe>
  std::string built(const char* between, Describe&& describe) const {
    std::string text;
    for (const Row& row : rows_) {
      if (const std::string name = describe(row.key); !name.empty())
        text += (text.empty() ? "" : between) + name;
    }
    return text;
  }

 private:
  std::vector<Row> rows_;
};

}  // namespace switchyard
