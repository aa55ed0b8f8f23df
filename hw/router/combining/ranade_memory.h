#pragma once

#include <memory>
#include <vector>

#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_combine.h"

namespace switchyard {

/// One module of the shared memory. Requests come in the order of their labels, so those of one step to one
/// word come in a row; the row is all that the memory knows of a step.
class RanadeMemory {
 public:
  explicit RanadeMemory(std::shared_ptr<const AddressMap> map)
      : map_(std::move(map)), words_(map_->module_words()) {}

  /// The words stay.
  void reset() { row_ = kNoLabel; }

  /// Carries it out; returns the reply.
  Flit serve(const Message& request) {
    std::uint32_t& word = words_[map_->word_of(request.key())];
    if (request.label() != row_) {
      row_ = request.label();
      before_step_ = word;
      written_ = false;
    }
    const Flit reply = Message::reply(request.step(), word, before_step_);
    if (request.operation() != Operation::WritePriority) {
      word = apply(request.operation(), word, request.operand());
    } else if (!written_) {
      word = request.operand();
      written_ = true;
    }
    return reply;
  }

  /// Labels come again after 256 steps.
  void end_step() { row_ = kNoLabel; }

  /// Word number `word` of this module.
  std::uint32_t& at(std::uint32_t word) { return words_[word]; }

 private:
  static constexpr Label kNoLabel = ~Label{0};  ///< No message has it.

  std::shared_ptr<const AddressMap> map_;
  std::vector<std::uint32_t> words_;
  Label row_ = kNoLabel;
  std::uint32_t before_step_ = 0;  ///< The word before the step of `row_`.
  bool written_ = false;           ///< By priority, in this step.
};

}  // namespace switchyard
