#include "testbench/messages/collective_check.h"

#include <fmt/format.h>

#include <utility>

#include "testbench/messages/block_ledger.h"
#include "testbench/messages/generator.h"

namespace switchyard {

CollectiveCheck::CollectiveCheck(std::unique_ptr<StepSchedule> schedule, std::vector<TerminalId> terminals,
                                 CollectiveState state)
    : schedule_(std::move(schedule)),
      terminals_(std::move(terminals)),
      place_of_(places_of(terminals_)),
      state_(std::move(state)) {
  for (Place place = 0; place < terminals_.size(); ++place) {
    for (std::size_t block = 0; block < state_.blocks; ++block) {
      has_.push_back(state_.at_first(place, block) ? 1 : 0);
      values_.push_back(first_value(place, block, state_.blocks));
    }
  }
}

std::uint64_t CollectiveCheck::first_value(Place place, std::size_t block, std::size_t blocks) {
  return own_value(place * blocks + block);
}

std::string CollectiveCheck::left(const MessageEnds& message) {
  const BlockUse use = state_.use(find_blocks(message));
  const Place from = place_of_[message.source];
  std::vector<std::uint64_t>& taken = under_way_[message.id];
  for (const std::size_t block : moved_) {
    std::uint8_t& has = has_[index(from, block)];
    if (has == 0)
      return fmt::format("message {} leaves from terminal {}, which does not have block {}", message.id,
                         message.source, block);
    taken.push_back(values_[index(from, block)]);
    if (use == BlockUse::Move || use == BlockUse::Combine) has = 0;
  }
  return {};
}

std::string CollectiveCheck::came(const MessageEnds& message, std::uint64_t /*value*/) {
  const BlockUse use = state_.use(find_blocks(message));
  const Place to = place_of_[message.destination];
  const auto found = under_way_.find(message.id);
  if (found == under_way_.end())
    return fmt::format("message {} comes to terminal {}, but it has not left", message.id,
                       message.destination);
  const std::vector<std::uint64_t> taken = std::move(found->second);
  under_way_.erase(found);
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    std::uint8_t& has = has_[index(to, moved_[i])];
    std::uint64_t& value = values_[index(to, moved_[i])];
    if (use == BlockUse::Combine && has == 0)
      return fmt::format("message {} comes to terminal {}, which has sent on its block {} already",
                         message.id, message.destination, moved_[i]);
    if ((use == BlockUse::Move || use == BlockUse::Copy) && has != 0)
      return fmt::format("message {} comes to terminal {}, which has block {} already", message.id,
                         message.destination, moved_[i]);
    value = use == BlockUse::Combine ? combine(state_.operation, value, taken[i]) : taken[i];
    has = 1;
  }
  return {};
}

std::string CollectiveCheck::ended() {
  for (std::size_t block = 0; block < state_.blocks; ++block) {
    const std::uint64_t value = expected(block);
    for (Place place = 0; place < terminals_.size(); ++place) {
      const bool has = has_[index(place, block)] != 0;
      if (has != state_.in_the_end(place, block))
        return fmt::format("all messages have come, and terminal {} {} block {}", terminals_[place],
                           has ? "has" : "does not have", block);
      if (has && values_[index(place, block)] != value)
        return fmt::format("all messages have come, and block {} of terminal {} is {} instead of {}", block,
                           terminals_[place], values_[index(place, block)], value);
    }
  }
  return {};
}

/// In `moved_`; the step of the message.
std::uint64_t CollectiveCheck::find_blocks(const MessageEnds& message) {
  moved_.clear();
  const std::uint64_t step = schedule_->step_of(message.id);
  schedule_->blocks(step, place_of_[message.source], place_of_[message.destination], moved_);
  return step;
}

/// The block of the one place that has it at first, or of all places together.
std::uint64_t CollectiveCheck::expected(std::size_t block) const {
  std::uint64_t result = 0;
  bool found = false;
  for (Place place = 0; place < terminals_.size(); ++place) {
    if (!state_.at_first(place, block)) continue;
    const std::uint64_t value = first_value(place, block, state_.blocks);
    result = found && state_.combined ? combine(state_.operation, result, value) : value;
    found = true;
  }
  return result;
}

}  // namespace switchyard
