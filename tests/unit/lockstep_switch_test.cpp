#include "testbench/cosim/switch/lockstep_switch.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

const SwitchShape kShape{.ports = 4,
                         .virtual_channels = 4,
                         .crossbar_size = 4,
                         .allocates_vcs = true,
                         .vc_allocator = AllocatorConfig{}};
constexpr NodeId kNode = 7;

/// What a model does, as pins; `spoil` changes what comes out.
class FakeRtl final : public RtlSwitch {
 public:
  using Spoil = std::function<void(Cycle, const SwitchPlaces&, PinWords&)>;

  explicit FakeRtl(Spoil spoil) : spoil_(std::move(spoil)), model_(kShape) {
    places_.vcs_per_port = 4;
    places_.words_of_row = 1;
    for (int p = 0; p < 4; ++p) layout_.add("link_arbiter_" + std::to_string(p) + ".gnt_o", 4);
    places_.grants = layout_.add("allocator.gnt_o", 4, 4);
    places_.vc_grants = layout_.size();
    for (int p = 0; p < 4; ++p) layout_.add("input_arbiter_" + std::to_string(p) + ".gnt_o", 4);
    places_.header_grants = layout_.add("vc_allocator.gnt_o", 16, 16);
    places_.matching = layout_.add("vc_matching.gnt_o", 16, 16);
    places_.flits = layout_.add("crossbar.data_o", 128, 4);
    outputs_.resize(layout_.size());
  }

  void trace(RtlTrace&) override {}
  std::unique_ptr<WaveGuest> waves() override { return nullptr; }
  void reset() override { model_.reset(); }
  void request_output_vc(PortId port, VcMask requests) override {
    outputs_[places_.link_grant(port)] = model_.pick_output_vc(port, requests);
  }
  void request_input_vc(PortId port, VcMask requests) override {
    outputs_[places_.vc_grant(port)] = model_.pick_input_vc(port, requests);
  }
  void request_ports(std::span<const PortMask> requests) override {
    std::array<PortMask, 4> grants{};
    model_.allocate(requests, grants);
    std::copy_n(grants.begin(), 4, outputs_.data() + places_.grants);
  }
  void request_vcs(std::span<const VcRequest> requests) override {
    std::vector<VcRequest> asked(requests.begin(), requests.end());
    model_.allocate_vcs(asked);
    for (const VcRequest& request : asked) {
      if (request.granted) outputs_[places_.header_word(request)] |= places_.header_bit(request);
    }
  }
  void request_matching(std::span<const std::uint64_t> requests) override {
    std::array<std::uint64_t, 16> grants{};
    model_.match_vcs(requests, grants);
    for (std::size_t vc = 0; vc < grants.size(); ++vc)
      outputs_[places_.matching + vc] = static_cast<std::uint32_t>(grants[vc]);
  }
  void send(std::size_t, std::size_t output, const Flit& flit) override {
    const FlitWords words = bytes_of(flit);
    std::copy(words.begin(), words.end(), outputs_.data() + places_.flit(output));
  }
  const PinWords& evaluate() override { return outputs_; }
  const PinWords& outputs() const override { return outputs_; }
  void end_cycle() override {
    if (spoil_) spoil_(cycle_, places_, outputs_);
    settled(cycle_++);
    std::fill(outputs_.begin(), outputs_.end(), 0);
  }
  void finish_cycle() override {}
  const PinLayout& layout() const override { return layout_; }
  const SwitchPlaces& places() const override { return places_; }

 private:
  Spoil spoil_;
  ModelSwitch model_;
  PinLayout layout_;
  SwitchPlaces places_;
  PinWords outputs_;
  Cycle cycle_ = 0;
};

class LockstepSwitchTest : public testing::Test {
 protected:
  std::unique_ptr<LockstepSwitch> pair_with(FakeRtl::Spoil spoil) {
    return std::make_unique<LockstepSwitch>(kNode, kShape, std::make_unique<FakeRtl>(std::move(spoil)), log_);
  }
  VcMask random_vcs() { return static_cast<VcMask>(1 + dice_.below(15)); }

