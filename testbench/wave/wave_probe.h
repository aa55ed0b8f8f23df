#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/terminal/terminal.h"
#include "testbench/wave/gtkw.h"
#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_layout.h"

namespace switchyard {

struct WaveOptions {
  std::filesystem::path file;  ///< A VCD, or an FST if it is called .fst.
  std::vector<NodeId> nodes;   ///< Empty: all.
  Cycle from = 0;              ///< First and last cycle to dump.
  Cycle to = kNever;
};

/// Makes the folder of a wave file, and checks that it and what is beside it can be written.
void prepare_wave_files(const std::filesystem::path& file);

/// Dumps the links and buffers of the selected routers as waves; the same bytes at every level.
///
/// Scopes:  network.router_<n>.port_<name>.{in, out, vc_<v>}; for the names of ports see port_names().
///          network.router_<n>.queue_<q>: a central queue, how full it is and its oldest packet.
///          Guests of a router are in its scope, after its ports; they change as the pins do.
///          `in` is what the node receives from the link: the flit and the credits for its output VCs.
///          `faulty` is there if links come and go: whether the node sees the port's link out of order.
///          `out` is what it drives, shown where it arrives: with link latency L, L - 1 cycles after it has
///          left. Fields of a flit, and the packet of a buffer or queue, are z when none is there. Buffers
///          are those of RouterCore::visit_buffers().
/// Timing:  1 ps; edge k of the clock rises at k + 0.5 ns; edges 0 and 1 are in reset; cycle c is edge c + 2.
///          At that edge `cycle` and the buffers take their values after cycle c, and the pins take the
///          values that cycle c + 1 will sample. The dump begins at the edge before cycle `from`, or at 0 ns;
///          what it cannot know is x: buffers before the first cycle unless that is 0, pins after the last.
/// Errors:  std::invalid_argument for an empty window or a node that does not exist; std::system_error if the
///          file cannot be written; std::logic_error if end_cycle() leaves out a cycle of the window.
class WaveProbe final : public LinkObserver {
 public:
  /// `guest` and `bench` may be null; they must outlive the probe.
  WaveProbe(const Design& design, WaveOptions options, WaveGuest* guest = nullptr,
            WaveScope* bench = nullptr);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    show_arrivals(now, layout_.router_pin(node, 0), arrivals);
  }
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override;

  /// Whether the cycle is in the window.
  bool covers(Cycle cycle) const { return cycle >= options_.from && cycle <= options_.to; }
  /// To be called after every cycle of the window, and at will after others.
  void end_cycle(Cycle now, const Network& network);
  /// The view opens there, with the signals, called by their full names, on its first lines. The dump goes on
  /// for a while after its last cycle, the clock at rest, so that there is room for what they show.
  void mark(Cycle cycle, std::string name, std::vector<std::string> signals);
  /// Completes the file and writes the GTKWave view beside it. Without it no file is left behind.
  void close();

  Cycle cycles_dumped() const { return next_ - options_.from; }
  std::uint64_t size() const { return vcd_.size(); }  ///< Bytes so far.

 private:
  void begin();
  void show_bench(VcdWriter::Time time);
  void idle(const WaveLayout::Bundle& bundle);
  void show_arrivals(Cycle now, std::size_t first_pin, const PortInputs& arrivals);
  void show(std::uint32_t bundle_index, PortId port, const PortInputs& arrivals);
  void show_faults(Cycle now);
  void show_buffers(const WaveLayout::Router& router, const RouterCore& core);

  WaveOptions options_;
  WaveGuest* guest_;
  WaveScope* bench_;
  WaveLayout layout_;
  VcdWriter vcd_;
  std::vector<std::uint32_t> busy_;  ///< Bundles to idle after this cycle.
  std::shared_ptr<const Topology> topology_;
  std::vector<PortChange> fault_changes_;
  std::size_t next_change_ = 0;
  Cycle next_;  ///< The cycle that end_cycle() expects.
  std::optional<WaveMark> mark_;
};

}  // namespace switchyard
