#include <cstring>
#include <tuple>

#include "Vallocator_bank.h"
#include "Varbiter_bank.h"
#include "Vbuffers_bank.h"
#include "Vcompare_bank.h"
#include "Vcrossbar_bank.h"
#include "Vmerge_bank.h"
#include "Vqueues_bank.h"
#include "Vtag_bank.h"
#include "Vvc_bank.h"
#include "hw/base/bits.h"
#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_module.h"

namespace switchyard {
namespace {

/// A packed vector of the bank, 32 bits per word.
template <std::size_t kWords>
void put_bit(VlWide<kWords>& vector, std::size_t place, bool value) {
  const EData one = EData{1} << place % 32;
  vector[place / 32] = value ? vector[place / 32] | one : vector[place / 32] & ~one;
}
template <std::size_t kWords>
std::uint64_t get_bit(const VlWide<kWords>& vector, std::size_t place) {
  return vector[place / 32] >> place % 32 & 1;
}

/// A bank of which one instance is used, at index `size`.
template <class Bank>
class Instance {
 public:
  explicit Instance(int size) : size_(size) {}

 protected:
  /// Verilator resets on the edge, so there must be one.
  template <class Pin>
  void reset(Pin& clock, Pin& reset) {
    put_bit(clock, size_, false);
    for (const bool level : {true, false, true}) {
      put_bit(reset, size_, level);
      bank_->eval();
    }
  }
  /// The bits of this instance of a pin of `width` bits.
  template <class Pin>
  void put_bits(Pin& pin, std::size_t width, std::uint64_t value) const {
    for (std::size_t b = 0; b < width; ++b) put_bit(pin, size_ * width + b, (value >> b & 1) != 0);
  }
  template <class Pin>
  std::uint64_t get_bits(const Pin& pin, std::size_t width) const {
    std::uint64_t value = 0;
    for (std::size_t b = 0; b < width; ++b) value |= get_bit(pin, size_ * width + b) << b;
    return value;
  }
  /// The first `count` rows, of `bits` each, side by side in a pin of `width` bits.
  template <class Pin, class Rows>
  void put_rows(Pin& pin, std::size_t width, const Rows& rows, std::size_t count, std::size_t bits) const {
    for (std::size_t b = 0; b < count * bits; ++b)
      put_bit(pin, size_ * width + b, (rows[b / bits] >> b % bits & 1) != 0);
  }
  template <class Pin, class Rows>
  void get_rows(const Pin& pin, std::size_t width, Rows& rows, std::size_t count, std::size_t bits) const {
    for (std::size_t b = 0; b < count * bits; ++b)
      rows[b / bits] |= get_bit(pin, size_ * width + b) << b % bits;
  }
  /// The outputs are those of before the edge.
  template <class Pin, class Outputs>
  Outputs clocked(Pin& clock, const Outputs& outputs) {
    put_bit(clock, size_, true);
    bank_->eval();
    put_bit(clock, size_, false);
    return outputs;
  }

  std::size_t size_;
  RtlModule<Bank> bank_{&rtl_context()};
};

class RtlArbiter final : public ArbiterBlock, Instance<Varbiter_bank> {
 public:
  RtlArbiter(std::size_t kind, int size) : Instance(size), kind_(kind) { RtlArbiter::reset(); }

  void reset() override { Instance::reset(bank_->clk_i[kind_], bank_->rst_ni[kind_]); }
  ArbiterOutputs cycle(const ArbiterInputs& inputs) override {
    bank_->start_i[kind_][size_] = static_cast<CData>(inputs.start_i);
    bank_->req_i[kind_][size_] = inputs.req_i;
    bank_->accept_i[kind_][size_] = inputs.accept_i != 0;
    bank_->eval();
    return clocked(bank_->clk_i[kind_], ArbiterOutputs{bank_->gnt_o[kind_][size_]});
  }

