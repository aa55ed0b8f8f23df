#include "hw/alloc/credit_counter.h"
#include "hw/alloc/crossbar.h"
#include "hw/alloc/fixed_arbiter.h"
#include "hw/alloc/flit_fifo.h"
#include "hw/alloc/matrix_arbiter.h"
#include "hw/alloc/output_first_allocator.h"
#include "hw/alloc/port_allocator.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/alloc/vc_allocator.h"
#include "hw/alloc/wavefront_allocator.h"
#include "hw/router/sorting/compare_exchange.h"
#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/blocks/model_buffers_block.h"
#include "testbench/cosim/blocks/model_merge_block.h"
#include "testbench/cosim/blocks/model_queues_block.h"
#include "testbench/cosim/blocks/model_tag_block.h"

namespace switchyard {
namespace {

/// Where `count` arbiters start, from their pins.
std::vector<int> starts_of(const PinRows& pins, int count) { return {pins.begin(), pins.begin() + count}; }

/// The twin of a block with straps, which takes them in the first cycle.
template <class Twin>
class Strapped {
 public:
  explicit Strapped(const Twin& twin) : twin_(twin) {}

  void reset() { fresh_ = true; }
  /// The twin in a cycle. `start` resets it as the straps say.
  template <class Start>
  Twin& started(Start&& start) {
    if (fresh_) start(twin_);
    fresh_ = false;
    return twin_;
  }

 private:
  Twin twin_;
  bool fresh_ = true;
};

template <class Twin>
class ModelArbiter final : public ArbiterBlock {
 public:
  explicit ModelArbiter(const Twin& twin) : twin_(twin) {}

  void reset() override { twin_.reset(); }
  ArbiterOutputs cycle(const ArbiterInputs& inputs) override {
    Twin& twin = twin_.started([&](Twin& fresh) { fresh.reset(static_cast<int>(inputs.start_i)); });
    if (inputs.req_i == 0) return {};
    const int winner = twin.pick(inputs.req_i);
    if (inputs.accept_i != 0) twin.accept(winner);
    return {bit<std::uint64_t>(winner)};
  }

 private:
  Strapped<Twin> twin_;
};

using Mask = std::uint64_t;

void start(BasicSeparableAllocator<Mask>& twin, const AllocatorInputs& inputs, int ports) {
  twin.reset(starts_of(inputs.input_start_i, ports), starts_of(inputs.output_start_i, ports));
}
template <class Arbiter>
void start(BasicOutputFirstAllocator<Mask, Arbiter>& twin, const AllocatorInputs& inputs, int ports) {
  twin.reset(starts_of(inputs.input_start_i, ports), starts_of(inputs.output_start_i, ports));
}
void start(BasicWavefrontAllocator<Mask>& twin, const WavefrontInputs& inputs, int) {
  twin.reset(static_cast<int>(inputs.start_i));
}

template <class Twin, class Inputs>
class ModelAllocator final : public Block<Inputs, AllocatorOutputs> {
 public:
  ModelAllocator(int ports, const Twin& twin) : ports_(ports), twin_(twin) {}

  void reset() override { twin_.reset(); }
  AllocatorOutputs cycle(const Inputs& inputs) override {
    const std::size_t ports = ports_;
    AllocatorOutputs outputs;
    twin_.started([&](Twin& fresh) { start(fresh, inputs, ports_); })
        .allocate(std::span(inputs.req_i).first(ports), std::span(outputs.gnt_o).first(ports));
    return outputs;
  }

 private:
  int ports_;
  Strapped<Twin> twin_;
};

/// `passes`: of iSLIP.
template <class Arbiter>
std::unique_ptr<AllocatorBlock> output_first(int ports, int passes = 1) {
  using Twin = BasicOutputFirstAllocator<Mask, Arbiter>;
  return std::make_unique<ModelAllocator<Twin, AllocatorInputs>>(ports, Twin(ports, passes));
}

class ModelVcAllocator final : public VcAllocatorBlock {
 public:
  explicit ModelVcAllocator(int total_vcs) : total_vcs_(total_vcs), vcs_(vcs_of_allocator(total_vcs)) {}

  void reset() override { twin_.reset(); }
  AllocatorOutputs cycle(const VcAllocatorInputs& inputs) override {
    std::vector<VcRequest> requests;
    for (int input_vc = 0; input_vc < total_vcs_; ++input_vc) {
      for_each_bit(inputs.req_i[input_vc], [&](int output) {
        requests.push_back({input_vc / vcs_, input_vc % vcs_, output / vcs_, output % vcs_});
      });
    }
    twin_
        .started([&](VcAllocator& fresh) {
          fresh.reset(static_cast<int>(inputs.port_start_i),
                      starts_of(inputs.vc_start_i, ports_of_allocator(total_vcs_)));
        })
        .allocate(requests);
    AllocatorOutputs outputs;
    for (const VcRequest& request : requests) {
      const std::size_t input_vc = request.port * vcs_ + request.vc;
      if (request.granted) outputs.gnt_o[input_vc] = inputs.req_i[input_vc];
    }
    return outputs;
  }

 private:
  int total_vcs_;
  int vcs_;
  Strapped<VcAllocator> twin_{VcAllocator()};
};

class ModelCrossbar final : public CrossbarBlock {
 public:
  explicit ModelCrossbar(int ports) : ports_(ports) {}

