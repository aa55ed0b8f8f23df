#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/base/flit.h"

namespace switchyard {

/// What travels through the six phases. A message is one flit; see the functions below for its fields.
enum class MessageKind : std::uint8_t {
  Request,     ///< Wants an operation on one word of the shared memory.
  Reply,       ///< Its answer, from the memory module on.
  Ghost,       ///< Takes no place in a queue; says how far the labels of its stream have come.
  EndOfStream  ///< Of the step: no more messages in this stream.
};

/// How a request changes its word. What combines is one operation on one address in one step.
enum class Operation : std::uint8_t {
  None,            ///< It only reads.
  WriteArbitrary,  ///< One of the values written in the step stays.
  WritePriority,   ///< That of the processor with the lowest number stays.
  Add,             ///< From here on multiprefix: returns the word as the processors before it left it.
  Max,
  Min,
  And,
  Or,
  Xor
};
/// As it is called where processors have programs: what reads is `read`.
inline const std::array<std::string, 9> kOperations{
    "read", "write_arbitrary", "write_priority", "add", "max", "min", "and", "or", "xor"};

constexpr bool is_multiprefix(Operation operation) { return operation >= Operation::Add; }

/// Order of the messages in every stream: by step, then by key, modulo 256 steps. Compare with is_before().
using Label = std::uint64_t;

inline bool is_before(Label a, Label b) { return static_cast<std::int64_t>(a - b) < 0; }

/// Labels stand 2^24 apart, so that label - 1 is a bound just below one.
constexpr Label make_label(std::uint8_t step, std::uint32_t key) {
  return Label{step} << 56 | Label{key} << 24;
}
inline constexpr std::uint32_t kEndKey = ~std::uint32_t{0};  ///< Greater than every address.

/// A memory module, by its place.
struct ModuleId {
  static constexpr int kColumnBits = 4;

  std::uint16_t bits = 0;  ///< row * 16 + column.

  static ModuleId at(int column, NodeId row) {
    return {static_cast<std::uint16_t>(row << kColumnBits | static_cast<NodeId>(column))};
  }
  int column() const { return bits & ((1 << kColumnBits) - 1); }
  NodeId row() const { return bits >> kColumnBits; }
  friend bool operator==(ModuleId, ModuleId) = default;
};

/// A flit, read as a message.
///
/// Flit::packet holds kind, operation, `reads`, step and module; Flit::destination the key, of a reply the
/// word that was there before the step; Flit::payload the operand, of a reply what the operation returns.
class Message {
 public:
  explicit Message(const Flit& flit) : flit_(flit) {}

  static Flit request(Label label, ModuleId module, Operation operation, bool reads, std::uint32_t operand) {
    return make(header(MessageKind::Request, static_cast<std::uint8_t>(label >> 56)) |
                    static_cast<std::uint32_t>(operation) << kOperation | std::uint32_t{reads} << kReads |
                    std::uint32_t{module.bits} << kModule,
                static_cast<std::uint32_t>(label >> 24), operand);
  }
  static Flit reply(std::uint8_t step, std::uint32_t returned, std::uint32_t before_step) {
    return make(header(MessageKind::Reply, step), before_step, returned);
  }
  static Flit end_of_stream(std::uint8_t step) {
    return make(header(MessageKind::EndOfStream, step), kEndKey, 0);
  }
  /// Every message after it has a label above `bound`, which is a label or one below a label.
  static Flit ghost(Label bound) {
    const Label label = bound + (bound & 1);
    return make(header(MessageKind::Ghost, static_cast<std::uint8_t>(label >> 56)) |
                    static_cast<std::uint32_t>(bound & 1) << kBelow,
                static_cast<std::uint32_t>(label >> 24), 0);
  }

  MessageKind kind() const { return static_cast<MessageKind>(flit_.packet & 3); }
  bool is_end() const { return kind() == MessageKind::EndOfStream; }
  Operation operation() const { return static_cast<Operation>(flit_.packet >> kOperation & 15); }
  bool reads() const { return (flit_.packet >> kReads & 1) != 0; }
  std::uint8_t step() const { return static_cast<std::uint8_t>(flit_.packet >> kStep); }
  ModuleId module() const { return {static_cast<std::uint16_t>(flit_.packet >> kModule)}; }
  std::uint32_t key() const { return flit_.destination; }
  std::uint32_t operand() const { return flit_.payload; }
  std::uint32_t returned() const { return flit_.payload; }
  std::uint32_t before_step() const { return flit_.destination; }
  /// Of a ghost: the bound. Not of a reply.
  Label label() const { return make_label(step(), key()) - (flit_.packet >> kBelow & 1); }

 private:
  enum : int { kOperation = 2, kReads = 6, kBelow = 7, kStep = 8, kModule = 16 };

  static std::uint32_t header(MessageKind kind, std::uint8_t step) {
    return static_cast<std::uint32_t>(kind) | std::uint32_t{step} << kStep;
  }
  static Flit make(std::uint32_t header_bits, std::uint32_t key, std::uint32_t word) {
    return {
        .packet = header_bits, .destination = key, .payload = word, .remaining = 1, .vc = 0, .head = true};
  }

  const Flit& flit_;
};

}  // namespace switchyard
