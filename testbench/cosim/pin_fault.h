#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "testbench/cosim/block_fault.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// A fault and the time, which say together what is spoilt.
struct TimedFault {
  BlockFault fault;
  std::function<Cycle()> now;
};

/// Spoils the answers of one block where they stand in PinWords, and counts them.
///
/// Whoever has the words says in each cycle what its blocks answer, and in which word. Answers that the fault
/// does not hit are not kept. What has become of an answer stays so until the end of the cycle, however often
/// the block is evaluated.
class PinFault {
 public:
  using Block = BlockFault::Block;

  explicit PinFault(TimedFault fault) : fault_(std::move(fault)) {}

  /// The word grants one of `requests`: another of them gets it, if there is one.
  void picks(Block block, std::size_t index, std::size_t word, std::uint32_t requests) {
    add(block, index, {.word = word, .spoil = Spoil::PickAnother, .requests = requests});
  }
  /// These bits of the word are grants: they are taken back.
  void grants(Block block, std::size_t index, std::size_t word, std::uint32_t bits = ~0U) {
    add(block, index, {.word = word, .spoil = Spoil::TakeBack, .bits = bits});
  }
  /// The word leaves the block: its lowest bit flips.
  void sends(Block block, std::size_t index, std::size_t word) {
    add(block, index, {.word = word, .spoil = Spoil::FlipLowest});
  }

  void spoil(PinWords& outputs);
  void end_cycle() { answers_.clear(); }

 private:
  enum class Spoil { PickAnother, TakeBack, FlipLowest };
  struct Answer {
    std::size_t word;
    Spoil spoil;
    std::uint32_t requests = 0;
    std::uint32_t bits = ~0U;  ///< Of the word, that are the answer.
    std::optional<std::uint32_t> made = {};
  };

  void add(Block block, std::size_t index, const Answer& answer);
  std::uint32_t made_of(std::uint32_t value, const Answer& answer);

  TimedFault fault_;
  std::vector<Answer> answers_;  ///< Of this cycle.
};

}  // namespace switchyard
