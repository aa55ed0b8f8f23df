#pragma once

#include <vector>

#include "testbench/pram/pram_program.h"

namespace switchyard {

/// The number of processors that drew each of `bins` values: every processor adds one to its value's word, by
/// multiprefix, which also tells it how many before it drew the same. Each step is a histogram of its own.
///
/// Result:  the counts of each step so far, so that processors with one value get different answers.
class HistogramProgram final : public PramProgram {
 public:
  HistogramProgram(Step steps, NodeId processors, std::uint32_t bins, std::uint64_t seed);

  Step steps() const override { return steps_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) override;
  void answer(NodeId processor, Step step, const PramAnswer& answer) override;
  std::string fault() const override;

 private:
  std::uint32_t bin_of(NodeId processor, Step step) const;

  Step steps_;
  NodeId processors_;
  std::uint32_t bins_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> places_;  ///< [processor]: the answer to the last step.
};

/// Ranks the elements of a linked list, one per processor, by pointer jumping: how far each is from the end.
///
/// Two steps write next and rank of every element; then each of ceil(log2 N) rounds reads the rank and the
/// next of the next element, and writes both back: four steps.
class ListRanking final : public PramProgram {
 public:
  static constexpr std::uint32_t kWordsPerProcessor = 2;

  /// The list goes through all processors in a random order.
  ListRanking(NodeId processors, std::uint64_t seed);

  Step steps() const override { return 2 + 4 * rounds_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) override;
  void answer(NodeId processor, Step step, const PramAnswer& answer) override;
  bool needs_answers() const override { return true; }
  std::string fault() const override;

 private:
  struct Element {
    NodeId next;  ///< Itself at the end.
    std::uint32_t rank;
    std::uint32_t right_rank;  ///< What it should be in the end.
  };

  NodeId processors_;
  Step rounds_;
  std::vector<Element> elements_;
};

/// Sums of all numbers up to each, by doubling: in round k processor i adds the number of processor i - 2^k.
///
/// One step writes the numbers; each of ceil(log2 N) rounds reads and writes: two steps.
class ParallelPrefix final : public PramProgram {
 public:
  static constexpr std::uint32_t kWordsPerProcessor = 1;

  ParallelPrefix(NodeId processors, std::uint64_t seed);

  Step steps() const override { return 1 + 2 * rounds_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) override;
  void answer(NodeId processor, Step step, const PramAnswer& answer) override;
  bool needs_answers() const override { return true; }
  std::string fault() const override;

 private:
  Step rounds_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace switchyard
