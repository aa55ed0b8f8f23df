#pragma once

#include "hw/base/random_stream.h"
#include "hw/router/combining/address_map.h"
#include "hw/terminal/terminal.h"
#include "testbench/pram/pram_pace.h"
#include "testbench/pram/pram_scoreboard.h"

namespace switchyard {

/// A processor of the combining machine, at the terminal port of a node: in every step it issues at most
/// one request, and then the end of the step. It takes answers as they come.
/// `number`: among the processors that work.
class PramProcessor final : public Terminal {
 public:
  /// `map`, `program` and `scoreboard` must outlive this object. `queue`: of the node's switches.
  PramProcessor(NodeId number, const AddressMap& map, int queue, const PramPace& pace, std::uint64_t seed,
                PramProgram& program, PramScoreboard& scoreboard)
      : number_(number),
        map_(map),
        pace_(pace),
        program_(program),
        scoreboard_(scoreboard),
        thinking_(seed, number, Purpose::Program),
        credits_(queue) {}

  void reset() override {}
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  /// Every step has ended here.
  bool finished() const { return ended_ == program_.steps(); }
  /// Steps that it has ended itself, and that have ended everywhere.
  Step steps_sent() const { return next_; }
  Step steps_ended() const { return ended_; }
  /// It begins no step before the next end comes.
  bool waits_for_end() const { return !finished() && (next_ == program_.steps() || !may_begin()); }
  /// In that cycle or later it has begun a step, has sent something, or holds back an end by itself.
  bool acts_since(Cycle cycle) const { return last_sent_ >= cycle || (end_after_ && *end_after_ >= cycle); }

 private:
  void receive(Cycle now, const Flit& flit);
  bool may_begin() const;
  void begin(Cycle now);
  void send(Cycle now, const Flit& flit, PortOutputs& outputs);

  NodeId number_;
  const AddressMap& map_;
  PramPace pace_;
  PramProgram& program_;
  PramScoreboard& scoreboard_;
  RandomStream thinking_;

  int credits_;
  Step next_ = 0;                   ///< The step to begin, or whose end is to be sent.
  Step ended_ = 0;                  ///< Steps whose end has come back.
  std::optional<Flit> request_;     ///< To be sent.
  std::optional<Cycle> end_after_;  ///< The end of step `next_` is to be sent, then at the earliest.
  Cycle last_sent_ = 0;             ///< The cycle in which it last sent something.
  std::uint64_t awaiting_ = 0;      ///< Bit s modulo 64: the answer of step s is to come.
};

}  // namespace switchyard
