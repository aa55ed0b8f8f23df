#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/cosim/divergence.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

/// Guests of a wave file at a level that compares, in each router's scope: what others show of the RTL, in
/// `model` the same outputs as the model has them, and `difference.rtl` and `difference.model`, both z until
/// the two differ there.
class DivergenceGuest final : public WaveGuest {
 public:
  static constexpr int kBits = 128;  ///< Of a flit, the widest answer but that of the largest VC allocators.

  using Models = std::map<NodeId, WaveGuest*>;

  /// All must outlive this object.
  DivergenceGuest(WaveGuest& rtl, Models models, const DivergenceLog& log)
      : rtl_(rtl), models_(std::move(models)), log_(log) {}

  void declare(NodeId router, WaveTree& tree, const WaveClock& clock) override {
    rtl_.declare(router, tree, clock);
    if (const auto model = models_.find(router); model != models_.end()) {
      tree.scope("model", Fold::Closed, [&] { model->second->declare(router, tree, clock); });
      declared_.push_back(model->second);
    }
    tree.scope("difference", Fold::Closed, [&] {
      const WireId rtl = tree.wire("rtl", kBits, Radix::Hexadecimal);
      wires_[router] = {rtl, tree.wire("model", kBits, Radix::Hexadecimal)};
    });
  }

  void dump(Cycle from, Cycle to) override { rtl_.dump(from, to); }

  void sample(VcdWriter& vcd) override {
    rtl_.sample(vcd);
    for (WaveGuest* model : declared_) model->sample(vcd);
    for (const auto& [router, wires] : wires_) {
      const bool differs = log_.first() && log_.first()->node == router;
      show(vcd, wires.first, differs ? log_.first()->rtl : "");
      show(vcd, wires.second, differs ? log_.first()->model : "");
    }
  }

 private:
  /// `text`: hexadecimal, with 0x.
  static void show(VcdWriter& vcd, WireId wire, std::string_view text) {
    constexpr std::size_t kPrefix = 2;
    if (text.empty() || text.size() > kPrefix + kBits / 4) return vcd.set_absent(wire);
    std::string digits;
    for (const char digit : text.substr(kPrefix)) {
      const int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;
      for (int b = 3; b >= 0; --b) digits += (value >> b & 1) != 0 ? '1' : '0';
    }
    vcd.set(wire, digits);
  }

  WaveGuest& rtl_;
  Models models_;
  std::vector<WaveGuest*> declared_;  ///< Of the models.
  const DivergenceLog& log_;
  std::map<NodeId, std::pair<WireId, WireId>> wires_;
};

}  // namespace switchyard
