#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/blocks/lockstep_block.h"
#include "testbench/cosim/blocks/stimulus.h"
#include "tests/support/needs.h"

namespace switchyard {
namespace {

/// The first difference between the blocks of two factories in some cycles, two runs with a reset between
/// them.
template <class Make>
std::string first_difference(const Make& make, const BlockFactory& model, const BlockFactory& rtl, int size,
                             std::uint64_t seed, int cycles) {
  using Made = typename decltype(make(model, size))::element_type;
  using Inputs = typename Made::Inputs;
  LockstepBlock<Inputs, typename Made::Outputs> pair(size, make(model, size), make(rtl, size));
  try {
    for (const std::uint64_t run : {seed, seed + 1}) {
      Stimulus<Inputs> stimulus(size, run);
      pair.reset();
      for (int cycle = 0; cycle < cycles; ++cycle) pair.cycle(stimulus.next());
    }
  } catch (const LockstepMismatch& mismatch) {
    return mismatch.what();
  }
  return "";
}

class BlockLockstep : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(BlockLockstep, ModelAndRtlAgreeOnEveryOutputInEveryCycle) {
  NEEDS(rtl_blocks() != nullptr, "Verilator");
  constexpr std::uint64_t kSeed = 1;
  const auto& [size, name] = GetParam();
  for_each_block([&, size = size, name = name](const std::string& block, int, const auto& make) {
    if (block != name) return;
    const bool slow = block.find("allocator") != std::string::npos;  // A bank computes every size.
    const int cycles = 8 * size + (slow ? 500 : 10000);
    EXPECT_EQ(first_difference(make, model_blocks(), *rtl_blocks(), size, kSeed, cycles), "")
        << "seed " << kSeed;
  });
}

std::vector<std::tuple<int, std::string>> blocks_in_sizes() {
  std::vector<std::tuple<int, std::string>> blocks;
  for (const int size : {SY_RTL_SIZES}) {
    for_each_block([&](const char* name, int largest, const auto&) {
      if (size <= largest) blocks.emplace_back(size, name);
    });
  }
  return blocks;
}

INSTANTIATE_TEST_SUITE_P(Sizes, BlockLockstep, testing::ValuesIn(blocks_in_sizes()),
                         [](const auto& param_info) {
                           return std::get<1>(param_info.param) + "_" +
                                  std::to_string(std::get<0>(param_info.param));
                         });

/// The kinds of merge switches that these sizes and seeds make.
std::set<std::uint64_t> merge_kinds(const std::vector<int>& sizes, const std::vector<std::uint64_t>& seeds) {
  constexpr std::uint64_t kKindPins = 0b111100000;
  std::set<std::uint64_t> kinds;
  for (const int size : sizes) {
    for (const std::uint64_t seed : seeds)
      kinds.insert(Stimulus<MergeInputs>(size, seed).next().site_i & kKindPins);
  }
  return kinds;
}

TEST(BlockLockstep, HasMergeSwitchesOfAllEightKinds) {
  EXPECT_EQ(merge_kinds({SY_RTL_SIZES}, {1, 2}).size(), 8U) << "ModelAndRtlAgree..., script/icarus";
  EXPECT_EQ(merge_kinds({5}, {1, 2, 3, 4, 5, 6, 7, 8}).size(), 8U) << "script/icarus --mutant";
  EXPECT_EQ(merge_kinds({5, 2, 3, 8}, {1, 5, 8}).size(), 8U) << "script/mutate";
}

/// The blocks of the model, one of them with an output that is wrong in one cycle.
class OnceWrong final : public BlockFactory {
 public:
  std::unique_ptr<ArbiterBlock> rr_arbiter(int n) const override {
    return wrong(model_blocks().rr_arbiter(n));
  }
  std::unique_ptr<ArbiterBlock> matrix_arbiter(int n) const override {
    return wrong(model_blocks().matrix_arbiter(n));
  }
  std::unique_ptr<AllocatorBlock> sep_if_allocator(int n) const override {
    return wrong(model_blocks().sep_if_allocator(n));
  }
  std::unique_ptr<AllocatorBlock> sep_of_allocator(int n) const override {
    return wrong(model_blocks().sep_of_allocator(n));
  }
  std::unique_ptr<AllocatorBlock> islip_allocator(int n) const override {
    return wrong(model_blocks().islip_allocator(n));
  }
  std::unique_ptr<WavefrontBlock> wavefront_allocator(int n) const override {
    return wrong(model_blocks().wavefront_allocator(n));
  }
  std::unique_ptr<VcAllocatorBlock> vc_allocator(int n) const override {
    return wrong(model_blocks().vc_allocator(n));
  }
  std::unique_ptr<CrossbarBlock> mux_crossbar(int n) const override {
    return wrong(model_blocks().mux_crossbar(n));
  }
  std::unique_ptr<FifoBlock> flit_fifo(int n) const override { return wrong(model_blocks().flit_fifo(n)); }
  std::unique_ptr<CreditBlock> credit_counter(int n) const override {
    return wrong(model_blocks().credit_counter(n));
  }
  std::unique_ptr<MergeSwitchBlock> merge_switch(int n) const override {
    return wrong(model_blocks().merge_switch(n));
  }
  std::unique_ptr<NodeBuffersBlock> node_buffers(int n) const override {
    return wrong(model_blocks().node_buffers(n));
  }
  std::unique_ptr<TagSwitchBlock> tag_switch(int n) const override {
    return wrong(model_blocks().tag_switch(n));
  }
  std::unique_ptr<ComparatorBlock> compare_exchange(int n) const override {
    return wrong(model_blocks().compare_exchange(n));
  }
  std::unique_ptr<QueueSwitchBlock> queue_switch(int n) const override {
    return wrong(model_blocks().queue_switch(n));
  }

