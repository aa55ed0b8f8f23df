#pragma once

#include "testbench/messages/payload.h"
#include "testbench/messages/step_schedule.h"

namespace switchyard {

/// A binomial tree over any number of places. Block b is that of place b, or there is only block 0.
class TreeSchedule final : public StepSchedule {
 public:
  struct Shape {
    Place places = 1;
    Place root = 0;
    bool down = true;
    bool all_blocks = false;  ///< A message carries the blocks of all places below its lower end.
  };
  TreeSchedule(const Shape& shape, const Payload& payload);

  Place places() const override { return shape_.places; }
  std::uint64_t steps() const override { return first_.size(); }
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  std::uint64_t step_of(MessageId id) const override;
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;

 private:
  /// How far apart those are that a step joins.
  Place distance_of(std::uint64_t step) const;
  Place rank_of(Place place) const { return (place + shape_.places - shape_.root) % shape_.places; }
  Place place_of(Place rank) const { return (rank + shape_.root) % shape_.places; }
  /// Of the place of rank `lower` and below, if it is joined with its parent at this distance.
  Place size_below(Place lower, Place distance) const;

  Shape shape_;
  Payload payload_;
  std::vector<MessageId> first_;  ///< [step]: its first message.
};

/// Rings in each dimension of a grid of places, of which the first dimension counts fastest. Block b is, or
/// will be, that of place b.
class RingSchedule final : public StepSchedule {
 public:
  enum class Way { ReduceScatter, AllGather, AllReduce };
  RingSchedule(Way way, std::vector<Place> shape, const Payload& payload);

  Place places() const override { return places_; }
  std::uint64_t steps() const override { return steps_.size(); }
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;
  /// Whether what comes in this step is combined.
  bool combines(std::uint64_t step) const { return steps_[step].combines; }

 private:
  struct Step {
    Place radix;    ///< Of its dimension,
    Place stride;   ///< and how far apart neighbours are in numbers.
    Place in_ring;  ///< Steps of this ring before it.
    bool combines;
  };
  void add_rings(std::size_t dimension, bool combines);

  Place places_ = 1;
  std::vector<Place> shape_;
  Payload payload_;
  std::vector<Step> steps_;
};

/// In each step everybody tells one farther off. Block b is that place b has come.
class BarrierSchedule final : public StepSchedule {
 public:
  BarrierSchedule(Place places, std::uint32_t flits);

  Place places() const override { return places_; }
  std::uint64_t steps() const override { return steps_; }
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  /// Those that have told its source until then.
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;

 private:
  Place places_;
  std::uint32_t flits_;
  std::uint64_t steps_;
};

}  // namespace switchyard
