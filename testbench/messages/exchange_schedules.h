#pragma once

#include <array>
#include <string>

#include "hw/base/random_stream.h"
#include "testbench/messages/payload.h"
#include "testbench/messages/step_schedule.h"

namespace switchyard {

/// Block `origin * N + final` of a total exchange of N places is what `origin` has for `final`.

/// Each block goes directly: in step i, counted from 1, from j to j + i modulo N, or to j xor i.
class DirectExchange final : public StepSchedule {
 public:
  enum class Partner { Shift, Pairwise };
  DirectExchange(Partner partner, Place places, const Payload& payload)
      : partner_(partner), places_(places), flits_(payload.blocks(1)) {}

  Place places() const override { return places_; }
  std::uint64_t steps() const override { return places_ - std::uint64_t{1}; }
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;

 private:
  Partner partner_;
  Place places_;
  std::uint32_t flits_;
};

/// Each block goes directly, in one part for each sweep: a packet, of which the last may be shorter. In a
/// sweep j sends to all others in the order of a permutation of its own.
class RandomizedExchange final : public StepSchedule {
 public:
  /// Precondition: payload.packet_bytes != 0.
  RandomizedExchange(Place places, const Payload& payload, std::uint64_t seed);

  std::uint64_t sweeps() const { return sweeps_; }
  Place places() const override { return places_; }
  std::uint64_t steps() const override { return sweeps_ * (places_ - 1); }
  void begin(std::uint64_t step) override;
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  std::uint64_t phase_of(std::uint64_t step) const override { return step / (places_ - 1); }  ///< The sweep.
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;

 private:
  Place places_;
  Payload payload_;
  std::uint64_t seed_;
  std::uint64_t sweeps_;
  std::vector<Place> to_;  ///< [place in the permutation * N + j], of this sweep.
};

/// Blocks go along a row of a grid, then along a column. Place x + y * columns is in column x and row y.
class GridExchange final : public StepSchedule {
 public:
  enum class Order { RowsFirst, Interleaved };
  static inline const std::array<std::string, 2> kOrders{"rows_first", "interleaved"};

  GridExchange(Order order, Place columns, Place rows, const Payload& payload)
      : order_(order), columns_(columns), rows_(rows), payload_(payload) {}

  Place places() const override { return columns_ * rows_; }
  std::uint64_t steps() const override;
  std::optional<StepSend> send(std::uint64_t step, Place from) const override;
  void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const override;

 private:
  /// What all places do in a step.
  struct Kind {
    Place row = 0;     ///< The other of the row: x xor this. 0: no row.
    Place column = 0;  ///< The other of the column: y xor this. With `row`: of what came from there.
  };
  Kind kind_of(std::uint64_t step) const;
  bool is_along_row(const Kind& kind) const { return kind.column == 0; }

  Order order_;
  Place columns_;
  Place rows_;
  Payload payload_;
};

}  // namespace switchyard