 private:
  std::size_t kind_;
};

/// `kKind`: 0 input-first, 1 wavefront, 2 of virtual channels, 3 output-first, 4 iSLIP.
template <class Interface, std::size_t kKind>
class RtlAllocator final : public Interface, Instance<Vallocator_bank> {
 public:
  explicit RtlAllocator(int size) : Instance(size) { RtlAllocator::reset(); }

  void reset() override { Instance::reset(bank_->clk_i[kKind], bank_->rst_ni[kKind]); }
  AllocatorOutputs cycle(const typename Interface::Inputs& inputs) override {
    AllocatorOutputs outputs;
    put_starts(inputs);
    for (std::size_t i = 0; i < size_; ++i) bank_->req_i[kKind][size_][i] = inputs.req_i[i];
    bank_->eval();
    for (std::size_t i = 0; i < size_; ++i) outputs.gnt_o[i] = bank_->gnt_o[kKind][size_][i];
    return clocked(bank_->clk_i[kKind], outputs);
  }

 private:
  void put_starts(const AllocatorInputs& inputs) {
    for (std::size_t i = 0; i < size_; ++i) {
      bank_->input_start_i[kKind][size_][i] = static_cast<CData>(inputs.input_start_i[i]);
      bank_->output_start_i[kKind][size_][i] = static_cast<CData>(inputs.output_start_i[i]);
    }
  }
  void put_starts(const WavefrontInputs& inputs) {
    bank_->diagonal_start_i[size_] = static_cast<CData>(inputs.start_i);
  }
  void put_starts(const VcAllocatorInputs& inputs) {
    bank_->port_start_i[size_] = static_cast<CData>(inputs.port_start_i);
    for (std::size_t p = 0; p < inputs.vc_start_i.size(); ++p)
      bank_->vc_start_i[size_][p] = static_cast<CData>(inputs.vc_start_i[p]);
  }
};

class RtlCrossbar final : public CrossbarBlock, Instance<Vcrossbar_bank> {
 public:
  explicit RtlCrossbar(int size) : Instance(size) {}

  void reset() override {}
  CrossbarOutputs cycle(const CrossbarInputs& inputs) override {
    CrossbarOutputs outputs;
    for (std::size_t p = 0; p < size_; ++p) {
      bank_->data_i[size_][p] = static_cast<SData>(inputs.data_i[p]);
      bank_->sel_i[size_][p] = inputs.sel_i[p];
    }
    bank_->eval();
    for (std::size_t p = 0; p < size_; ++p) outputs.data_o[p] = bank_->data_o[size_][p];
    return outputs;
  }
};

class RtlComparator final : public ComparatorBlock, Instance<Vcompare_bank> {
 public:
  explicit RtlComparator(int key_bits) : Instance(key_bits) {}

  void reset() override {}
  CompareOutputs cycle(const CompareInputs& inputs) override {
    bank_->own_i[size_] = inputs.own_i;
    bank_->other_i[size_] = inputs.other_i;
    put_bit(bank_->keep_smaller_i, size_, inputs.keep_smaller_i != 0);
    bank_->eval();
    return {get_bit(bank_->takes_o, size_), bank_->record_o[size_]};
  }
};

/// What is not used must not assert its protocol: its inputs start with anything.
void hold_in_reset(Vvc_bank& bank) {
  for (auto* pins : {&bank.fifo_clk_i, &bank.fifo_rst_ni, &bank.credit_clk_i, &bank.credit_rst_ni})
    std::memset(pins, 0, sizeof *pins);
}

class RtlFifo final : public FifoBlock, Instance<Vvc_bank> {
 public:
  explicit RtlFifo(int depth) : Instance(depth) {
    hold_in_reset(*bank_);
    RtlFifo::reset();
  }

