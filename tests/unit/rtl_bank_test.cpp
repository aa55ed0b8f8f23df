#include "testbench/cosim/switch/rtl_bank.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace switchyard {
namespace {

/// Stands in for a Verilated module. Its register takes on what is asked for, and is worn away by idle edges,
/// as that of an arbiter which loses its pointer.
struct WearingModule {
  struct Root {
    std::uint32_t request = 0;
    std::uint32_t last = 0;
  };
  WearingModule(VerilatedContext*, const char*) {}

  void eval() {
    if (clk_i == 1 && clock_ == 0) {
      ++edges;
      if (root_.request != 0)
        root_.last = root_.request;
      else if (root_.last != 0)
        --root_.last;
    }
    clock_ = clk_i;
    if (rst_ni == 0) root_.last = 0;
    if (load_i != loaded_) root_.request = req_i;
    loaded_ = load_i;
    last_o = root_.last;
  }

  std::uint32_t load_i = 0, clk_i = 0, rst_ni = 0, req_i = 0, last_o = 0;
  std::uint64_t edges = 0;

 private:
  Root root_;
  std::uint32_t clock_ = 0, loaded_ = 0;

 public:
  Root* rootp = &root_;
};

class WearingBank : public RtlBank<WearingBank, WearingModule> {
 public:
  WearingBank() : RtlBank(nullptr, "wearing", "wearing") { reset(); }
  void clear_pins() { pins().req_i = 0; }
  void request(std::uint32_t value) { drive().req_i = value; }

  /// A cycle without a request. Returns whether those that follow cannot change anything.
  bool idle_cycle() {
    settle();
    return end_cycle();
  }
  std::uint64_t edges() const { return pins().edges; }
  std::uint32_t last() const { return pins().last_o; }
};

TEST(RtlBank, HasTheEdgesOfIdleCyclesUntilOneLeavesAllAsItWas) {
  for (const std::uint32_t value : {1U, 2U, 7U, 30U}) {
    WearingBank bank;
    const std::uint64_t before = bank.edges();
    bank.request(value);
    bank.settle();
    EXPECT_FALSE(bank.end_cycle());
    EXPECT_FALSE(bank.idle_cycle());  // With the edge that samples the request.
    EXPECT_EQ(bank.last(), value);
    for (std::uint32_t left = value; left-- != 0;) {
      EXPECT_FALSE(bank.idle_cycle());
      EXPECT_EQ(bank.last(), left);
    }
    EXPECT_TRUE(bank.idle_cycle());
    EXPECT_EQ(bank.edges() - before, value + 2U);
  }
}

TEST(RtlBank, SamplesWhatWasAskedLastInACycleOnce) {
  WearingBank bank;
  bank.request(3);
  bank.evaluate();
  bank.request(5);
  bank.evaluate();
  bank.evaluate();
  bank.settle();
  const std::uint64_t before = bank.edges();
  bank.end_cycle();
  bank.request(9);
  bank.evaluate();
  EXPECT_EQ(bank.last(), 5U);
  EXPECT_EQ(bank.edges() - before, 1U);
}

TEST(RtlBank, IsAwakeAgainWithARequestAfterItRested) {
  WearingBank bank;
  while (!bank.idle_cycle()) {
  }
  const std::uint64_t before = bank.edges();
  for (int cycle = 0; cycle < 5; ++cycle) EXPECT_TRUE(bank.idle_cycle());
  EXPECT_EQ(bank.edges(), before);
  bank.request(1);
  bank.settle();
  EXPECT_FALSE(bank.end_cycle());
  bank.idle_cycle();
  EXPECT_EQ(bank.last(), 1U);
}

}  // namespace
}  // namespace switchyard
