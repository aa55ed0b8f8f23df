#pragma once

#include <array>

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/model_tag_block.h"

namespace switchyard {

/// What may stand around the crosspoints of a circuit switch: inputs whose packets have a header and flits
/// behind it, and outputs that answer or refuse the headers which have come to them.
///
/// It asks a model of the switch who has got an output.
class TagTraffic {
 public:
  /// `kind`: which of the three policies: hold with answers, hold without, drop.
  TagTraffic(int size, std::uint64_t kind, RandomStream& random);

  /// `density`: of what is offered and answered; `stalls`: of outputs without room.
  TagInputs next(double density, double stalls);

 private:
  struct Packet {
    std::uint64_t tag = 0;
    int flits = 0;      ///< That have not left; 0: there is none.
    bool left = false;  ///< The header has.
    bool told = false;  ///< That it is answered.
  };

  bool with(double probability) { return random_.unit() < probability; }
  void offer(double density, TagInputs& inputs);
  void answer(double density, TagInputs& inputs);
  void follow(const TagInputs& inputs, const TagOutputs& outputs);

  RandomStream& random_;
  TagShape shape_;
  TagInputs straps_;
  std::array<Packet, kLargestTagSwitch> packets_{};  ///< [input]
  std::uint64_t unanswered_ = 0;                     ///< Outputs whose header is.
  ModelTagBlock twin_;
};

}  // namespace switchyard
