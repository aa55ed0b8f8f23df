#include "testbench/cosim/router/own_rtl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "hw/design/proof/buffer_bound.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/cosim/router/rtl_only_router.h"
#include "testbench/engine/level.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A torus of Duato routers for which `rtl` stands, with the model beside it or not.
Design design_with(const OwnRtl& rtl, bool with_model, const std::string& more = "") {
  Catalogs catalogs = standard_catalogs();
  std::vector<Catalog::RouterKind>& kinds = catalogs.hardware.routers;
  Catalog::RouterKind own =
      *std::find_if(kinds.begin(), kinds.end(), [](const auto& kind) { return kind.name == "duato"; });
  own.name = "own";
  own.read = [read = own.read, rtl, with_model](const ConfigNode& root, std::optional<int> queues) {
    std::optional<RouterPlan> plan = read(root, queues);
    plan->traits.rtl = rtl;
    if (!with_model) plan->make = nullptr;
    return plan;
  };
  kinds.push_back(own);
  ConfigDocument document = ConfigDocument::from_text(
      "topology: {kind: torus, radix: [4, 4]}\nrouter: {kind: own, virtual_channels: 3}\n"
      "routing: {kind: duato}\ntraffic: {pattern: uniform, packet_length: 5, load: 0.1}\n" +
          more,
      "test.yaml");
  return read_experiment(document, catalogs).design;
}

std::unique_ptr<OwnRtlRouter> make_nothing(const Design&, NodeId, const RtlOptions&) { return nullptr; }

std::string refusal_at(const std::string& level, const Design& design) {
  return refusal_of(*find_level(level), design).value_or(Refusal{}).reason;
}

TEST(OwnRtl, RunsWithoutTheRtlOfTheProject) {
  const Design design = design_with(make_nothing, /*with_model=*/true);
  for (const char* level : {"fast", "clocked", "rtl_router"})
    EXPECT_EQ(refusal_at(level, design), "") << level;
}

TEST(OwnRtl, WithoutAModelRunsAtOneLevelOnlyAndShowsNoBuffers) {
  const Design design = design_with(make_nothing, /*with_model=*/false);
  EXPECT_EQ(refusal_at("rtl_router", design), "");
  for (const char* level : {"fast", "clocked"}) {
    EXPECT_EQ(refusal_at(level, design),
              "router.kind = own is RTL without a model, which runs at level rtl_router only");
  }
  EXPECT_FALSE(buffer_bound(design).has_value());
  PortOutputs outputs;
  outputs.clear();
  EXPECT_THROW(design.make_router(0)->step({}, outputs), std::logic_error);
}

TEST(OwnRtl, ThatCannotCarryADesignSaysWhyBeforeARun) {
  const OwnRtl refuse = [](const Design&, NodeId, const RtlOptions&) -> std::unique_ptr<OwnRtlRouter> {
    throw std::invalid_argument("it is built for something else");
  };
  EXPECT_EQ(refusal_at("rtl_router", design_with(refuse, /*with_model=*/true)),
            "it is built for something else");
}

std::string refusal_of_pins(const Design& design, int ports, int virtual_channels) {
  try {
    require_own_pins(design, "mine", ports, virtual_channels);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(OwnRtl, IsRefusedWhereItsPinsAreNotThoseOfTheNetwork) {
  const Design design = design_with(make_nothing, /*with_model=*/true);
  EXPECT_EQ(refusal_of_pins(design, 5, 3), "");
  const std::string what = "the RTL mine cannot carry this network: ";
  EXPECT_EQ(refusal_of_pins(design, 5, 2),
            what + "it has 5 ports x 2 virtual channels, and routers here have 5 x 3");
  EXPECT_EQ(refusal_of_pins(design, 4, 3),
            what + "it has 4 ports x 3 virtual channels, and routers here have 5 x 3");
  Design half = design;
  half.router.timing.half_duplex = true;
  Design controlled = design;
  controlled.router.injection_control = true;
  for (const Design& requests : {half, controlled})
    EXPECT_NE(refusal_of_pins(requests, 5, 3).find("no pins for the requests"), std::string::npos);
  const Design faulty = design_with(make_nothing, /*with_model=*/true, "faults: [{link: [0, 1]}]\n");
  EXPECT_EQ(refusal_of_pins(faulty, 5, 3), what + "it needs no faults");
}

TEST(OwnRtl, IsRefusedWhereItIsGivenAnotherSiteThanItTakes) {
  EXPECT_NO_THROW(require_site("mine", 3, 3));
  EXPECT_THROW(require_site("mine", 2, 3), std::invalid_argument);
  EXPECT_THROW(require_site("mine", 4, 3), std::invalid_argument);
}

/// Sends back what has come, one cycle later, and says in which order it was called.
class Echo final : public OwnRtlRouter {
 public:
  explicit Echo(std::string& calls) : calls_(calls) {}

  void trace(RtlTrace&) override {}
  std::unique_ptr<WaveGuest> waves() override { return nullptr; }
  const PinLayout& layout() const override { return places_.layout; }
  const RouterPlaces& places() const override { return places_; }
  const PinWords& outputs() const override { return words_; }
  void finish_cycle() override {}
  void have_missed_cycles() override {}
  void reset() override { calls_ += "reset "; }
  void step(const PortInputs& inputs) override {
    calls_ += "step ";
    came_ = (inputs.flit_ports & 1) != 0 ? inputs.flits[0] : Flit{};
  }
  void drive(PortOutputs& outputs) override {
    calls_ += "drive ";
    if (came_.valid()) outputs.send(0, came_);
  }

 private:
  std::string& calls_;
  RouterPlaces places_{"", 1, 1};
  PinWords words_;
  Flit came_;
};

TEST(RtlOnlyRouter, PutsOnTheLinksWhatTheRtlDrivesAndIsClockedInEveryCycle) {
  std::string calls;
  RtlOnlyRouter router(std::make_unique<Echo>(calls));
  router.reset();
  const Flit flit{.packet = 7, .destination = 3, .remaining = 1, .head = true};
  PortOutputs outputs;
  outputs.clear();
  EXPECT_TRUE(router.step({.flit_ports = 1, .flits = &flit}, outputs));
  EXPECT_EQ(outputs.flit_ports, 1U);
  EXPECT_EQ(outputs.flits[0], flit);
  outputs.clear();
  EXPECT_TRUE(router.step({}, outputs));
  EXPECT_EQ(outputs.flit_ports, 0U);
  EXPECT_EQ(calls, "reset step drive step drive ");
}

}  // namespace
}  // namespace switchyard