  /// A cycle in which each block is asked or not.
  void run_cycle(LockstepSwitch& pair) {
    std::array<PortMask, 4> requests{};
    std::array<PortMask, 4> grants{};
    for (std::size_t i = 0; i < 4; ++i) requests[i] = dice_.below(16);
    if (dice_.below(2) == 0) pair.allocate(requests, grants);
    if (dice_.below(2) == 0) pair.pick_output_vc(static_cast<PortId>(dice_.below(4)), random_vcs());
    if (dice_.below(2) == 0) pair.pick_input_vc(static_cast<PortId>(dice_.below(4)), random_vcs());
    std::array<VcRequest, 2> headers{{{.port = static_cast<PortId>(dice_.below(3))}, {.port = 3, .vc = 1}}};
    if (dice_.below(2) == 0) pair.allocate_vcs(headers);
    std::array<std::uint64_t, 16> head_flits{};
    std::array<std::uint64_t, 16> matched{};
    for (std::uint64_t& requests_of_one : head_flits) requests_of_one = dice_.next() & dice_.next() & 0xffff;
    if (dice_.below(2) == 0) pair.match_vcs(head_flits, matched);
    if (dice_.below(2) == 0) pair.cross(1, dice_.below(4), {.packet = dice_.below(1000)});
    pair.end_cycle();
  }

  int stops_ = 0;
  DivergenceLog log_{
      {.recent_events = [](NodeId node) { return std::vector<std::string>{"at " + std::to_string(node)}; },
       .stop = [this] { ++stops_; }}};
  RandomStream dice_{1, 0, Purpose::Arrival};
};

TEST_F(LockstepSwitchTest, EqualBlocksAreNotReported) {
  const auto pair = pair_with(nullptr);
  for (int cycle = 0; cycle < 1000; ++cycle) run_cycle(*pair);
  EXPECT_FALSE(log_.first().has_value());
  EXPECT_EQ(stops_, 0);
}

/// Whether anything was asked for in the cycle or not.
TEST_F(LockstepSwitchTest, AnyBitOfAnyOutputIsReportedInTheCycleInWhichItIsWrong) {
  const std::size_t words = FakeRtl(nullptr).layout().size();
  for (std::size_t word = 0; word < words; ++word) {
    DivergenceLog log({.recent_events = [](NodeId) { return std::vector<std::string>(); }, .stop = [] {}});
    LockstepSwitch pair(kNode, kShape,
                        std::make_unique<FakeRtl>([&](Cycle cycle, const SwitchPlaces&, PinWords& pins) {
                          if (cycle == 20) pins[word] ^= 1U << word % 4;
                        }),
                        log);
    for (int cycle = 0; cycle < 30; ++cycle) run_cycle(pair);
    ASSERT_TRUE(log.first().has_value()) << "word " << word;
    EXPECT_EQ(log.first()->cycle, 20U);
  }
}

TEST_F(LockstepSwitchTest, OnlyTheFirstDifferenceCountsAndNamesItsPin) {
  const auto pair = pair_with([](Cycle cycle, const SwitchPlaces& places, PinWords& pins) {
    if (cycle >= 10) pins[places.link_grant(2)] ^= 1;
  });
  for (int cycle = 0; cycle < 30; ++cycle) run_cycle(*pair);
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->cycle, 10U);
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.link_arbiter_2.gnt_o");
  EXPECT_EQ(log_.first()->events, std::vector<std::string>{"at 7"});
  EXPECT_EQ(stops_, 1);
}

TEST_F(LockstepSwitchTest, TheRouterGoesOnWithTheModel) {
  const auto pair = pair_with([](Cycle, const SwitchPlaces&, PinWords& pins) { pins[0] ^= 3; });
  ModelSwitch model(kShape);
  for (int cycle = 0; cycle < 50; ++cycle) {
    const VcMask requests = random_vcs();
    EXPECT_EQ(pair->pick_output_vc(0, requests), model.pick_output_vc(0, requests));
    pair->end_cycle();
  }
}

