#pragma once

#include <algorithm>
#include <utility>

#include "tests/support/random_initiator.h"

namespace switchyard {

/// Addresses that only one master uses.
struct MemorySlice {
  std::uint64_t base = 0;
  unsigned size = 0;
};

/// A random initiator that knows what every byte of its slices must be: a flat model, changed in the order in
/// which it sends, which is that in which ordered requests take effect.
///
/// Payloads have random lengths, byte enables and streaming widths. After an error response the data are not
/// judged any more.
class RandomMaster final : public RandomInitiator {
 public:
  struct Settings {
    Pace pace;
    std::vector<MemorySlice> slices;
    unsigned longest = 64;  ///< Bytes.
  };

  RandomMaster(const sc_core::sc_module_name& name, Settings settings)
      : RandomInitiator(name, settings.pace), settings_(std::move(settings)) {
    for (const MemorySlice& slice : settings_.slices) model_.emplace_back(slice.size);
  }

  const std::vector<std::vector<std::uint8_t>>& model() const { return model_; }

 private:
  /// Changes the model, or looks the expected data up in it.
  void draw(Payload& payload, Job& job) override {
    const std::size_t s = below(static_cast<std::uint32_t>(settings_.slices.size()));
    const MemorySlice& slice = settings_.slices[s];
    const unsigned length = 1 + below(settings_.longest);
    const unsigned width = below(4) == 0 ? 1 + below(length) : length + below(3);
    const unsigned span = std::min(width, length);
    const unsigned offset = below(slice.size - span + 1);
    const bool read = below(2) == 0;
    job.data.resize(length);
    for (std::uint8_t& byte : job.data) byte = static_cast<std::uint8_t>(below(256));
    job.expected = job.data;
    job.enables.clear();
    if (below(3) == 0) {
      job.enables.resize(1 + below(9));
      for (std::uint8_t& enable : job.enables) enable = below(2) == 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    for (unsigned i = 0; i < length; ++i) {
      if (!job.enables.empty() && job.enables[i % job.enables.size()] != TLM_BYTE_ENABLED) continue;
      std::uint8_t& cell = model_[s][offset + i % width];
      if (read) {
        job.expected[i] = cell;
      } else {
        cell = job.data[i];
      }
    }
    payload.set_command(read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    payload.set_address(slice.base + offset);
    payload.set_data_ptr(job.data.data());
    payload.set_data_length(length);
    payload.set_streaming_width(width);
    payload.set_byte_enable_ptr(job.enables.empty() ? nullptr : job.enables.data());
    payload.set_byte_enable_length(static_cast<unsigned>(job.enables.size()));
  }

  void judge(const Payload&, const Job& job) override {
    if (failed() == 0 && job.data != job.expected)
      fail(fmt::format("transaction {}: wrong data", job.number));
  }

  Settings settings_;
  std::vector<std::vector<std::uint8_t>> model_;  ///< [slice]
};

}  // namespace switchyard
