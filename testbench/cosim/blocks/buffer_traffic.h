#pragma once

#include <array>
#include <optional>

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/model_buffers_block.h"

namespace switchyard {

/// What may stand around the buffers of a mesh node: neighbours that send what could have come their way, and
/// only where they are invited, and withhold what they like.
///
/// Now and then all is let out; then a packet may begin here, and a single bank gets the other colour. It
/// asks a model of the buffers for the signals to the neighbours.
class BufferTraffic {
 public:
  BufferTraffic(int size, RandomStream& random);

  /// `density`: of what arrives; `stalls`: of what is withheld.
  BufferInputs next(double density, double stalls);

 private:
  static constexpr int kQuiet = 2;  ///< Cycles after which all are invited.

  struct Stream {
    Colour colour = Colour::Black;
    MeshPlace to{};
  };

  bool with(double probability) { return random_.unit() < probability; }
  int below(int limit) { return random_.below(limit); }
  Colour some_colour() { return static_cast<Colour>(below(2)); }
  bool is_quiet() const { return quiet_cycles_ >= kQuiet; }
  void put(PortId port, Colour colour, BufferType type, const MeshPlace& to, BufferInputs& inputs);
  MeshPlace destination();
  void arrive(PortId port, BufferInputs& inputs);
  void begin(BufferInputs& inputs);

  RandomStream& random_;
  int banks_;
  MeshPlace here_;
  std::uint64_t starts_;
  Colour colour_ = Colour::Black;    ///< Of a single bank.
  std::array<Stream, 4> streams_{};  ///< [port]: what came last.
  std::uint64_t withheld_;           ///< By the neighbours; all as it begins, so that what begins then stays.
  std::array<std::uint64_t, 2> told_{};  ///< Signals of the cycle before, and of that before it.
  int cycles_ = 0;
  int held_ = 0;               ///< Packets.
  int quiet_cycles_ = kQuiet;  ///< In which nothing was held.
  int until_drain_ = 0;
  ModelBuffersBlock twin_;
};

}  // namespace switchyard
