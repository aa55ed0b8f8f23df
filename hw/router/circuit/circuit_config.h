#pragma once

#include <array>
#include <string>

#include "hw/alloc/arbiter_starts.h"

namespace switchyard {

/// Parameters of the circuit switch; the words are those of the YAML.
struct CircuitConfig {
  /// What happens to a header whose output is taken.
  enum class Blocking {
    Hold,  ///< It keeps what it has and waits.
    Drop   ///< What it has is released, and its entry tries again later.
  };
  static inline const std::array<std::string, 2> kBlockings{"hold", "drop"};
  /// When flits may follow their header.
  enum class Answer {
    Registered,  ///< When its answer has come back, a stage per cycle.
    None         ///< At once, and they wait with it.
  };
  static inline const std::array<std::string, 2> kAnswers{"registered", "none"};

  Blocking blocking = Blocking::Hold;
  Answer answer = Answer::Registered;
  int entry_buffer = 4;  ///< Flits behind the header at a port where a terminal sends.
  int retry_delay = 16;  ///< Cycles, at most, from a refusal to the next try.
  ArbiterStart arbiter_start = ArbiterStart::Random;
  int round_trip = 2;  ///< Cycles over the longest link and back.

  bool drops() const { return blocking == Blocking::Drop; }
  bool answers() const { return answer == Answer::Registered; }
  /// Flits that a stage keeps at a link: one register, or what comes until the stage before knows that it
  /// waits.
  int stage_depth() const { return answers() ? 1 : round_trip; }
};

}  // namespace switchyard
