#include "testbench/cosim/pin_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace switchyard {
namespace {

std::string hex(std::span<const std::uint32_t> words) {
  std::string digits;
  for (const std::uint32_t word : words) digits.insert(0, fmt::format("{:08x}", word));
  return "0x" + digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

/// The lowest `bits` of the words, the most significant first.
std::string binary(std::span<const std::uint32_t> words, std::size_t bits) {
  std::string digits;
  for (const std::uint32_t word : words) digits.insert(0, fmt::format("{:032b}", word));
  return digits.substr(digits.size() - bits);
}

}  // namespace

void PinComparison::compare(Cycle cycle, const PinWords& rtl) {
  if (rtl != expected_) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(expected_.begin(), expected_.end(), rtl.begin()).first - expected_.begin());
    const auto pin = std::find_if(layout_.pins().rbegin(), layout_.pins().rend(),
                                  [&](const PinLayout::Pin& candidate) { return candidate.first <= at; });
    const std::size_t element = (at - pin->first) / pin->words();
    const auto value = [&](const PinWords& all) {
      return hex(std::span(all).subspan(pin->first + element * pin->words(), pin->words()));
    };
    const std::string index = pin->elements == 0 ? "" : fmt::format("[{}]", element);
    log_.report(cycle, node_, "rtl." + pin->path + index, value(expected_), value(rtl));
  }
  std::swap(last_, expected_);
  std::fill(expected_.begin(), expected_.end(), 0);
}

void PinComparison::reset() {
  std::fill(expected_.begin(), expected_.end(), 0);
  std::fill(last_.begin(), last_.end(), 0);
}

void PinComparison::declare(NodeId, WaveTree& tree, const WaveClock&) {
  const auto scope_of = [](const PinLayout::Pin& pin) { return pin.path.substr(0, pin.path.rfind('.')); };
  auto pin = layout_.pins().begin();
  while (pin != layout_.pins().end()) {
    const std::string scope = scope_of(*pin);
    tree.scope(scope, Fold::Closed, [&] {
      for (; pin != layout_.pins().end() && scope_of(*pin) == scope; ++pin) {
        wires_.push_back(
            tree.wire(pin->path.substr(scope.size() + 1), pin->bits * pin->count(), Radix::Binary));
      }
    });
  }
}

void PinComparison::sample(VcdWriter& vcd) {
  for (std::size_t p = 0; p < wires_.size(); ++p) {
    const PinLayout::Pin& pin = layout_.pins()[p];
    std::string digits;
    for (std::size_t element = static_cast<std::size_t>(pin.count()); element-- != 0;) {
      digits += binary(std::span(last_).subspan(pin.first + element * pin.words(), pin.words()),
                       static_cast<std::size_t>(pin.bits));
    }
    vcd.set(wires_[p], digits);
  }
}

}  // namespace switchyard
