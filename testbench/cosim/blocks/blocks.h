#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>

#include "testbench/cosim/block_sizes.h"  // Made by CMake from rtl/block_sizes.svh.
#include "testbench/cosim/blocks/queue_switch_pins.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// A block of rtl/ as its pins see it, whichever of model and RTL is behind them.
///
/// A cycle: the inputs are put on, the outputs settle and are read, and then the clock rises. The pins of
/// both sides are structs with the names of the RTL; visit(size, f) calls f(name, words, bits of a word) for
/// every pin.
template <class In, class Out>
class Block {
 public:
  using Inputs = In;
  using Outputs = Out;

  virtual ~Block() = default;
  virtual void reset() = 0;
  virtual Out cycle(const In& inputs) = 0;
};

using PinRows = std::array<std::uint64_t, 64>;

/// Start pins stay as they are until the next reset, as all straps.
struct ArbiterInputs {
  std::uint64_t start_i = 0;
  std::uint64_t req_i = 0;
  std::uint64_t accept_i = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("start_i", std::span(&start_i, 1), index_width(size));
    visit("req_i", std::span(&req_i, 1), size);
    visit("accept_i", std::span(&accept_i, 1), 1);
  }
};
struct ArbiterOutputs {
  std::uint64_t gnt_o = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("gnt_o", std::span(&gnt_o, 1), size);
  }
};

struct AllocatorInputs {
  PinRows input_start_i{};
  PinRows output_start_i{};
  PinRows req_i{};  ///< [input]: by output.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const std::size_t rows = size;
    visit("input_start_i", std::span(input_start_i).first(rows), index_width(size));
    visit("output_start_i", std::span(output_start_i).first(rows), index_width(size));
    visit("req_i", std::span(req_i).first(rows), size);
  }
};
struct WavefrontInputs {
  std::uint64_t start_i = 0;
  PinRows req_i{};  ///< [input]: by output.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("start_i", std::span(&start_i, 1), index_width(size));
    visit("req_i", std::span(req_i).first(size), size);
  }
};
struct AllocatorOutputs {
  PinRows gnt_o{};  ///< [input]: by output.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("gnt_o", std::span(gnt_o).first(size), size);
  }
};

/// What is tested in which sizes: testbench/cosim/rtl/block_sizes.svh.
inline constexpr int kLargestBlock = SY_LARGEST_BLOCK;
inline constexpr int kLargestOutputFirst = SY_LARGEST_OUTPUT_FIRST;
inline constexpr int kLargestBuffers = SY_LARGEST_BUFFERS;
inline constexpr int kLargestTagSwitch = SY_LARGEST_TAG_SWITCH;
inline constexpr int kLargestCompare = SY_LARGEST_COMPARE;
inline constexpr int kCompareDataWidth = SY_COMPARE_DATA_WIDTH;
inline constexpr int kTagFlitWidth = SY_TAG_FLIT_WIDTH;
inline constexpr int kCrossbarWidth = SY_CROSSBAR_WIDTH;
inline constexpr int kFifoWidth = SY_FIFO_WIDTH;
inline constexpr int kBufferCoordBits = SY_COORD_WIDTH;
inline constexpr int kBufferWordBits = 2 * SY_COORD_WIDTH + SY_DATA_WIDTH;
constexpr int vcs_of_allocator(int size) { return SY_VCS_OF_ALLOCATOR(size); }
constexpr int arbiters_of_allocator(int size) { return SY_ARBITERS_OF_ALLOCATOR(size); }
constexpr int passes_of_allocator(int size) { return SY_PASSES_OF_ALLOCATOR(size); }
constexpr int ports_of_allocator(int size) { return SY_PORTS_OF_ALLOCATOR(size); }
constexpr int queue_of_merge_switch(int size) { return SY_QUEUE_OF_MERGE_SWITCH(size); }
constexpr int banks_of_buffers(int size) { return SY_BANKS_OF_BUFFERS(size); }

