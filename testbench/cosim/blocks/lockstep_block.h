#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/types.h"
#include "testbench/cosim/blocks/blocks.h"

namespace switchyard {

/// The pins of one side of a block as text: "req_i=5 accept_i=1"; words in hexadecimal, word 0 first.
template <class Pins>
std::string pins_to_text(const Pins& pins, int size) {
  std::ostringstream text;
  pins.visit(size, [&](const char* name, std::span<const std::uint64_t> words, int) {
    text << (text.tellp() == 0 ? "" : " ") << name << '=' << std::hex;
    for (std::size_t w = 0; w < words.size(); ++w) text << (w == 0 ? "" : ",") << words[w];
  });
  return text.str();
}

/// Model and RTL differ on an output.
struct LockstepMismatch : std::runtime_error {
  LockstepMismatch(Cycle at, std::string pin, const std::string& inputs, const std::string& model,
                   const std::string& rtl)
      : std::runtime_error("cycle " + std::to_string(at) + ", " + pin + ": after " + inputs +
                           " the model has " + model + ", the RTL " + rtl),
        cycle(at),
        signal(std::move(pin)) {}

  Cycle cycle;
  std::string signal;  ///< The first output that differs.
};

/// Two blocks that must agree on every output in every cycle. It is itself a block.
///
/// Errors: LockstepMismatch in the first cycle that differs.
template <class In, class Out>
class LockstepBlock final : public Block<In, Out> {
 public:
  LockstepBlock(int size, std::unique_ptr<Block<In, Out>> model, std::unique_ptr<Block<In, Out>> rtl)
      : size_(size), model_(std::move(model)), rtl_(std::move(rtl)) {}

  void reset() override {
    model_->reset();
    rtl_->reset();
  }
  Out cycle(const In& inputs) override {
    const Out expected = model_->cycle(inputs);
    const Out actual = rtl_->cycle(inputs);
    compare(inputs, expected, actual);
    ++cycle_;
    return expected;
  }

 private:
  void compare(const In& inputs, const Out& expected, const Out& actual) const {
    std::vector<std::span<const std::uint64_t>> pins;
    actual.visit(size_,
                 [&](const char*, std::span<const std::uint64_t> words, int) { pins.push_back(words); });
    std::size_t pin = 0;
    expected.visit(size_, [&](const char* name, std::span<const std::uint64_t> words, int) {
      if (std::equal(words.begin(), words.end(), pins[pin].begin())) {
        ++pin;
        return;
      }
      throw LockstepMismatch(cycle_, name, pins_to_text(inputs, size_), pins_to_text(expected, size_),
                             pins_to_text(actual, size_));
    });
  }

  int size_;
  Cycle cycle_ = 0;
  std::unique_ptr<Block<In, Out>> model_;
  std::unique_ptr<Block<In, Out>> rtl_;
};

}  // namespace switchyard
