#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/router/combining/merge_follower.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_memory.h"
#include "hw/router/combining/ranade_merge.h"
#include "hw/router/combining/ranade_phases.h"
#include "hw/router/combining/ranade_split.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Node of a butterfly that combines requests to one address on their way to a shared memory: each step of
/// the machine is a step of a concurrent-read, concurrent-write PRAM with multiprefix.
///
/// Node (column c, row r) of C columns is processor C r + c. Phase 1 runs along the row, columns 1, ..., C-1,
/// 0, and takes up the requests of its processors; phase 2 through all columns to the row of the memory
/// module; phase 3 along that row, columns 1, ..., C-1, 0, past the memory, which turns requests into replies
/// in passing; phases 4, 5, 6 are 3, 2, 1 backwards. Columns differ in their switches:
///
///   column       1 .. C-1                                     0
///   collect      phase 1: row and processor to row            phase 1 into 2: processor and row to 2 x up
///   route        phase 2: 2 x down to 2 x up                  phase 2 into 3: 2 x down to row
///   past_memory  phase 3                                      phase 3 into 4
///   back         phase 4                                      -
///   back_route   phase 5, the reverse of route                phase 4 into 5
///   back_collect phase 6, the reverse of collect              phase 5 into 6
///
/// Where switches share a link, the one nearest to the end of the way goes first, ghosts go last.
///
/// Ports:     in[p], out[p] as in Butterfly; the last is the terminal port. One message per flit.
/// Config:    see RanadeConfig. `queue` >= 1 and `directions` >= 1.
/// Timing:    1 cycle from a message's arrival to its output register, in every phase, if nothing holds it.
///            No request leaves column 0 before the ends of its whole row, so an operation of column c takes
///            C - 1 hops to get there, 4 C through the columns and C - c (from column 0: none) back, and one
///            cycle at each end: at most 6 C with links of latency 1. Full rate needs queues of twice the
///            link_latency; a queue of one halves it.
/// Deadlock:  free, by induction on labels: no switch ever holds a message back for one with a greater label.
///            A queue and a direction FIFO hold messages in the order of their labels; and of two inputs of
///            which one is empty, the other learns from ghosts that nothing less will come, as the message
///            with the least label of all is no longer upstream of it. tests/property/ranade_model_test.cpp
///            walks through all states of two rows.
/// Livelock:  free: every way is fixed and finite, and a step has a finite number of messages and ghosts.
/// Faults:    see RanadePaths. A switch is built without the links that are not there.
/// Errors:    std::invalid_argument if the butterfly has neither one nor three straight links,
///            std::logic_error on a broken link protocol.
/// Differs:   from the paper: labels carry the step; three direction bits instead of two, so that reply
///            streams need no labels; the floor of an input, which ghosts raise, is no place in its queue; a
///            word may be read and changed in one step by one request, which gets both words back.
/// Source:    Ranade, Bhatt, Johnsson, "The Fluent Abstract Machine", 1988, as Felperin, Gravano, Pifarre,
///            Sanz, Proc. IEEE 1991, have it in section V.
class RanadeRouter final : public RouterCore {
 public:
  /// Without `make_merge` it merges by itself in phase 2.
  RanadeRouter(const RanadeConfig& config, NodeId node, const MergeFactory& make_merge = {});
  RanadeRouter(const RanadeRouter&) = delete;  // Its parts point into it.

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void prefetch_state() const override;
  void prefetch_flits(const PortInputs& inputs) const override;
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

  /// Between cycles its words may be changed by who may only look at the router: a debugger.
  RanadeMemory& memory() const { return memory_; }

  /// A switch: what comes in through any of the inputs leaves through any of the outputs.
  struct Switch {
    std::vector<StreamPlace> in;
    std::vector<StreamPlace> out;
    bool merges = false;  ///< Compares the labels of its inputs, and so waits for one to go on with another.
  };
  std::vector<Switch> switches() const;

  /// Where its streams cross the border, if they are there. [0, 1] and [2, 3]: those that come in to the
  /// switch collect, and that leave it; [4, 5] and [6, 7]: of route; [8] and [9]: past the memory. Replies go
  /// the other way.
  std::array<std::optional<StreamPlace>, 10> places() const;

  /// What is known of a stream at its beginning.
  struct Outlook {
    Label told;         ///< What the far end was told: a bound, or the last end of a step.
    Label known;        ///< What this end knows; ghosts tell it soon.
    StreamPlace waits;  ///< The input that its next message, or the request to it, comes through.
  };
  Outlook outlook(StreamPlace output) const;
  /// What the far end of the stream has told.
  Label floor(StreamPlace input) const { return inputs_[input_at_[index(input)]].floor(); }

 private:
  /// In the order of their streams.
  enum Part : std::uint8_t { kCollect, kRoute, kPastMemory, kBack, kBackRoute, kBackCollect };
  using PartMask = unsigned;
  using Index = std::size_t;

  static constexpr Index kStreams = 10;  ///< Inputs, and outputs: two of a switch, one of phases 3 and 4.
  static constexpr std::array<Part, kStreams> kPartOf{kCollect,     kCollect,    kRoute,     kRoute,
                                                      kPastMemory,  kBack,       kBackRoute, kBackRoute,
                                                      kBackCollect, kBackCollect};
  static constexpr std::array<Index, 6> kFirstOf{0, 2, 4, 5, 6, 8};
  static constexpr int kVcsPerPort = RanadePhases::kStraightStreams;
  static constexpr Index kPlaces = 9 * kVcsPerPort;
  static constexpr std::uint8_t kNoStream = kStreams;

  void follow(const MergeFactory& make_merge, NodeId node);
  void connect_row(const RanadePhases& phases);
  void connect_columns(const RanadePhases& phases, NodeId node);
  void connect_input(Part part, Index number, StreamPlace place);
  void connect_output(Part part, Index number, StreamPlace place, bool merges = false);
  PartMask accept(const PortInputs& inputs);
  bool split(SplitSwitch& back, MergeSwitch& merge, Part merge_part, PartMask& due, PortOutputs& outputs);
  bool pass(Part part, PortOutputs& outputs);
  Flit past_memory(const Flit& flit);
  std::vector<WaitFor> waits_of_passage(Part part) const;
  static std::vector<WaitFor> waits_of(const MergeSwitch& merge, const SplitSwitch& back, std::size_t input);
  static std::vector<WaitFor> waits_of(const SplitSwitch& split, const DirectionFifo& directions,
                                       std::size_t input);
  static Index index(StreamPlace place) { return place.port * kVcsPerPort + place.vc; }
  StreamInput* inputs_of(Part part) { return &inputs_[kFirstOf[part]]; }
  StreamOutput* outputs_of(Part part) { return &outputs_[kFirstOf[part]]; }

  PartMask again_ = 0;  ///< Parts that may do more without new inputs.
  std::array<std::uint8_t, kPlaces>
      input_at_;  ///< By index() of its place; kNoStream: nothing comes in there.
  std::array<std::uint8_t, kPlaces> output_at_;
  std::array<StreamInput, kStreams> inputs_;
  std::array<StreamOutput, kStreams> outputs_;
  ModuleId module_;
  MergeSwitch collect_;
  MergeSwitch route_;
  std::unique_ptr<MergeFollower> follower_;  ///< Null: route_ decides.
  SplitSwitch back_route_;
  SplitSwitch back_collect_;
  std::vector<Flit> slots_;  ///< Of all queues.
  mutable RanadeMemory memory_;
  const RanadeConfig config_;
};

}  // namespace switchyard