struct VcAllocatorInputs {
  std::uint64_t port_start_i = 0;
  PinRows vc_start_i{};  ///< [port]
  PinRows req_i{};       ///< [input VC]: the output VC that its head flit asks for, one bit or none.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const int ports = ports_of_allocator(size);
    visit("port_start_i", std::span(&port_start_i, 1), index_width(ports));
    visit("vc_start_i", std::span(vc_start_i).first(ports), index_width(vcs_of_allocator(size)));
    visit("req_i", std::span(req_i).first(size), size);
  }
};

struct CrossbarInputs {
  PinRows data_i{};  ///< [input]
  PinRows sel_i{};   ///< [output]: by input.

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("data_i", std::span(data_i).first(size), kCrossbarWidth);
    visit("sel_i", std::span(sel_i).first(size), size);
  }
};
struct CrossbarOutputs {
  PinRows data_o{};  ///< [output]

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("data_o", std::span(data_o).first(size), kCrossbarWidth);
  }
};

/// Bits of a count up to `depth`.
inline int count_width(int depth) { return std::bit_width(static_cast<unsigned>(depth)); }

struct FifoInputs {
  std::uint64_t push_i = 0;
  std::uint64_t data_i = 0;
  std::uint64_t pop_i = 0;

  template <class Visit>
  void visit(int, Visit&& visit) const {
    visit("push_i", std::span(&push_i, 1), 1);
    visit("data_i", std::span(&data_i, 1), kFifoWidth);
    visit("pop_i", std::span(&pop_i, 1), 1);
  }
};
struct FifoOutputs {
  std::uint64_t front_o = 0;
  std::uint64_t front_valid_o = 0;
  std::uint64_t next_o = 0;
  std::uint64_t next_valid_o = 0;
  std::uint64_t count_o = 0;

  template <class Visit>
  void visit(int depth, Visit&& visit) const {
    visit("front_o", std::span(&front_o, 1), kFifoWidth);
    visit("front_valid_o", std::span(&front_valid_o, 1), 1);
    visit("next_o", std::span(&next_o, 1), kFifoWidth);
    visit("next_valid_o", std::span(&next_valid_o, 1), 1);
    visit("count_o", std::span(&count_o, 1), count_width(depth));
  }
};

struct CreditInputs {
  std::uint64_t incr_i = 0;
  std::uint64_t decr_i = 0;

  template <class Visit>
  void visit(int, Visit&& visit) const {
    visit("incr_i", std::span(&incr_i, 1), 1);
    visit("decr_i", std::span(&decr_i, 1), 1);
  }
};
struct CreditOutputs {
  std::uint64_t count_o = 0;
  std::uint64_t next_o = 0;

  template <class Visit>
  void visit(int depth, Visit&& visit) const {
    visit("count_o", std::span(&count_o, 1), count_width(depth));
    visit("next_o", std::span(&next_o, 1), count_width(depth));
  }
};

/// Its straps stay as they are until the next reset.
struct MergeInputs {
  std::uint64_t site_i = 0;
  std::uint64_t push_i = 0;
  std::array<std::uint64_t, 6> message_i{};  ///< [input]: three words.
  std::uint64_t credit_i = 0;
  std::uint64_t link_i = 0;
  std::uint64_t idle_i = 0;
  std::uint64_t room_i = 0;

  template <class Visit>
  void visit(int, Visit&& visit) const {
    visit("site_i", std::span(&site_i, 1), 9);
    visit("push_i", std::span(&push_i, 1), 2);
    visit("message_i", std::span<const std::uint64_t>(message_i), 32);
    visit("credit_i", std::span(&credit_i, 1), 2);
    visit("link_i", std::span(&link_i, 1), 2);
    visit("idle_i", std::span(&idle_i, 1), 2);
    visit("room_i", std::span(&room_i, 1), 1);
  }
};
struct MergeOutputs {
  std::uint64_t credit_o = 0;
  std::uint64_t send_o = 0;
  std::uint64_t ghost_o = 0;
  std::array<std::uint64_t, 6> message_o{};  ///< [output]: three words.
  std::uint64_t remember_o = 0;
  std::uint64_t output_o = 0;
  std::uint64_t end_o = 0;
  std::uint64_t operation_o = 0;
  std::uint64_t operand_o = 0;

