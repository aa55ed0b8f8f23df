#include "testbench/wave/wave_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"
#include "testbench/file/pending_file.h"
#include "testbench/wave/fst.h"
#include "testbench/wave/gtkw.h"

namespace switchyard {
namespace {

using Time = VcdWriter::Time;

constexpr Time kHalfPeriod = 500;  // ps
constexpr Time kPeriod = 2 * kHalfPeriod;
constexpr Cycle kResetEdges = 2;
constexpr Time kPageAfterMark =
    30 * kPeriod;  ///< GTKWave takes no start whose page goes beyond the last time.

/// The rising edge of a cycle, and the one before it: when the pins that the cycle samples take their values.
Time edge_of(Cycle cycle) { return (cycle + kResetEdges) * kPeriod + kHalfPeriod; }
Time edge_before(Cycle cycle) { return edge_of(cycle) - kPeriod; }

Time start_of(const WaveOptions& options) { return options.from == 0 ? 0 : edge_before(options.from); }

/// What is written while the network runs.
std::filesystem::path dump_of(const std::filesystem::path& file) {
  return is_fst(file) ? std::filesystem::path(file.string() + ".vcd") : file;
}

/// The same options with the nodes in order, each once.
WaveOptions checked(WaveOptions options, NodeId node_count) {
  if (options.from > options.to) {
    throw std::invalid_argument(
        fmt::format("waves from cycle {} to cycle {}: nothing to dump", options.from, options.to));
  }
  std::vector<NodeId>& nodes = options.nodes;
  if (nodes.empty()) {
    nodes.resize(node_count);
    std::iota(nodes.begin(), nodes.end(), NodeId{0});
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (nodes.back() >= node_count) {
    throw std::invalid_argument(
        fmt::format("waves of node {}: nodes are 0..{}", nodes.back(), node_count - 1));
  }
  return options;
}

}  // namespace

void prepare_wave_files(const std::filesystem::path& file) {
  for (const std::filesystem::path& each : {file, dump_of(file)}) prepare_file(each);
  if (has_view(file)) prepare_file(gtkw_path(file));
}

WaveProbe::WaveProbe(const Design& design, WaveOptions options, WaveGuest* guest, WaveScope* bench)
    : options_(checked(std::move(options), design.topology->node_count())),
      guest_(guest),
      bench_(bench),
      layout_(design, options_.nodes, guest, bench),
      vcd_(dump_of(options_.file), "1 ps", layout_.tree, start_of(options_)),
      topology_(design.topology),
      fault_changes_(port_changes(*design.topology, design.faults)),
      next_(options_.from) {
  if (guest_ != nullptr) guest_->dump(options_.from, options_.to);
  begin();
}

/// Nothing on the link.
void WaveProbe::idle(const WaveLayout::Bundle& bundle) {
  vcd_.set(bundle.valid, 0);
  for (WireId wire = bundle.vc; wire != bundle.credit; ++wire) vcd_.set_absent(wire);
  for (WireId wire = bundle.credit; wire != bundle.end; ++wire) vcd_.set(wire, 0);
}

/// Brings the clock to the edge before the first cycle.
void WaveProbe::begin() {
  for (const WaveLayout::Bundle& bundle : layout_.bundles) idle(bundle);
  if (options_.from != 0) {
    for (const WaveLayout::Router& router : layout_.routers) {
      for (const auto& [port, wire] : router.faulty) vcd_.set(wire, 0);
    }
    show_faults(options_.from);
    vcd_.set(layout_.clk, 1);
    vcd_.set(layout_.rst_n, 1);
    vcd_.set(layout_.cycle, options_.from - 1);
    show_bench(start_of(options_));
    return;
  }
  for (WireId wire = 0; wire < layout_.tree.wire_count(); ++wire) {
    if (wire != layout_.cycle) vcd_.set(wire, 0);
  }
  for (const WaveLayout::Bundle& bundle : layout_.bundles) idle(bundle);
  for (const WaveLayout::Router& router : layout_.routers) {
    for (const auto& buffer : router.buffers) {
      if (buffer) vcd_.set_absent(buffer->packet);
    }
  }
  show_faults(0);
  show_bench(0);
  for (Cycle edge = 0; edge < kResetEdges; ++edge) {
    if (edge != 0) {
      vcd_.advance(edge * kPeriod);
      vcd_.set(layout_.clk, 0);
    }
    vcd_.advance(edge * kPeriod + kHalfPeriod);
    vcd_.set(layout_.clk, 1);
  }
}

void WaveProbe::at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) {
  const std::size_t pin = layout_.terminal_pin(terminal);
  if (!topology_->attachment(terminal).is_split()) return show_arrivals(now, pin, arrivals);
  PortInputs flits = arrivals;
  flits.credit_ports = 0;
  show_arrivals(now, pin, flits);
  PortInputs credits = arrivals;
  credits.flit_ports = 0;
  show_arrivals(now, pin + 1, credits);
}

void WaveProbe::show_arrivals(Cycle now, std::size_t first_pin, const PortInputs& arrivals) {
  if (!covers(now)) return;
  const PortMask ports = arrivals.flit_ports | arrivals.credit_ports | arrivals.request_ports;
  for_each_bit(ports, [&](PortId p) {
    const WaveLayout::ShownAs& shown_as = layout_.shown_as[first_pin + p];
    for (const std::uint32_t bundle : {shown_as.in, shown_as.out}) {
      if (bundle != WaveLayout::ShownAs::kNothing) show(bundle, p, arrivals);
    }
  });
}

/// The one that receives a flit on a link returns credits on it: a bundle takes both from the same arrivals.
void WaveProbe::show(std::uint32_t bundle_index, PortId port, const PortInputs& arrivals) {
  const WaveLayout::Bundle& bundle = layout_.bundles[bundle_index];
  const auto mask = bit<PortMask>(port);
  if ((arrivals.flit_ports & mask) != 0) {
    const Flit& flit = arrivals.flits[port];
    vcd_.set(bundle.valid, 1);
    vcd_.set(bundle.vc, flit.vc);
    vcd_.set(bundle.head, flit.head);
    vcd_.set(bundle.tail, flit.tail());
    vcd_.set(bundle.packet, flit.packet);
    vcd_.set(bundle.destination, flit.destination);
    vcd_.set(bundle.remaining, flit.remaining);
  }
  if ((arrivals.credit_ports & mask) != 0) vcd_.set(bundle.credit, arrivals.credits[port]);
  if ((arrivals.request_ports & mask) != 0 && bundle.request) vcd_.set(*bundle.request, 1);
  busy_.push_back(bundle_index);
}

void WaveProbe::end_cycle(Cycle now, const Network& network) {
  if (!covers(now)) return;
  if (now != next_) {
    throw std::logic_error(fmt::format("WaveProbe: cycle {} comes where {} is due", now, next_));
  }
  ++next_;

  if (guest_ != nullptr) guest_->sample(vcd_);  // With the pins that cycle `now` samples.
  vcd_.advance(edge_of(now) - kHalfPeriod);
  vcd_.set(layout_.clk, 0);
  vcd_.set(layout_.rst_n, 1);
  show_bench(edge_of(now) - kHalfPeriod);

  vcd_.advance(edge_of(now));
  show_bench(edge_of(now));
  vcd_.set(layout_.clk, 1);
  vcd_.set(layout_.cycle, now);
  show_faults(now + 1);
  for (const WaveLayout::Router& router : layout_.routers) show_buffers(router, network.router(router.node));
  for (const std::uint32_t index : std::exchange(busy_, {})) idle(layout_.bundles[index]);
}

void WaveProbe::show_bench(Time time) {
  if (bench_ != nullptr) bench_->sample(vcd_, time);
}

/// What the routers see of their links in cycle `now`.
void WaveProbe::show_faults(Cycle now) {
  for (; next_change_ != fault_changes_.size() && fault_changes_[next_change_].at <= now; ++next_change_) {
    const PortChange& change = fault_changes_[next_change_];
    for (const WaveLayout::Router& router : layout_.routers) {
      if (router.node != change.node) continue;
      for (const auto& [port, wire] : router.faulty) vcd_.set(wire, change.faulty >> port & 1);
    }
  }
}

void WaveProbe::show_buffers(const WaveLayout::Router& router, const RouterCore& core) {
  std::size_t index = 0;
  core.visit_buffers([&](const BufferView& view) {
    const std::optional<WaveLayout::Buffer>& buffer = router.buffers[index++];
    if (!buffer) return;
    vcd_.set(buffer->occupancy, view.occupancy);
    if (view.front != nullptr) {
      vcd_.set(buffer->packet, view.front->packet);
    } else {
      vcd_.set_absent(buffer->packet);
    }
    if (buffer->allocated) vcd_.set(*buffer->allocated, view.allocated);
  });
}

void WaveProbe::mark(Cycle cycle, std::string name, std::vector<std::string> signals) {
  mark_ = WaveMark{edge_of(cycle), std::move(name), std::move(signals)};
}

void WaveProbe::close() {
  for (const WaveLayout::Bundle& bundle : layout_.bundles) {
    for (WireId wire = bundle.valid; wire != bundle.end; ++wire) vcd_.set_unknown(wire);
  }
  vcd_.advance(edge_before(next_) + kHalfPeriod);
  vcd_.set(layout_.clk, 0);
  if (mark_) {
    vcd_.advance(edge_before(next_) + kHalfPeriod + kPageAfterMark);
    vcd_.set_unknown(layout_.cycle);
  }
  vcd_.close();
  if (is_fst(options_.file)) convert_to_fst(dump_of(options_.file), options_.file);
  if (has_view(options_.file)) write_gtkw(options_.file, layout_.tree, start_of(options_), mark_);
}

}  // namespace switchyard
