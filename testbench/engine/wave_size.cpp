#include "testbench/engine/wave_size.h"

#include <fmt/format.h>

namespace switchyard {
namespace {

double gigabytes(double bytes) { return bytes / 1e9; }

constexpr const char* kRemedy = "; --vcd-nodes, --vcd-from and --vcd-to leave out what nobody looks at";

}  // namespace

std::optional<std::string> WaveSize::grown(Cycle cycles, std::uint64_t bytes) {
  if (said_) return std::nullopt;
  if (cycles == kSampleFrom) before_sample_ = bytes;
  if (cycles == kSampleTo && cycles_ != kNever && cycles_ > cycles) {
    const double per_cycle = static_cast<double>(bytes - before_sample_) / (kSampleTo - kSampleFrom);
    const double expected = static_cast<double>(bytes) + per_cycle * static_cast<double>(cycles_ - cycles);
    if (expected >= static_cast<double>(kLarge)) {
      said_ = true;
      return fmt::format("the waveform will have about {:.1f} GB, {:.3g} kB for each of some {} cycles{}",
                         gigabytes(expected), per_cycle / 1e3, cycles_, kRemedy);
    }
  }
  if (bytes < kLarge) return std::nullopt;
  said_ = true;
  return fmt::format("the waveform has {:.1f} GB after {} cycles{}", gigabytes(static_cast<double>(bytes)),
                     cycles, kRemedy);
}

}  // namespace switchyard
