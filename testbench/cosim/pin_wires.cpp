#include "testbench/cosim/pin_wires.h"

#include <fmt/format.h>

#include <span>

namespace switchyard {
namespace {

/// The lowest `bits` of the words, the most significant first.
std::string binary(std::span<const std::uint32_t> words, std::size_t bits) {
  std::string digits;
  for (const std::uint32_t word : words) digits.insert(0, fmt::format("{:032b}", word));
  return digits.substr(digits.size() - bits);
}

/// Where the name of a pin begins in its path.
std::size_t leaf_of(const PinLayout::Pin& pin) { return pin.path.rfind('.') + 1; }

/// With the dot at its end; empty if it is none.
std::string scope_of(const PinLayout::Pin& pin) { return pin.path.substr(0, leaf_of(pin)); }

}  // namespace

void PinWires::declare(WaveTree& tree) {
  const std::vector<PinLayout::Pin>& pins = layout_.pins();
  for (std::size_t p = 0; p < pins.size();) {
    const std::string scope = scope_of(pins[p]);
    const auto declare_pins = [&] {
      for (; p < pins.size() && scope_of(pins[p]) == scope; ++p) {
        wires_[p] =
            tree.wire(pins[p].path.substr(scope.size()), pins[p].bits * pins[p].count(), Radix::Binary);
      }
    };
    if (scope.empty()) {
      declare_pins();
    } else {
      tree.scope(scope.substr(0, scope.size() - 1), Fold::Closed, declare_pins);
    }
  }
}

void PinWires::take(const std::string& path, WireId wire) {
  for (std::size_t p = 0; p < wires_.size(); ++p) {
    if (layout_.pins()[p].path == path) wires_[p] = wire;
  }
}

void PinWires::set(VcdWriter& vcd, const PinWords& words) const {
  for (std::size_t p = 0; p < wires_.size(); ++p) {
    if (!wires_[p]) continue;
    const PinLayout::Pin& pin = layout_.pins()[p];
    std::string digits;
    for (std::size_t element = pin.count(); element-- != 0;) {
      digits += binary(std::span(words).subspan(pin.first + element * pin.words(), pin.words()), pin.bits);
    }
    vcd.set(*wires_[p], digits);
  }
}

}  // namespace switchyard