 private:
  /// Flips the last bit of the last word of the last output in cycle 100.
  template <class In, class Out>
  class Wrong final : public Block<In, Out> {
   public:
    explicit Wrong(std::unique_ptr<Block<In, Out>> block) : block_(std::move(block)) {}
    void reset() override { block_->reset(); }
    Out cycle(const In& inputs) override {
      Out outputs = block_->cycle(inputs);
      if (cycle_++ != 100) return outputs;
      std::uint64_t* last = nullptr;
      outputs.visit(kSize, [&](const char*, std::span<const std::uint64_t> words, int) {
        last = const_cast<std::uint64_t*>(&words.back());
      });
      *last ^= 1;
      return outputs;
    }

   private:
    int cycle_ = 0;
    std::unique_ptr<Block<In, Out>> block_;
  };
  template <class In, class Out>
  static std::unique_ptr<Block<In, Out>> wrong(std::unique_ptr<Block<In, Out>> block) {
    return std::make_unique<Wrong<In, Out>>(std::move(block));
  }

 public:
  static constexpr int kSize = 5;
};

TEST(BlockLockstepMutant, OneWrongBitInOneCycleIsFoundInThatCycle) {
  for_each_block([&](const std::string& name, int, const auto& make) {
    const std::string difference =
        first_difference(make, model_blocks(), OnceWrong(), OnceWrong::kSize, /*seed=*/1, /*cycles=*/200);
    EXPECT_EQ(difference.substr(0, 10), "cycle 100,") << name;
  });
}

TEST(BlockLockstepDeathTest, TheRtlAssertsItsProtocol) {
  NEEDS(rtl_blocks() != nullptr, "Verilator");
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto say_it_on_stderr = [] { dup2(STDERR_FILENO, STDOUT_FILENO); };
  EXPECT_DEATH(
      {
        say_it_on_stderr();
        rtl_blocks()->flit_fifo(2)->cycle({.push_i = 0, .data_i = 0, .pop_i = 1});
      },
      "NoUnderflow");
  EXPECT_DEATH(
      {
        say_it_on_stderr();
        rtl_blocks()->credit_counter(2)->cycle({.incr_i = 1, .decr_i = 0});
      },
      "NoExcessCredit");
  EXPECT_DEATH(
      {
        say_it_on_stderr();
        const auto buffers = rtl_blocks()->node_buffers(2);
        for (int cycle = 0; cycle < 3; ++cycle)  // From the north to (0, 5), though told to wait.
          buffers->cycle({.push_i = 0b1000, .vc_i = 0, .packet_i = {0, 0, 0, 0x50}, .withheld_i = 0xFFF});
      },
      "NoOverflow");
  EXPECT_DEATH(
      {
        say_it_on_stderr();
        rtl_blocks()->node_buffers(2)->cycle({.push_i = 0b1000, .packet_i = {0, 0, 0, 0x05}});
      },
      "ArrivesForItsWay");
}

}  // namespace
}  // namespace switchyard