  void reset() override { Instance::reset(bank_->fifo_clk_i, bank_->fifo_rst_ni); }
  FifoOutputs cycle(const FifoInputs& inputs) override {
    put_bit(bank_->push_i, size_, inputs.push_i != 0);
    bank_->data_i[size_] = static_cast<EData>(inputs.data_i);
    put_bit(bank_->pop_i, size_, inputs.pop_i != 0);
    bank_->eval();
    return clocked(bank_->fifo_clk_i, FifoOutputs{bank_->front_o[size_], get_bit(bank_->front_valid_o, size_),
                                                  bank_->next_o[size_], get_bit(bank_->next_valid_o, size_),
                                                  bank_->fifo_count_o[size_]});
  }
};

class RtlCredits final : public CreditBlock, Instance<Vvc_bank> {
 public:
  explicit RtlCredits(int depth) : Instance(depth) {
    hold_in_reset(*bank_);
    RtlCredits::reset();
  }

  void reset() override { Instance::reset(bank_->credit_clk_i, bank_->credit_rst_ni); }
  CreditOutputs cycle(const CreditInputs& inputs) override {
    put_bit(bank_->incr_i, size_, inputs.incr_i != 0);
    put_bit(bank_->decr_i, size_, inputs.decr_i != 0);
    bank_->eval();
    return clocked(bank_->credit_clk_i,
                   CreditOutputs{bank_->credit_count_o[size_], bank_->credit_next_o[size_]});
  }
};

class RtlMergeSwitch final : public MergeSwitchBlock, Instance<Vmerge_bank> {
 public:
  explicit RtlMergeSwitch(int size) : Instance(size) {
    for (auto* pins : {&bank_->clk_i, &bank_->rst_ni})
      std::memset(pins, 0, sizeof *pins);  // See hold_in_reset().
    RtlMergeSwitch::reset();
  }

  void reset() override { Instance::reset(bank_->clk_i, bank_->rst_ni); }
  MergeOutputs cycle(const MergeInputs& inputs) override {
    put_bits(bank_->site_i, 9, inputs.site_i);
    put_bits(bank_->push_i, 2, inputs.push_i);
    put_bits(bank_->credit_i, 2, inputs.credit_i);
    put_bits(bank_->link_i, 2, inputs.link_i);
    put_bits(bank_->idle_i, 2, inputs.idle_i);
    put_bits(bank_->room_i, 1, inputs.room_i);
    for (std::size_t w = 0; w < kWords; ++w)
      bank_->message_i[kWords * size_ + w] = static_cast<EData>(inputs.message_i[w]);
    bank_->eval();
    MergeOutputs outputs;
    outputs.credit_o = get_bits(bank_->credit_o, 2);
    outputs.send_o = get_bits(bank_->send_o, 2);
    outputs.ghost_o = get_bits(bank_->ghost_o, 2);
    for (std::size_t w = 0; w < kWords; ++w) outputs.message_o[w] = bank_->message_o[kWords * size_ + w];
    const std::uint64_t direction = get_bits(bank_->direction_o, 7);
    outputs.remember_o = direction & 1;
    outputs.output_o = direction >> 1 & 1;
    outputs.end_o = direction >> 2 & 1;
    outputs.operation_o = direction >> 3;
    outputs.operand_o = bank_->operand_o[size_];
    return clocked(bank_->clk_i, outputs);
  }

 private:
  static constexpr std::size_t kWords = std::tuple_size_v<decltype(MergeInputs::message_i)>;
};

class RtlNodeBuffers final : public NodeBuffersBlock, Instance<Vbuffers_bank> {
 public:
  explicit RtlNodeBuffers(int size) : Instance(size) {
    for (auto* pins : {&bank_->clk_i, &bank_->rst_ni})
      std::memset(pins, 0, sizeof *pins);  // See hold_in_reset().
    RtlNodeBuffers::reset();
  }

