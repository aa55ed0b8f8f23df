#include "testbench/pram/pram_algorithms.h"

#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <utility>

#include "hw/base/random_stream.h"
#include "hw/base/shuffle.h"

namespace switchyard {
namespace {

Step rounds_for(NodeId processors) { return std::bit_width(processors - 1); }

PramOperation read(std::uint32_t address) { return {address, Operation::None, true, 0}; }
PramOperation write(std::uint32_t address, std::uint32_t value) {
  return {address, Operation::WritePriority, false, value};
}

}  // namespace

HistogramProgram::HistogramProgram(Step steps, NodeId processors, std::uint32_t bins, std::uint64_t seed)
    : steps_(steps), processors_(processors), bins_(bins), seed_(seed), places_(processors) {}

std::uint32_t HistogramProgram::bin_of(NodeId processor, Step step) const {
  return RandomStream(seed_ + step, processor, Purpose::Program).below(bins_);
}

std::optional<PramOperation> HistogramProgram::operation(NodeId processor, Step step) {
  return PramOperation{bin_of(processor, step), Operation::Add, false, 1};
}

void HistogramProgram::answer(NodeId processor, Step, const PramAnswer& answer) {
  places_[processor] = answer.returned;
}

std::string HistogramProgram::fault() const {
  std::vector<std::uint32_t> counts(bins_, 0);
  for (Step step = 0; step < steps_; ++step) {
    for (NodeId p = 0; p < processors_; ++p) {
      const std::uint32_t place = counts[bin_of(p, step)]++;
      if (step + 1 == steps_ && places_[p] != place)
        return fmt::format("histogram: processor {} is number {} of its bin, not {}", p, place, places_[p]);
    }
  }
  return {};
}

ListRanking::ListRanking(NodeId processors, std::uint64_t seed)
    : processors_(processors), rounds_(rounds_for(processors)), elements_(processors) {
  std::vector<NodeId> order(processors);
  std::iota(order.begin(), order.end(), NodeId{0});
  RandomStream random(seed, /*node=*/0, Purpose::Permutation);
  shuffle(order, random);
  for (NodeId place = 0; place < processors; ++place) {
    const bool last = place + 1 == processors;
    elements_[order[place]] = {last ? order[place] : order[place + 1], last ? 0U : 1U,
                               processors - 1 - place};
  }
}

/// Word i is next[i], word N + i is rank[i].
std::optional<PramOperation> ListRanking::operation(NodeId processor, Step step) {
  const Element& element = elements_[processor];
  if (step < 2 || (step - 2) % 4 >= 2) {
    return step % 2 == 0 ? write(processor, element.next) : write(processors_ + processor, element.rank);
  }
  if (element.next == processor) return std::nullopt;
  return read(step % 2 == 0 ? processors_ + element.next : element.next);
}

void ListRanking::answer(NodeId processor, Step step, const PramAnswer& answer) {
  if (step < 2 || (step - 2) % 4 >= 2) return;
  Element& element = elements_[processor];
  if (step % 2 == 0) {
    element.rank += answer.before_step;
  } else {
    element.next = answer.before_step;
  }
}

std::string ListRanking::fault() const {
  for (NodeId p = 0; p < processors_; ++p) {
    const Element& element = elements_[p];
    if (element.rank != element.right_rank)
      return fmt::format("list ranking: element {} has rank {}, not {}", p, element.rank, element.right_rank);
  }
  return {};
}

ParallelPrefix::ParallelPrefix(NodeId processors, std::uint64_t seed) : rounds_(rounds_for(processors)) {
  for (NodeId p = 0; p < processors; ++p)
    numbers_.push_back(static_cast<std::uint32_t>(RandomStream(seed, p, Purpose::Program).next()));
  sums_ = numbers_;
}

std::optional<PramOperation> ParallelPrefix::operation(NodeId processor, Step step) {
  if (step % 2 == 0) return write(processor, sums_[processor]);
  const NodeId distance = NodeId{1} << step / 2;
  if (processor < distance) return std::nullopt;
  return read(processor - distance);
}

void ParallelPrefix::answer(NodeId processor, Step step, const PramAnswer& answer) {
  if (step % 2 == 1) sums_[processor] += answer.before_step;
}

std::string ParallelPrefix::fault() const {
  std::uint32_t sum = 0;
  for (NodeId p = 0; p < numbers_.size(); ++p) {
    sum += numbers_[p];
    if (sums_[p] != sum) return fmt::format("parallel prefix: sum {} is {}, not {}", p, sums_[p], sum);
  }
  return {};
}

}  // namespace switchyard
