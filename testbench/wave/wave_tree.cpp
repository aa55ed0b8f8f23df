#include "testbench/wave/wave_tree.h"

#include <algorithm>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr int kWidest = 65536;

}  // namespace

WireId WaveTree::wire(const std::string& name, int width, Radix radix) {
  if (width < 1 || width > kWidest) {
    throw std::invalid_argument("wire " + name + " has " + std::to_string(width) + " bits, not 1.." +
                                std::to_string(kWidest));
  }
  add({Entry::Kind::Wire, name, width, radix, Fold::Open});
  return wire_count_++;
}

void WaveTree::add(Entry entry) {
  const bool visible =
      std::all_of(entry.name.begin(), entry.name.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (entry.name.empty() || !visible) {
    throw std::invalid_argument("\"" + entry.name + "\" cannot name a scope or a wire");
  }
  entries_.push_back(std::move(entry));
}

}  // namespace switchyard
