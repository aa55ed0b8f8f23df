#pragma once

#include <functional>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/pram/pram_program.h"

namespace switchyard {

/// Programs whose steps do not depend on answers: in each, every processor does the same operation, on an
/// address that a pattern gives it.
///
/// The operand of a processor is a random number of its own; `reads` is set for Operation::None.
class PatternProgram : public PramProgram {
 public:
  PatternProgram(Step steps, Operation operation, NodeId processors, std::uint64_t seed);

  Step steps() const override { return steps_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) final;

 protected:
  virtual std::uint32_t address(NodeId processor, Step step, RandomStream& random) = 0;

 private:
  Step steps_;
  Operation operation_;
  std::vector<RandomStream> random_;
};

/// A new random permutation in every step: processor p wants address `image of p`.
class PermutationProgram final : public PatternProgram {
 public:
  PermutationProgram(Step steps, Operation operation, NodeId processors, std::uint64_t seed);

 private:
  /// One of those that are in use: processors are at most as many steps apart as may be in flight.
  struct Permutation {
    Step step = ~Step{0};
    std::vector<NodeId> image;
  };
  static constexpr std::size_t kKept = 128;

  std::uint32_t address(NodeId processor, Step step, RandomStream& random) override;

  NodeId processors_;
  std::uint64_t seed_;
  std::vector<Permutation> permutations_;  ///< [step modulo kKept]
};

/// Any address, each as likely.
class RandomAddresses final : public PatternProgram {
 public:
  RandomAddresses(Step steps, Operation operation, NodeId processors, std::uint32_t words, std::uint64_t seed)
      : PatternProgram(steps, operation, processors, seed), words_(words) {}

 private:
  std::uint32_t address(NodeId, Step, RandomStream& random) override { return random.below(words_); }

  std::uint32_t words_;
};

/// A share of the processors wants one of `spots` addresses, which change from step to step; the others any.
class HotSpots final : public PatternProgram {
 public:
  struct Shape {
    std::uint32_t spots = 1;
    double share = 1;
  };

  HotSpots(Step steps, Operation operation, NodeId processors, std::uint32_t words, const Shape& shape,
           std::uint64_t seed)
      : PatternProgram(steps, operation, processors, seed), words_(words), shape_(shape), seed_(seed) {}

 private:
  std::uint32_t address(NodeId processor, Step step, RandomStream& random) override;

  std::uint32_t words_;
  Shape shape_;
  std::uint64_t seed_;
};

/// Address s * processor: with a stride of the number of modules, all in one module unless it is hashed.
class StridedAddresses final : public PatternProgram {
 public:
  StridedAddresses(Step steps, Operation operation, NodeId processors, std::uint32_t words,
                   std::uint32_t stride, std::uint64_t seed)
      : PatternProgram(steps, operation, processors, seed), words_(words), stride_(stride) {}

 private:
  std::uint32_t address(NodeId processor, Step step, RandomStream&) override {
    return static_cast<std::uint32_t>((std::uint64_t{processor} * stride_ + step) % words_);
  }

  std::uint32_t words_;
  std::uint32_t stride_;
};

/// All operations, mixed: in each step the processors want few or many words; one kind of change per word.
class MixedProgram final : public PramProgram {
 public:
  MixedProgram(Step steps, NodeId processors, std::uint32_t words, std::uint64_t seed);

  Step steps() const override { return steps_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) override;

 private:
  Step steps_;
  std::uint32_t words_;
  std::uint64_t seed_;
  std::vector<RandomStream> random_;
};

}  // namespace switchyard
