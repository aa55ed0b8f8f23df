#include "testbench/cosim/router/whole_router_lockstep.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <utility>

#include "testbench/cosim/router/vc_router_pins.h"
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_print.h"
#include "testbench/regression/router_neighbours.h"
#include "tests/support/test_bench.h"

void vl_stop(const char* file, int line, const char* scope);  // As Verilator calls it.

namespace switchyard {
namespace {

constexpr NodeId kNode = 5;
constexpr int kPorts = 5;
constexpr int kVcs = 2;

const Design& design() {
  static const Experiment kExperiment = experiment_from(R"(
topology: {kind: torus, radix: [4, 4]}
router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1}
routing: {kind: dimension_order}
traffic: {pattern: uniform, load: 0.5, packet_length: 4}
)");
  return kExperiment.design;
}

const RouterPlaces kPlaces = vc_router_places(kPorts, kVcs);

/// In the place of the RTL: a second model, registers at its outputs and something that spoils them.
class SpoiltModel final : public RtlRouter {
 public:
  using Spoil = std::function<void(Cycle, PinWords&)>;
  SpoiltModel(RtlModel::Now now, Spoil spoil) : cycles_(std::move(now)), spoil_(std::move(spoil)) { clear(); }

  void trace(RtlTrace&) override {}
  std::unique_ptr<WaveGuest> waves() override { return nullptr; }
  void reset() override {
    model_->reset();
    clear();
    cycles_.restart();
  }
  void have_missed_cycles() override {
    cycles_.catch_up([&](Cycle cycle) { return end_cycle(cycle, {}); });
  }
  void finish_cycle() override {
    cycles_.finish([&](Cycle cycle) { return end_cycle(cycle, {}); });
  }
  void step(const PortInputs& inputs) override {
    have_missed_cycles();
    end_cycle(cycles_.use(), inputs);
  }
  const PinLayout& layout() const override { return kPlaces.layout; }
  const RouterPlaces& places() const override { return kPlaces; }
  const PinWords& outputs() const override { return pins_; }

 private:
  void clear() { next_ = PinWords(places_.layout.size()); }
  bool end_cycle(Cycle cycle, const PortInputs& inputs) {
    pins_ = std::exchange(next_, PinWords(places_.layout.size()));
    spoil_(cycle, pins_);
    settled(cycle);
    PortOutputs outputs;
    outputs.clear();
    const bool awake = model_->step(inputs, outputs);
    for (PortId p = 0; p < kPorts; ++p) {
      const auto port = static_cast<std::size_t>(p);
      next_[places_.credit + port] = outputs.credits[port];
      if ((outputs.flit_ports >> p & 1) == 0) continue;
      const auto words = words_of(outputs.flits[port]);
      std::copy(words.begin(), words.end(),
                next_.begin() + static_cast<std::ptrdiff_t>(places_.flit + 4 * port));
    }
    bool busy = awake || outputs.flit_ports != 0 || outputs.credit_ports != 0;
    model_->visit_buffers([&](const BufferView& buffer) { busy |= buffer.occupancy != 0; });
    next_[*places_.busy] = busy ? 1 : 0;
    return false;
  }

