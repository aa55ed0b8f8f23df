#include "testbench/pram/pram_patterns.h"

#include <numeric>
#include <utility>

#include "hw/base/shuffle.h"

namespace switchyard {
namespace {

std::vector<RandomStream> streams(NodeId processors, std::uint64_t seed) {
  std::vector<RandomStream> random;
  random.reserve(processors);
  for (NodeId p = 0; p < processors; ++p) random.emplace_back(seed, p, Purpose::Program);
  return random;
}

std::uint64_t of_step(std::uint64_t seed, Step step) { return mix64(mix64(seed) + step + 1); }

}  // namespace

PatternProgram::PatternProgram(Step steps, Operation operation, NodeId processors, std::uint64_t seed)
    : steps_(steps), operation_(operation), random_(streams(processors, seed)) {}

std::optional<PramOperation> PatternProgram::operation(NodeId processor, Step step) {
  RandomStream& random = random_[processor];
  return PramOperation{address(processor, step, random), operation_, operation_ == Operation::None,
                       static_cast<std::uint32_t>(random.next())};
}

PermutationProgram::PermutationProgram(Step steps, Operation operation, NodeId processors, std::uint64_t seed)
    : PatternProgram(steps, operation, processors, seed),
      processors_(processors),
      seed_(seed),
      permutations_(kKept) {}

std::uint32_t PermutationProgram::address(NodeId processor, Step step, RandomStream&) {
  Permutation& permutation = permutations_[step % kKept];
  if (permutation.step != step) {
    permutation.step = step;
    permutation.image.resize(processors_);
    std::iota(permutation.image.begin(), permutation.image.end(), NodeId{0});
    RandomStream random(seed_, step, Purpose::Permutation);
    shuffle(permutation.image, random);
  }
  return permutation.image[processor];
}

std::uint32_t HotSpots::address(NodeId, Step step, RandomStream& random) {
  if (shape_.share < 1 && random.unit() >= shape_.share) return random.below(words_);
  const std::uint32_t spot = shape_.spots == 1 ? 0 : random.below(shape_.spots);
  return static_cast<std::uint32_t>(of_step(seed_ + spot, step) % words_);
}

MixedProgram::MixedProgram(Step steps, NodeId processors, std::uint32_t words, std::uint64_t seed)
    : steps_(steps), words_(words), seed_(seed), random_(streams(processors, seed)) {}

std::optional<PramOperation> MixedProgram::operation(NodeId processor, Step step) {
  RandomStream& random = random_[processor];
  if (random.below(8) == 0) return std::nullopt;
  const std::uint64_t draw = of_step(seed_, step);
  const std::uint32_t wanted = draw % 3 == 0 ? words_ : 1 + static_cast<std::uint32_t>(draw >> 8) % words_;
  PramOperation operation;
  operation.address = random.below(wanted);
  if (random.below(4) != 0)
    operation.operation = static_cast<Operation>(mix64(draw + operation.address) % kOperations.size());
  operation.reads = operation.operation == Operation::None || random.below(3) == 0;
  operation.operand = static_cast<std::uint32_t>(random.next());
  return operation;
}

}  // namespace switchyard
