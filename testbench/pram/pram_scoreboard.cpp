#include "testbench/pram/pram_scoreboard.h"

#include <algorithm>

namespace switchyard {

void PramScoreboard::begun(Cycle now, NodeId processor, Step step,
                           const std::optional<PramOperation>& operation) {
  while (step - times_.size() >= open_.size()) {
    open_.push_back({std::vector<std::optional<PramOperation>>(processors_),
                     std::vector<std::optional<PramAnswer>>(processors_),
                     {now, now, 0},
                     0});
  }
  OpenStep& opened = open(step);
  opened.time.begun = std::min(opened.time.begun, now);
  opened.operations[processor] = operation;
}

void PramScoreboard::answered(Cycle now, NodeId processor, Step step, const PramAnswer& answer) {
  OpenStep& opened = open(step);
  opened.answers[processor] = answer;
  opened.time.answered = std::max(opened.time.answered, now);
  event_hash_.add(processor, answer.returned, answer.before_step, step, now);
}

void PramScoreboard::ended(Cycle now, Step step) {
  OpenStep& ending = open(step);
  ending.time.ended = std::max(ending.time.ended, now);
  if (++ending.ended != processors_) return;
  const std::string fault = oracle_.step(step, ending.operations, ending.answers);
  if (failure_.empty()) failure_ = fault;
  operations_ += static_cast<std::uint64_t>(std::count_if(ending.operations.begin(), ending.operations.end(),
                                                          [](const auto& o) { return o.has_value(); }));
  times_.push_back(ending.time);
  open_.pop_front();
}

}  // namespace switchyard
