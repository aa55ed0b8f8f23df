#pragma once

#include "hw/router/mesh/buffer_follower.h"
#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/mesh/painting_unit.h"
#include "hw/router/mesh/sorting_unit.h"

namespace switchyard {

/// Node of a square mesh that runs the many-to-one algorithm with its neighbours: it sorts, colours and
/// routes the packets of all processors, with sixteen buffers of one packet each.
///
/// Its processor gives it its packet and a command for every phase (MeshCommand), all nodes in the same
/// cycle; within a phase neighbours alone tell it what to do. Between the routing phases a node holds one
/// packet, in a place of its own, where white packets wait while black ones travel. When its colour's phase
/// begins, a packet is put into the STRAIGHT buffers opposite to its way. Two buffers each of TURN_LEFT,
/// TURN_RIGHT and STRAIGHT are at the north and south side of a node for black packets, at the east and west
/// side for white ones, and two STRAIGHT at each of the other sides. A packet that arrives belongs to the
/// processor at once, from whichever link it comes.
///
/// Ports:     in[p], out[p] as in Grid, the last is the terminal port: commands in, maxima out, and packets
///            that are at home when their phase begins. VCs of a link: TurnBuffers, kExchangeVc,
///            kTokenVc.
///            A credit bit is a signal: it withholds the invitation to send to that VC in the next cycle.
///            The paper's bits, inverted, so that a node that has nothing to do has nothing to say.
/// Config:    queue (packets per buffer type, 2..1024), banks (1: sixteen buffers, 2: thirty-two).
/// Timing:    a packet leaves in the cycle in which it arrives: 1 cycle per hop. A pair of buffers passes
///            1 packet/cycle. A sorting step, a hop of a painter or searcher: 1 cycle. Needs link_latency 1.
/// Deadlock:  free, see TurnBuffers; livelock: free, every hop brings nearer.
/// Errors:    std::logic_error if a buffer overflows, or a phase begins before the packets of the one before
///            have arrived.
/// RTL:       rtl/mesh/node_buffers.sv: buffers, signals and conflict rules.
/// Differs:   signals count the invitation given before, or a pair would hold three packets. Turns from both
///            sides take turns. The maximum spreads from all nodes to all, not to the centre and back.
/// Source:    Makedon, Symvonis, "Optimal algorithms for the many-to-one routing problem on two-dimensional
///            meshes", Microprocessors and Microsystems 1993.
class Mesh16Router final : public RouterCore {
 public:
  /// Without `make_buffers` its buffers are its own.
  Mesh16Router(const Mesh16Config& config, MeshPlace here, std::uint64_t seed,
               const BufferFactory& make_buffers = {});
  Mesh16Router(const Mesh16Router&) = delete;  // What follows its buffers points to them.

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;

  void prefetch_state() const override {
    for (const TurnBufferBank& bank : buffers_.banks()) __builtin_prefetch(&bank);
  }
  void prefetch_flits(const PortInputs&) const override {
    if (mode_ == Mode::Routing) buffers_.prefetch();
  }

  /// Two VCs for each pair of buffers: its oldest packet, and what is behind that. Then its own place.
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::string buffer_name(const BufferRef& buffer) const override;
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override;

 private:
  enum class Mode : std::uint8_t { Idle, Sorting, Painting, Maximum, Routing };

  static constexpr PortId kTerminal = TurnBuffers::kPorts;

  void begin(const Flit& command, PortOutputs& outputs);
  void begin_routing(std::uint32_t colours, PortOutputs& outputs);
  bool proceed(const PortInputs& inputs, PortOutputs& outputs);
  void end_phase();
  bool step_maximum(const PortInputs& inputs, PortOutputs& outputs);
  bool step_routing(const PortInputs& inputs, PortOutputs& outputs);
  void place(Colour colour);

  Mode mode_ = Mode::Idle;
  MeshCommand command_ = MeshCommand::Load;
  MeshPlace here_;
  NodeId node_;
  PortMask links_;
  NodeBuffers buffers_;
  std::unique_ptr<BufferFollower> follower_;  ///< Null: buffers_ decide.
  Flit packet_;                               ///< In the node's own place; to kNoPacket if there is none.
  Colour colour_ = Colour::White;             ///< Of that packet.
  SortingUnit sorting_;
  PaintingUnit painting_;
  std::uint32_t count_ = 0;  ///< The most packets for one processor, as far as is known here.
  std::uint32_t told_count_ = 0;
};

}  // namespace switchyard