  RtlCycles cycles_;
  Spoil spoil_;
  RouterPlaces places_ = kPlaces;
  std::unique_ptr<RouterCore> model_ = design().make_router(kNode);
  PinWords next_;
  PinWords pins_ = next_;
};

/// A pair whose model runs in the traffic of its neighbours in the cycles up to `busy_until`, then never
/// again.
std::string difference(const SpoiltModel::Spoil& spoil, Cycle busy_until, Cycle cycles) {
  std::int64_t now = -1;
  bool stopped = false;
  DivergenceLog log{
      {.recent_events = [](NodeId) { return std::vector<std::string>{}; }, .stop = [&] { stopped = true; }}};
  auto rtl = std::make_unique<SpoiltModel>([&] { return now; }, spoil);
  SpoiltModel& spoilt = *rtl;
  log.watch_assertions(*rtl, kNode);
  WholeRouterLockstep pair(kNode, design(), std::move(rtl), log);
  RouterNeighbours neighbours(design(), kNode, 0.6, 6, 1);
  PortOutputs outputs;
  std::int64_t flits = 0;
  for (now = 0; now < static_cast<std::int64_t>(busy_until); ++now) {
    outputs.clear();
    pair.step(neighbours.next(), outputs);
    neighbours.take(outputs);
    flits += outputs.flit_ports.count();
  }
  EXPECT_GT(flits, 10);
  bool awake = true;
  for (; awake && now < static_cast<std::int64_t>(cycles); ++now) {
    outputs.clear();
    awake = pair.step({}, outputs);
  }
  now = static_cast<std::int64_t>(cycles) - 1;
  spoilt.finish_cycle();
  EXPECT_EQ(stopped, log.first().has_value());
  return log.first() ? describe(*log.first()).substr(0, describe(*log.first()).find('\n')) : "";
}

constexpr Cycle kBusy = 100;
constexpr Cycle kCycles = 1000;

TEST(WholeRouterLockstep, FindsNoDifferenceWhereThereIsNone) {
  EXPECT_EQ(difference([](Cycle, PinWords&) {}, kBusy, kCycles), "");
}

/// Word of a pin, a bit of it, and the cycle in which it is spoilt.
struct Spoilt {
  const char* name;
  std::size_t word;
  int bit;
  Cycle cycle;
};

class WholeRouterLockstepPin : public testing::TestWithParam<Spoilt> {};

TEST_P(WholeRouterLockstepPin, IsComparedInEveryCycle) {
  const Spoilt& spoilt = GetParam();
  const std::string seen = difference(
      [&](Cycle cycle, PinWords& pins) {
        if (cycle == spoilt.cycle) pins[spoilt.word] ^= 1U << spoilt.bit;
      },
      kBusy, kCycles);
  EXPECT_EQ(seen.substr(0, seen.find(" is ")), "RTL and model differ in cycle " +
                                                   std::to_string(spoilt.cycle) +
                                                   ": network.router_5.rtl.vc_router." + spoilt.name);
}

INSTANTIATE_TEST_SUITE_P(
    Pins, WholeRouterLockstepPin,
    testing::Values(Spoilt{"flit_o[0]", kPlaces.flit, 0, 0},                // Nothing has come yet.
                    Spoilt{"flit_o[4]", kPlaces.flit + 19, 31, 60},         // The highest bit of a payload.
                    Spoilt{"flit_o[2]", kPlaces.flit + 10, 25, 700},        // A spare bit, long after.
                    Spoilt{"credit_o[3]", kPlaces.credit + 3, 1, 50},       //
                    Spoilt{"credit_o[0]", kPlaces.credit, 0, kCycles - 1},  // In the last cycle.
                    Spoilt{"busy_o", *kPlaces.busy, 0, 40},                 // It sleeps, the model does not.
                    Spoilt{"busy_o", *kPlaces.busy, 0, 800}),               // The other way round.
    [](const auto& tested) { return "in_cycle_" + std::to_string(tested.param.cycle); });

TEST(WholeRouterLockstep, ReportsAnAssertionThatFailsWithItsPathAndTheCycleWhoseEdgeItSaw) {
  const auto failing = [](const char* when) {
    return [when](Cycle cycle, PinWords&) {
      if (cycle != 42) return;
      for (const char* queue : {"gen_vc[1].i_queue", "gen_vc[0].i_queue"}) {  // The first counts.
        print_of_rtl(
            "[%d] %%Error: flit_fifo.sv:64: Assertion failed in router_5 rtl.registered_router.vc_router.%s."
            "NoOverflow: NoOverflow does not hold%s in somewhere\n",
            0, queue, when);
        vl_stop("router/flit_fifo.sv", 64, "");
      }
    };
  };
  const std::string where =
      ": network.router_5.rtl.vc_router.gen_vc[1].i_queue.NoOverflow (router/flit_fifo.sv:64)";
  EXPECT_EQ(difference(failing(" at a clock edge"), kBusy, kCycles),
            "an assertion of the RTL does not hold in cycle 41" + where);
  EXPECT_EQ(difference(failing(""), kBusy, kCycles),
            "an assertion of the RTL does not hold in cycle 42" + where);
}

TEST(WholeRouterLockstep, ShowsTheVcsOfTheModel) {
  DivergenceLog log{{.recent_events = {}, .stop = {}}};
  WholeRouterLockstep pair(kNode, design(),
                           std::make_unique<SpoiltModel>(RtlModel::Now{}, [](Cycle, PinWords&) {}), log);
  const Flit flit{.packet = 1, .destination = 0, .remaining = 2, .vc = 1, .head = true};
  PortOutputs outputs;
  outputs.clear();
  pair.step({.flit_ports = 1, .flits = &flit}, outputs);
  int occupied = 0;
  pair.visit_buffers([&](const BufferView& buffer) {
    if (buffer.occupancy == 0) return;
    ++occupied;
    EXPECT_EQ(buffer.buffer, (BufferRef{Side::Input, 0, 1}));
    EXPECT_EQ(pair.waits_for(buffer.buffer).size(), 0U);
  });
  EXPECT_EQ(occupied, 1);
}

}  // namespace
}  // namespace switchyard