  void reset() override { Instance::reset(bank_->clk_i, bank_->rst_ni); }
  BufferOutputs cycle(const BufferInputs& inputs) override {
    put_bits(bank_->start_i, 12, inputs.start_i);
    put_bits(bank_->here_i, 2 * kBufferCoordBits, inputs.here_i);
    put_bits(bank_->colour_i, 1, inputs.colour_i);
    put_bits(bank_->push_i, 4, inputs.push_i);
    put_bits(bank_->vc_i, 12, inputs.vc_i);
    put_bits(bank_->withheld_i, kSignals, inputs.withheld_i);
    std::uint64_t words = 0;
    for (std::size_t p = kPorts; p-- != 0;) words = words << kBufferWordBits | inputs.packet_i[p];
    put_bits(bank_->packet_i, kPorts * kBufferWordBits, words);
    bank_->eval();
    BufferOutputs outputs;
    words = get_bits(bank_->packet_o, kPorts * kBufferWordBits);
    for (std::size_t p = 0; p < kPorts; ++p)
      outputs.packet_o[p] = words >> p * kBufferWordBits & low_bits<std::uint64_t>(kBufferWordBits);
    outputs.send_o = get_bits(bank_->send_o, 4);
    outputs.vc_o = get_bits(bank_->vc_o, 12);
    outputs.withheld_o = get_bits(bank_->withheld_o, kSignals);
    return clocked(bank_->clk_i, outputs);
  }

 private:
  static constexpr std::size_t kPorts = std::tuple_size_v<decltype(BufferInputs::packet_i)>;
  static constexpr std::size_t kSignals = 24;  ///< Of two banks.
};

class RtlTagSwitch final : public TagSwitchBlock, Instance<Vtag_bank> {
 public:
  explicit RtlTagSwitch(int size) : Instance(size) {
    for (auto* pins : {&bank_->clk_i, &bank_->rst_ni})
      std::memset(pins, 0, sizeof *pins);  // See hold_in_reset().
    RtlTagSwitch::reset();
  }

  void reset() override { Instance::reset(bank_->clk_i, bank_->rst_ni); }
  TagOutputs cycle(const TagInputs& inputs) override {
    put_bits(bank_->digit_i, 2, inputs.digit_i);
    put_bits(bank_->drops_i, 1, inputs.drops_i);
    put_bits(bank_->answers_i, 1, inputs.answers_i);
    put_bits(bank_->start_i, 24, inputs.start_i);
    put_bits(bank_->offered_i, kPorts, inputs.offered_i);
    put_bits(bank_->header_i, kPorts, inputs.header_i);
    put_bits(bank_->tail_i, kPorts, inputs.tail_i);
    put_bits(bank_->tag_i, 48, inputs.tag_i);
    put_bits(bank_->data_i, kPorts * kTagFlitWidth, inputs.data_i);
    put_bits(bank_->room_i, kPorts, inputs.room_i);
    put_bits(bank_->faulty_i, kPorts, inputs.faulty_i);
    put_bits(bank_->answered_i, kPorts, inputs.answered_i);
    put_bits(bank_->refused_i, kPorts, inputs.refused_i);
    bank_->eval();
    return clocked(
        bank_->clk_i,
        TagOutputs{get_bits(bank_->sent_o, kPorts), get_bits(bank_->data_o, kPorts * kTagFlitWidth),
                   get_bits(bank_->taken_o, kPorts), get_bits(bank_->answered_o, kPorts),
                   get_bits(bank_->refused_o, kPorts)});
  }

 private:
  static constexpr std::size_t kPorts = kLargestTagSwitch;
};

class RtlQueueSwitch final : public QueueSwitchBlock, Instance<Vqueues_bank> {
 public:
  explicit RtlQueueSwitch(int slots) : Instance(slots), shape_(queues_of_size(slots)) {
    for (auto* pins : {&bank_->clk_i, &bank_->rst_ni})
      std::memset(pins, 0, sizeof *pins);  // See hold_in_reset().
    RtlQueueSwitch::reset();
  }