  template <class Visit>
  void visit(int, Visit&& visit) const {
    visit("credit_o", std::span(&credit_o, 1), 2);
    visit("send_o", std::span(&send_o, 1), 2);
    visit("ghost_o", std::span(&ghost_o, 1), 2);
    visit("message_o", std::span<const std::uint64_t>(message_o), 32);
    visit("remember_o", std::span(&remember_o, 1), 1);
    visit("output_o", std::span(&output_o, 1), 1);
    visit("end_o", std::span(&end_o, 1), 1);
    visit("operation_o", std::span(&operation_o, 1), 4);
    visit("operand_o", std::span(&operand_o, 1), 32);
  }
};

/// Bits of start_i of the buffers of a mesh node.
inline int start_width(int banks) { return banks == 1 ? 4 : 12; }

/// Packets have one word, the mesh is of 16 x 16 nodes. Their place stays as it is until the next reset.
struct BufferInputs {
  std::uint64_t start_i = 0;
  std::uint64_t here_i = 0;
  std::uint64_t colour_i = 0;
  std::uint64_t push_i = 0;
  std::uint64_t vc_i = 0;
  std::array<std::uint64_t, 4> packet_i{};  ///< [port]
  std::uint64_t withheld_i = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("start_i", std::span(&start_i, 1), start_width(banks_of_buffers(size)));
    visit("here_i", std::span(&here_i, 1), 2 * kBufferCoordBits);
    visit("colour_i", std::span(&colour_i, 1), 1);
    visit("push_i", std::span(&push_i, 1), 4);
    visit("vc_i", std::span(&vc_i, 1), 12);
    visit("packet_i", std::span<const std::uint64_t>(packet_i), kBufferWordBits);
    visit("withheld_i", std::span(&withheld_i, 1), 12 * banks_of_buffers(size));
  }
};
struct BufferOutputs {
  std::uint64_t send_o = 0;
  std::uint64_t vc_o = 0;
  std::array<std::uint64_t, 4> packet_o{};  ///< [port]
  std::uint64_t withheld_o = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("send_o", std::span(&send_o, 1), 4);
    visit("vc_o", std::span(&vc_o, 1), 12);
    visit("packet_o", std::span<const std::uint64_t>(packet_o), kBufferWordBits);
    visit("withheld_o", std::span(&withheld_o, 1), 12 * banks_of_buffers(size));
  }
};

/// What a circuit switch of a size has, and where on its pins.
struct TagShape {
  explicit TagShape(int size)
      : ports(SY_PORTS_OF_TAG_SWITCH(size)),
        digits(SY_DIGITS_OF_TAG_SWITCH(size)),
        digit_bits(index_width(ports)) {}

  int tag_bits() const { return digits * digit_bits; }
  /// Digit `which` of the tag of an input.
  std::uint64_t digit(std::uint64_t tags, int input, std::uint64_t which) const {
    return tags >> (input * tag_bits() + static_cast<int>(which) * digit_bits) &
           static_cast<unsigned>(ports - 1);
  }
  std::uint64_t flit(std::uint64_t data, int port) const {
    return data >> port * kTagFlitWidth & ((std::uint64_t{1} << kTagFlitWidth) - 1);
  }

  int ports;
  int digits;
  int digit_bits;
};

