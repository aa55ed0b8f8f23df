#include "testbench/run/level.h"

#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "tlm/fast_network.h"

namespace switchyard {
namespace {

/// Clock edges that see the reset; then comes cycle 0.
constexpr int kResetCycles = 2;

sc_core::sc_time first_edge() { return kClockPeriod * 0.5; }

void advance(Cycle cycles) { sc_core::sc_start(kClockPeriod * static_cast<double>(cycles)); }

class FastRun final : public RunningNetwork {
 public:
  FastRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : network_("network", design, make_terminal, observer, first_edge() + kClockPeriod * kResetCycles,
                 kClockPeriod) {
    advance(kResetCycles);
  }
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  void run(Cycle cycles) override { advance(cycles); }

 private:
  FastNetwork network_;
};

class ClockedRun final : public RunningNetwork {
 public:
  ClockedRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : clock_("clk", kClockPeriod, 0.5, first_edge(), /*posedge_first=*/true),
        network_("network", design, make_terminal, observer) {
    network_.clk_i(clock_);
    network_.rst_ni(reset_n_);
    advance(kResetCycles);
    reset_n_.write(true);
  }
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  void run(Cycle cycles) override { advance(cycles); }

 private:
  sc_core::sc_clock clock_;
  sc_core::sc_signal<bool> reset_n_{"rst_n"};
  ClockedNetwork network_;
};

template <class Run>
std::unique_ptr<RunningNetwork> build(const Design& design, const TerminalFactory& make_terminal,
                                      LinkObserver* observer) {
  return std::make_unique<Run>(design, make_terminal, observer);
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> kLevels{
      {"fast", "the cores without pins, stepped by one process", build<FastRun>},
      {"clocked", "a module per router with clock, reset, flit and credit pins", build<ClockedRun>}};
  return kLevels;
}

}  // namespace switchyard