  void reset() override { Instance::reset(bank_->clk_i, bank_->rst_ni); }
  QueueOutputs cycle(const QueueInputs& inputs) override {
    const int vcs = shape_.vcs();
    put_rows(bank_->capacity_i, 16, inputs.capacity_i, shape_.queues, shape_.count_width());
    put_bits(bank_->phits_i, kPhitsWidth, inputs.phits_i);
    put_bits(bank_->head_only_i, 1, inputs.head_only_i);
    put_bits(bank_->random_i, 1, inputs.random_i);
    put_bits(bank_->seed_i, 24, inputs.seed_i);
    put_bits(bank_->start_i, 16, inputs.start_i);
    put_bits(bank_->free_i, 16, inputs.free_i);
    put_bits(bank_->enter_i, 16, inputs.enter_i);
    put_rows(bank_->front_i, 128, inputs.front_i, vcs, kQueuedWidth);
    put_rows(bank_->preferred_i, 512, inputs.preferred_i, shape_.all_slots(), vcs);
    put_rows(bank_->escape_i, 512, inputs.escape_i, shape_.all_slots(), vcs);
    bank_->eval();
    QueueOutputs outputs;
    outputs.send_o = get_bits(bank_->send_o, 16);
    outputs.read_o = get_bits(bank_->read_o, 16);
    get_rows(bank_->sent_o, 32, outputs.sent_o, shape_.ports, kQueuedWidth);
    get_rows(bank_->pushes_o, 16, outputs.pushes_o, shape_.queues, shape_.count_width());
    get_rows(bank_->source_o, 128, outputs.source_o, shape_.all_slots(), index_width(shape_.sources()));
    get_rows(bank_->count_o, 16, outputs.count_o, shape_.queues, shape_.count_width());
    return clocked(bank_->clk_i, outputs);
  }

 private:
  QueueSwitchShape shape_;
};

class RtlBlocks final : public BlockFactory {
 public:
  std::unique_ptr<ArbiterBlock> rr_arbiter(int size) const override {
    return std::make_unique<RtlArbiter>(0, size);
  }
  std::unique_ptr<ArbiterBlock> matrix_arbiter(int size) const override {
    return std::make_unique<RtlArbiter>(1, size);
  }
  std::unique_ptr<AllocatorBlock> sep_if_allocator(int size) const override {
    return std::make_unique<RtlAllocator<AllocatorBlock, 0>>(size);
  }
  std::unique_ptr<AllocatorBlock> sep_of_allocator(int size) const override {
    return std::make_unique<RtlAllocator<AllocatorBlock, 3>>(size);
  }
  std::unique_ptr<AllocatorBlock> islip_allocator(int size) const override {
    return std::make_unique<RtlAllocator<AllocatorBlock, 4>>(size);
  }
  std::unique_ptr<WavefrontBlock> wavefront_allocator(int size) const override {
    return std::make_unique<RtlAllocator<WavefrontBlock, 1>>(size);
  }
  std::unique_ptr<VcAllocatorBlock> vc_allocator(int size) const override {
    return std::make_unique<RtlAllocator<VcAllocatorBlock, 2>>(size);
  }
  std::unique_ptr<CrossbarBlock> mux_crossbar(int size) const override {
    return std::make_unique<RtlCrossbar>(size);
  }
  std::unique_ptr<FifoBlock> flit_fifo(int depth) const override { return std::make_unique<RtlFifo>(depth); }
  std::unique_ptr<CreditBlock> credit_counter(int depth) const override {
    return std::make_unique<RtlCredits>(depth);
  }
  std::unique_ptr<MergeSwitchBlock> merge_switch(int size) const override {
    return std::make_unique<RtlMergeSwitch>(size);
  }
  std::unique_ptr<NodeBuffersBlock> node_buffers(int size) const override {
    return std::make_unique<RtlNodeBuffers>(size);
  }
  std::unique_ptr<TagSwitchBlock> tag_switch(int size) const override {
    return std::make_unique<RtlTagSwitch>(size);
  }
  std::unique_ptr<ComparatorBlock> compare_exchange(int key_bits) const override {
    return std::make_unique<RtlComparator>(key_bits);
  }
  std::unique_ptr<QueueSwitchBlock> queue_switch(int slots) const override {
    return std::make_unique<RtlQueueSwitch>(slots);
  }
};

}  // namespace

const BlockFactory* rtl_blocks() {
  static const RtlBlocks kBlocks;
  return &kBlocks;
}

}  // namespace switchyard
