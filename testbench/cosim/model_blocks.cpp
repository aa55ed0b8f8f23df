#include "hw/alloc/credit_counter.h"
#include "hw/alloc/crossbar.h"
#include "hw/alloc/flit_fifo.h"
#include "hw/alloc/matrix_arbiter.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/separable_allocator.h"
#include "hw/alloc/vc_allocator.h"
#include "hw/alloc/wavefront_allocator.h"
#include "testbench/cosim/blocks.h"
#include "testbench/cosim/model_buffers_block.h"
#include "testbench/cosim/model_merge_block.h"

namespace switchyard {
namespace {

template <class Twin>
class ModelArbiter final : public ArbiterBlock {
 public:
  explicit ModelArbiter(const Twin& twin) : twin_(twin) {}

  void reset() override { twin_.reset(); }
  ArbiterOutputs cycle(const ArbiterInputs& inputs) override {
    if (inputs.req_i == 0) return {};
    const int winner = twin_.pick(inputs.req_i);
    if (inputs.accept_i != 0) twin_.accept(winner);
    return {bit<std::uint64_t>(winner)};
  }

 private:
  Twin twin_;
};

template <class Twin>
class ModelAllocator final : public AllocatorBlock {
 public:
  explicit ModelAllocator(int ports) : ports_(static_cast<std::size_t>(ports)), twin_(ports) {}

  void reset() override { twin_.reset(); }
  AllocatorOutputs cycle(const AllocatorInputs& inputs) override {
    AllocatorOutputs outputs;
    twin_.allocate(std::span(inputs.req_i).first(ports_), std::span(outputs.gnt_o).first(ports_));
    return outputs;
  }

 private:
  std::size_t ports_;
  Twin twin_;
};

class ModelVcAllocator final : public VcAllocatorBlock {
 public:
  explicit ModelVcAllocator(int lanes) : lanes_(lanes), vcs_(vcs_of_allocator(lanes)) {}

  void reset() override { twin_.reset(); }
  AllocatorOutputs cycle(const VcAllocatorInputs& inputs) override {
    std::vector<LaneRequest> requests;
    for (int lane = 0; lane < lanes_; ++lane) {
      for_each_bit(inputs.req_i[static_cast<std::size_t>(lane)], [&](int output) {
        requests.push_back({lane / vcs_, lane % vcs_, output / vcs_, output % vcs_});
      });
    }
    twin_.allocate(requests);
    AllocatorOutputs outputs;
    for (const LaneRequest& request : requests) {
      const auto lane = static_cast<std::size_t>(request.port * vcs_ + request.vc);
      if (request.granted) outputs.gnt_o[lane] = inputs.req_i[lane];
    }
    return outputs;
  }

 private:
  int lanes_;
  int vcs_;
  VcAllocator twin_;
};

class ModelCrossbar final : public CrossbarBlock {
 public:
  explicit ModelCrossbar(int ports) : ports_(static_cast<std::size_t>(ports)) {}

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
    outputs.count_o = static_cast<std::uint64_t>(twin_.size());
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
    outputs.count_o = static_cast<std::uint64_t>(twin_.count());
    if (inputs.decr_i != 0) twin_.decrement();
    outputs.next_o = static_cast<std::uint64_t>(twin_.count());
    return outputs;
  }

 private:
  CreditCounter twin_;
};

using Mask = std::uint64_t;

class ModelBlocks final : public BlockFactory {
 public:
  std::unique_ptr<ArbiterBlock> rr_arbiter(int) const override {
    return std::make_unique<ModelArbiter<RoundRobinArbiter>>(RoundRobinArbiter());
  }
  std::unique_ptr<ArbiterBlock> matrix_arbiter(int size) const override {
    return std::make_unique<ModelArbiter<MatrixArbiter>>(MatrixArbiter(size));
  }
  std::unique_ptr<AllocatorBlock> sep_if_allocator(int size) const override {
    return std::make_unique<ModelAllocator<BasicSeparableAllocator<Mask>>>(size);
  }
  std::unique_ptr<AllocatorBlock> wavefront_allocator(int size) const override {
    return std::make_unique<ModelAllocator<BasicWavefrontAllocator<Mask>>>(size);
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
};

}  // namespace

const BlockFactory& model_blocks() {
  static const ModelBlocks kBlocks;
  return kBlocks;
}

}  // namespace switchyard