TEST_F(LockstepSwitchTest, AGrantTakenBackIsReported) {
  const auto pair =
      pair_with([](Cycle, const SwitchPlaces& places, PinWords& pins) { pins[places.grants + 1] = 0; });
  std::array<PortMask, 4> requests{1, 2, 4, 8};
  std::array<PortMask, 4> grants{};
  pair->allocate(requests, grants);
  pair->end_cycle();
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.allocator.gnt_o[1]");
  EXPECT_EQ(log_.first()->model, "0x2");
  EXPECT_EQ(log_.first()->rtl, "0x0");
}

TEST_F(LockstepSwitchTest, AHeadFlitThatIsNotServedIsReportedWithItsVc) {
  const auto pair = pair_with(
      [](Cycle, const SwitchPlaces& places, PinWords& pins) { pins[places.header_grants + 9] = 0; });
  std::array<VcRequest, 2> headers{{{.port = 1, .vc = 3}, {.port = 2, .vc = 1, .out_port = 3, .out_vc = 2}}};
  pair->allocate_vcs(headers);
  pair->end_cycle();
  EXPECT_FALSE(log_.first().has_value());
  pair->allocate_vcs(headers);
  pair->end_cycle();
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.vc_allocator.gnt_o[9]");
  EXPECT_EQ(log_.first()->model, "0x4000");
  EXPECT_EQ(log_.first()->rtl, "0x0");
  EXPECT_TRUE(headers[1].granted);
}

TEST_F(LockstepSwitchTest, AHeadFlitThatIsMatchedWithAnotherVcIsReported) {
  const auto pair = pair_with(
      [](Cycle, const SwitchPlaces& places, PinWords& pins) { pins[places.matching + 5] ^= 0b110; });
  std::array<std::uint64_t, 16> requests{};
  std::array<std::uint64_t, 16> grants{};
  requests[5] = 0b010;
  pair->match_vcs(requests, grants);
  pair->end_cycle();
  EXPECT_EQ(grants[5], 0b010U) << "the router goes on with the model";
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.vc_matching.gnt_o[5]");
  EXPECT_EQ(log_.first()->model, "0x2");
  EXPECT_EQ(log_.first()->rtl, "0x4");
}

TEST_F(LockstepSwitchTest, AFlitIsShownAsOnThePins) {
  const auto pair = pair_with(
      [](Cycle, const SwitchPlaces& places, PinWords& pins) { pins[places.flit(3) + kPayloadWord] ^= 1; });
  pair->cross(0, 3,
              {.packet = 0x11, .destination = 0x22, .payload = 0x30, .remaining = 4, .vc = 5, .head = true});
  pair->end_cycle();
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.crossbar.data_o[3]");
  EXPECT_EQ(log_.first()->model, "0x1050004000000300000002200000011");
  EXPECT_EQ(log_.first()->rtl, "0x1050004000000310000002200000011");
}

TEST(BlockFault, ReadsNodeBlockIndexAndCycle) {
  const BlockFault fault = parse_block_fault("router_12.input_arbiter_3@4567");
  EXPECT_EQ(fault.node, 12U);
  EXPECT_EQ(fault.block, BlockFault::Block::InputArbiter);
  EXPECT_EQ(fault.index, 3U);
  EXPECT_EQ(fault.from, 4567U);
}

TEST(BlockFault, SaysWhatABlockOfAnOlderVersionIsCalledNow) {
  try {
    parse_block_fault("router_5.lane_arbiter_2@1000");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(
        error.what(),
        std::string("fault \"router_5.lane_arbiter_2@1000\": lane_arbiter is called input_arbiter now"));
  }
}

TEST(BlockFault, RefusesWhatItDoesNotKnow) {
  for (const char* text :
       {"", "router_1.arbiter_1@2", "router_1.link_arbiter@2", "router_1.link_arbiter_1",
        "router_1.link_arbiter_1@", "link_arbiter_1@2", "router_1.link_arbiter_1@99999999999999999999"}) {
    EXPECT_THROW(parse_block_fault(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace switchyard
