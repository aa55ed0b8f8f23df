#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/pram/pram_program.h"

namespace switchyard {

/// A sequential PRAM: carries out step after step in the order of the processors, and compares the answers.
///
/// Where the machine may choose (arbitrary writes), it keeps all values that may be there until somebody sees
/// one; that one must be among them.
class PramOracle {
 public:
  explicit PramOracle(std::uint32_t words);

  /// What a word holds before the first step; 0, if nobody says so.
  void hold(std::uint32_t address, std::uint32_t value) { words_.at(address).value = value; }

  /// [processor]. The first answer that is wrong, in words; empty if there is none.
  std::string step(Step step, const std::vector<std::optional<PramOperation>>& operations,
                   const std::vector<std::optional<PramAnswer>>& answers);

  /// Pairs of a step and an address that was wanted in it.
  std::uint64_t touched_words() const { return touched_words_; }

  /// Whether the word may be what it is after the last step.
  bool may_hold(std::uint32_t address, std::uint32_t value) const;

 private:
  struct Word {
    std::uint32_t value = 0;
    std::uint32_t before = 0;  ///< The step `touched`.
    std::uint64_t touched = 0;
    Operation operation = Operation::None;  ///< That changed it in this step.
  };

  std::string see_uncertain(NodeId processor, const PramOperation& operation, const PramAnswer& answer);
  std::string carry_out(NodeId processor, const PramOperation& operation, const PramAnswer& answer);
  static std::uint32_t changed(Operation operation, std::uint32_t word, std::uint32_t operand);

  std::vector<Word> words_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> uncertain_;  ///< Address -> one of these is there.
  std::map<std::uint32_t, std::vector<std::uint32_t>> written_;    ///< Arbitrarily, in this step.
  std::uint64_t steps_ = 0;
  std::uint64_t touched_words_ = 0;
};

}  // namespace switchyard