/// Its straps stay as they are until the next reset.
struct TagInputs {
  std::uint64_t digit_i = 0;
  std::uint64_t drops_i = 0;
  std::uint64_t answers_i = 0;
  std::uint64_t start_i = 0;
  std::uint64_t offered_i = 0;
  std::uint64_t header_i = 0;
  std::uint64_t tail_i = 0;
  std::uint64_t tag_i = 0;   ///< [input]
  std::uint64_t data_i = 0;  ///< [input]
  std::uint64_t room_i = 0;
  std::uint64_t faulty_i = 0;
  std::uint64_t answered_i = 0;
  std::uint64_t refused_i = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const TagShape shape(size);
    visit("digit_i", std::span(&digit_i, 1), index_width(shape.digits));
    visit("drops_i", std::span(&drops_i, 1), 1);
    visit("answers_i", std::span(&answers_i, 1), 1);
    visit("start_i", std::span(&start_i, 1), shape.ports * shape.digit_bits);
    visit("offered_i", std::span(&offered_i, 1), shape.ports);
    visit("header_i", std::span(&header_i, 1), shape.ports);
    visit("tail_i", std::span(&tail_i, 1), shape.ports);
    visit("tag_i", std::span(&tag_i, 1), shape.ports * shape.tag_bits());
    visit("data_i", std::span(&data_i, 1), shape.ports * kTagFlitWidth);
    visit("room_i", std::span(&room_i, 1), shape.ports);
    visit("faulty_i", std::span(&faulty_i, 1), shape.ports);
    visit("answered_i", std::span(&answered_i, 1), shape.ports);
    visit("refused_i", std::span(&refused_i, 1), shape.ports);
  }
};
struct TagOutputs {
  std::uint64_t sent_o = 0;
  std::uint64_t data_o = 0;  ///< [output]
  std::uint64_t taken_o = 0;
  std::uint64_t answered_o = 0;
  std::uint64_t refused_o = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    const TagShape shape(size);
    visit("sent_o", std::span(&sent_o, 1), shape.ports);
    visit("data_o", std::span(&data_o, 1), shape.ports * kTagFlitWidth);
    visit("taken_o", std::span(&taken_o, 1), shape.ports);
    visit("answered_o", std::span(&answered_o, 1), shape.ports);
    visit("refused_o", std::span(&refused_o, 1), shape.ports);
  }
};

/// Records: the key, whose bits are the size, above the rest.
struct CompareInputs {
  std::uint64_t own_i = 0;
  std::uint64_t other_i = 0;
  std::uint64_t keep_smaller_i = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("own_i", std::span(&own_i, 1), size + kCompareDataWidth);
    visit("other_i", std::span(&other_i, 1), size + kCompareDataWidth);
    visit("keep_smaller_i", std::span(&keep_smaller_i, 1), 1);
  }
};
struct CompareOutputs {
  std::uint64_t takes_o = 0;
  std::uint64_t record_o = 0;

  template <class Visit>
  void visit(int size, Visit&& visit) const {
    visit("takes_o", std::span(&takes_o, 1), 1);
    visit("record_o", std::span(&record_o, 1), size + kCompareDataWidth);
  }
};

using ArbiterBlock = Block<ArbiterInputs, ArbiterOutputs>;
using AllocatorBlock = Block<AllocatorInputs, AllocatorOutputs>;
using WavefrontBlock = Block<WavefrontInputs, AllocatorOutputs>;
using VcAllocatorBlock = Block<VcAllocatorInputs, AllocatorOutputs>;
using CrossbarBlock = Block<CrossbarInputs, CrossbarOutputs>;
using FifoBlock = Block<FifoInputs, FifoOutputs>;
using CreditBlock = Block<CreditInputs, CreditOutputs>;
using MergeSwitchBlock = Block<MergeInputs, MergeOutputs>;
using NodeBuffersBlock = Block<BufferInputs, BufferOutputs>;
using TagSwitchBlock = Block<TagInputs, TagOutputs>;
using ComparatorBlock = Block<CompareInputs, CompareOutputs>;
using QueueSwitchBlock = Block<QueueInputs, QueueOutputs>;

