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

}  // namespace

void PinComparison::compare(Cycle cycle, const PinWords& rtl) {
  if (rtl != expected_) {
    const std::size_t at =
        std::mismatch(expected_.begin(), expected_.end(), rtl.begin()).first - expected_.begin();
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

void PinComparison::declare(NodeId, WaveTree& tree, const WaveClock&) { wires_.declare(tree); }

void PinComparison::sample(VcdWriter& vcd) { wires_.set(vcd, last_); }

}  // namespace switchyard
