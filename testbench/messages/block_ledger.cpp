#include "testbench/messages/block_ledger.h"

#include <fmt/format.h>

#include <utility>

namespace switchyard {

std::vector<Place> places_of(const std::vector<TerminalId>& terminals) {
  std::vector<Place> places(terminals.back() + std::size_t{1});
  for (Place place = 0; place < terminals.size(); ++place) places[terminals[place]] = place;
  return places;
}

BlockLedger::BlockLedger(std::unique_ptr<StepSchedule> schedule, std::vector<TerminalId> terminals,
                         std::uint64_t parts)
    : schedule_(std::move(schedule)),
      terminals_(std::move(terminals)),
      place_of_(places_of(terminals_)),
      parts_(parts) {
  blocks_.reserve(terminals_.size() * terminals_.size());
  for (Place origin = 0; origin < terminals_.size(); ++origin)
    blocks_.insert(blocks_.end(), terminals_.size(), Block{origin});
}

std::string BlockLedger::left(const MessageEnds& message) {
  find_blocks(message);
  for (const std::size_t moved : moved_) {
    Block& block = blocks_[moved];
    if (block.at != place_of_[message.source])
      return fmt::format("message {} leaves from terminal {} with {}, which is at {}", message.id,
                         message.source, name_of(moved), terminals_[block.at]);
    if (++block.parts_left > parts_)
      return fmt::format("message {} leaves from terminal {} with {}, which has left", message.id,
                         message.source, name_of(moved));
  }
  return {};
}

std::string BlockLedger::came(const MessageEnds& message, std::uint64_t /*value*/) {
  find_blocks(message);
  for (const std::size_t moved : moved_) {
    Block& block = blocks_[moved];
    if (++block.parts_came > block.parts_left)
      return fmt::format("message {} comes to terminal {} with {}, which has not left", message.id,
                         message.destination, name_of(moved));
    if (block.parts_came == parts_) block = {place_of_[message.destination]};
  }
  return {};
}

std::string BlockLedger::ended() {
  const std::size_t all = terminals_.size();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    if (block.at != i % all)
      return fmt::format("all messages have come, but {} is at terminal {}", name_of(i),
                         terminals_[block.at]);
    if (block.parts_left != 0)
      return fmt::format("all messages have come, but {} has left again", name_of(i));
  }
  return {};
}

void BlockLedger::find_blocks(const MessageEnds& message) {
  moved_.clear();
  schedule_->blocks(schedule_->step_of(message.id), place_of_[message.source], place_of_[message.destination],
                    moved_);
}

std::string BlockLedger::name_of(std::size_t block) const {
  return fmt::format("the block of {} for {}", terminals_[block / terminals_.size()],
                     terminals_[block % terminals_.size()]);
}

}  // namespace switchyard
