#include "testbench/messages/step_stream.h"

#include <utility>

#include "testbench/messages/generator.h"

namespace switchyard {
namespace {

constexpr MessageId kNoMessage = ~MessageId{0};

}  // namespace

StepStream::StepStream(std::unique_ptr<StepSchedule> schedule, StepPlay play)
    : schedule_(std::move(schedule)),
      play_(std::move(play)),
      came_(schedule_->places()),
      last_sent_(schedule_->places(), kNoMessage) {
  if (schedule_->steps() != 0) schedule_->begin(0);
}

bool StepStream::next(GraphMessage& message) {
  const std::optional<StepSend> send = find_send();
  if (!send) return false;
  message = {};
  message.source = play_.terminals[place_];
  message.destination = play_.terminals[send->to];
  message.flits = send->flits;
  message.label = send->label;
  message.compute = play_.compute;
  message.value = own_value(id_);
  if (play_.synchronization == Synchronization::Barrier) message.phase = schedule_->phase_of(step_);
  add_waiting(message, *send);
  if (send->awaited || play_.synchronization == Synchronization::Receive) coming_.push_back({send->to, id_});
  last_sent_[place_] = id_;
  ++id_;
  ++place_;
  return true;
}

std::optional<StepSend> StepStream::find_send() {
  for (; step_ != schedule_->steps(); end_step()) {
    for (; place_ != schedule_->places(); ++place_) {
      if (const auto send = schedule_->send(step_, place_)) return send;
    }
  }
  return std::nullopt;
}

void StepStream::end_step() {
  for (const Arrival& arrival : coming_) came_[arrival.at].push_back(arrival.id);
  coming_.clear();
  place_ = 0;
  if (++step_ != schedule_->steps()) schedule_->begin(step_);
}

void StepStream::add_waiting(GraphMessage& message, const StepSend& send) {
  if (play_.in_order && last_sent_[place_] != kNoMessage) message.waits_for.push_back(last_sent_[place_]);
  if (!send.forwards && play_.synchronization != Synchronization::Receive) return;
  std::vector<MessageId>& came = came_[place_];
  message.waits_for.insert(message.waits_for.end(), came.begin(), came.end());
  came.clear();
}

Synchronization read_synchronization(const ConfigNode& config, bool with_receive) {
  static const std::vector<std::string> kAll{"none", "barrier", "receive"};
  static const std::vector<std::string> kWithoutReceive{"none", "barrier"};
  return config.choice(
      "synchronization", with_receive ? kAll : kWithoutReceive, Synchronization::None,
      {"", with_receive
               ? "what a step waits for: nothing, all of the step before, or what the terminal itself "
                 "was sent in it"
               : "what a step waits for beside what it forwards: nothing, or all of the step before"});
}

}  // namespace switchyard