  void reset() override {}
  CrossbarOutputs cycle(const CrossbarInputs& inputs) override {
    CrossbarOutputs outputs;
    cross<std::uint64_t, std::uint64_t>(inputs.data_i, inputs.sel_i, std::span(outputs.data_o).first(ports_));
    return outputs;
  }

 private:
  std::size_t ports_;
};

class ModelFifo final : public FifoBlock {
 public:
  explicit ModelFifo(int depth) : twin_(depth) {}

  void reset() override { twin_.reset(); }
  FifoOutputs cycle(const FifoInputs& inputs) override {
    FifoOutputs outputs;
    outputs.count_o = twin_.size();
    if (inputs.push_i != 0) twin_.push(inputs.data_i);
    look(outputs.front_valid_o, outputs.front_o);
    if (inputs.pop_i != 0) twin_.pop();
    look(outputs.next_valid_o, outputs.next_o);
    return outputs;
  }

 private:
  void look(std::uint64_t& valid, std::uint64_t& front) const {
    valid = twin_.empty() ? 0 : 1;
    front = twin_.empty() ? 0 : twin_.front();
  }

  FlitFifo<std::uint64_t> twin_;
};

class ModelCredits final : public CreditBlock {
 public:
  explicit ModelCredits(int depth) : twin_(depth) {}

  void reset() override { twin_.reset(); }
  CreditOutputs cycle(const CreditInputs& inputs) override {
    CreditOutputs outputs;
    if (inputs.incr_i != 0) twin_.increment();
    outputs.count_o = twin_.count();
    if (inputs.decr_i != 0) twin_.decrement();
    outputs.next_o = twin_.count();
    return outputs;
  }

 private:
  CreditCounter twin_;
};

class ModelComparator final : public ComparatorBlock {
 public:
  void reset() override {}
  CompareOutputs cycle(const CompareInputs& inputs) override {
    const auto key = [](std::uint64_t record) {
      return static_cast<std::uint32_t>(record >> kCompareDataWidth);
    };
    const bool takes = takes_other({key(inputs.own_i), key(inputs.other_i), inputs.keep_smaller_i != 0});
    return {takes ? 1U : 0U, takes ? inputs.other_i : inputs.own_i};
  }
};

class ModelBlocks final : public BlockFactory {
 public:
  std::unique_ptr<ArbiterBlock> rr_arbiter(int) const override {
    return std::make_unique<ModelArbiter<RoundRobinArbiter>>(RoundRobinArbiter());
  }
  std::unique_ptr<ArbiterBlock> matrix_arbiter(int size) const override {
    return std::make_unique<ModelArbiter<MatrixArbiter>>(MatrixArbiter(size));
  }
  std::unique_ptr<AllocatorBlock> sep_if_allocator(int size) const override {
    using Twin = BasicSeparableAllocator<Mask>;
    return std::make_unique<ModelAllocator<Twin, AllocatorInputs>>(size, Twin(size));
  }
  std::unique_ptr<AllocatorBlock> sep_of_allocator(int size) const override {
    const auto arbiters = static_cast<AllocatorConfig::Arbiter>(arbiters_of_allocator(size));
    if (arbiters == AllocatorConfig::Arbiter::Matrix) return output_first<MatrixArbiter>(size);
    if (arbiters == AllocatorConfig::Arbiter::Fixed) return output_first<FixedArbiter>(size);
    return output_first<RoundRobinArbiter>(size);
  }
  std::unique_ptr<AllocatorBlock> islip_allocator(int size) const override {
    return output_first<RoundRobinArbiter>(size, passes_of_allocator(size));
  }
  std::unique_ptr<WavefrontBlock> wavefront_allocator(int size) const override {
    using Twin = BasicWavefrontAllocator<Mask>;
    return std::make_unique<ModelAllocator<Twin, WavefrontInputs>>(size, Twin(size));
  }
  std::unique_ptr<VcAllocatorBlock> vc_allocator(int size) const override {
    return std::make_unique<ModelVcAllocator>(size);
  }
  std::unique_ptr<CrossbarBlock> mux_crossbar(int size) const override {
    return std::make_unique<ModelCrossbar>(size);
  }
  std::unique_ptr<FifoBlock> flit_fifo(int depth) const override {
    return std::make_unique<ModelFifo>(depth);
  }
  std::unique_ptr<CreditBlock> credit_counter(int depth) const override {
    return std::make_unique<ModelCredits>(depth);
  }
  std::unique_ptr<MergeSwitchBlock> merge_switch(int size) const override {
    return std::make_unique<ModelMergeBlock>(queue_of_merge_switch(size));
  }
  std::unique_ptr<NodeBuffersBlock> node_buffers(int size) const override {
    return std::make_unique<ModelBuffersBlock>(size);
  }
  std::unique_ptr<TagSwitchBlock> tag_switch(int size) const override {
    return std::make_unique<ModelTagBlock>(size);
  }
  std::unique_ptr<ComparatorBlock> compare_exchange(int) const override {
    return std::make_unique<ModelComparator>();
  }
  std::unique_ptr<QueueSwitchBlock> queue_switch(int slots) const override {
    return std::make_unique<ModelQueuesBlock>(slots);
  }
};

}  // namespace

const BlockFactory& model_blocks() {
  static const ModelBlocks kBlocks;
  return kBlocks;
}

}  // namespace switchyard