/// Makes each block of rtl/ in one size; allocators and crossbars have as many inputs as outputs.
class BlockFactory {
 public:
  virtual ~BlockFactory() = default;

  virtual std::unique_ptr<ArbiterBlock> rr_arbiter(int size) const = 0;
  virtual std::unique_ptr<ArbiterBlock> matrix_arbiter(int size) const = 0;
  virtual std::unique_ptr<AllocatorBlock> sep_if_allocator(int size) const = 0;
  virtual std::unique_ptr<AllocatorBlock> sep_of_allocator(int size) const = 0;
  virtual std::unique_ptr<AllocatorBlock> islip_allocator(int size) const = 0;
  virtual std::unique_ptr<WavefrontBlock> wavefront_allocator(int size) const = 0;
  virtual std::unique_ptr<VcAllocatorBlock> vc_allocator(int size) const = 0;
  virtual std::unique_ptr<CrossbarBlock> mux_crossbar(int size) const = 0;
  virtual std::unique_ptr<FifoBlock> flit_fifo(int depth) const = 0;
  virtual std::unique_ptr<CreditBlock> credit_counter(int depth) const = 0;
  virtual std::unique_ptr<MergeSwitchBlock> merge_switch(int size) const = 0;
  virtual std::unique_ptr<NodeBuffersBlock> node_buffers(int size) const = 0;
  virtual std::unique_ptr<TagSwitchBlock> tag_switch(int size) const = 0;
  virtual std::unique_ptr<ComparatorBlock> compare_exchange(int key_bits) const = 0;
  virtual std::unique_ptr<QueueSwitchBlock> queue_switch(int slots) const = 0;
};

/// The C++ twins of hw/alloc.
const BlockFactory& model_blocks();

/// The Verilated modules, in the sizes of the build option SY_RTL_SIZES; null in a program that was built
/// without Verilator.
const BlockFactory* rtl_blocks();

/// Calls `visit(name, largest, make)` for every block; make(factory, size) makes it, in sizes of 2 to
/// `largest`.
template <class Visit>
void for_each_block(Visit&& visit) {
  const auto made_by = [](auto method) {
    return [method](const BlockFactory& factory, int size) { return (factory.*method)(size); };
  };
  visit("rr_arbiter", kLargestBlock, made_by(&BlockFactory::rr_arbiter));
  visit("matrix_arbiter", kLargestBlock, made_by(&BlockFactory::matrix_arbiter));
  visit("sep_if_allocator", kLargestBlock, made_by(&BlockFactory::sep_if_allocator));
  visit("sep_of_allocator", kLargestOutputFirst, made_by(&BlockFactory::sep_of_allocator));
  visit("islip_allocator", kLargestOutputFirst, made_by(&BlockFactory::islip_allocator));
  visit("wavefront_allocator", kLargestBlock, made_by(&BlockFactory::wavefront_allocator));
  visit("vc_allocator", kLargestBlock, made_by(&BlockFactory::vc_allocator));
  visit("mux_crossbar", kLargestBlock, made_by(&BlockFactory::mux_crossbar));
  visit("flit_fifo", kLargestBlock, made_by(&BlockFactory::flit_fifo));
  visit("credit_counter", kLargestBlock, made_by(&BlockFactory::credit_counter));
  visit("merge_switch", kLargestBlock, made_by(&BlockFactory::merge_switch));
  visit("node_buffers", kLargestBuffers, made_by(&BlockFactory::node_buffers));
  visit("tag_switch", kLargestTagSwitch, made_by(&BlockFactory::tag_switch));
  visit("compare_exchange", kLargestCompare, made_by(&BlockFactory::compare_exchange));
  visit("queue_switch", kLargestQueues, made_by(&BlockFactory::queue_switch));
}

}  // namespace switchyard
