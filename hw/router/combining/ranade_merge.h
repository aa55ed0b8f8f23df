#pragma once

#include "hw/router/combining/ranade_combine.h"
#include "hw/router/combining/ranade_directions.h"
#include "hw/router/combining/ranade_stream.h"

namespace switchyard {

/// A switch of the phases 1 and 2: merges one or two streams of requests, in the order of their labels, into
/// one or two.
///
/// A cycle: *select* the least head, if nothing that is still to come at the other input may be less (or
/// equal, which combines); *forward* it if its output takes it; *promise* what the outputs will not see any
/// more. The end of a step leaves when both inputs have it, and to each output when that takes it.
/// in[0] is the first: its processors have the lower numbers.
class MergeSwitch {
 public:
  struct Shape {
    std::size_t inputs = 1;  ///< 0: there is no such switch.
    std::size_t outputs = 1;
    int route_bit = 0;  ///< With two outputs: a message that heads for a row with another bit takes out[1].
    const NodeId* heads_for = nullptr;  ///< [row of the module]: what it heads for, if not that row.
  };

  /// `inputs` and `outputs` are its own, two of each; they must outlive it.
  MergeSwitch(const Shape& shape, NodeId row, bool combining, int remembered, StreamInput* inputs,
              StreamOutput* outputs)
      : in(inputs), out(outputs), directions(remembered), shape_(shape), row_(row), combining_(combining) {}

  void reset() {
    directions.reset();
    told_end_ = 0;
  }

  StreamInput* const in;
  StreamOutput* const out;
  DirectionFifo directions;

  /// Whether the next cycle may do more, even without new inputs.
  bool step(PortOutputs& outputs) {
    const InputMask from = select();
    if (from == 0) {
      promise_for_inputs();
      return false;
    }
    const Flit& head = in[from == kSecond ? 1 : 0].front();
    return Message(head).is_end() ? forward_end(from, outputs) : forward(from, head, outputs);
  }

  /// Ghosts to those outputs whose links are idle.
  /// Whether some have to wait for theirs.
  bool send_ghosts(PortOutputs& outputs) {
    bool waits = false;
    for (std::size_t o = 0; o < shape_.outputs; ++o) {
      if (!out[o].owes_ghost()) continue;
      if (out[o].has_link(outputs)) {
        out[o].send_ghost(outputs);
      } else {
        waits = true;
      }
    }
    return waits;
  }

  /// The inputs whose heads go next, as one message; 0: it is not known yet.
  InputMask select() const {
    if (shape_.inputs == 1) return in[0].empty() ? kNeither : kFirst;
    if (in[0].empty() && in[1].empty()) return kNeither;
    if (in[1].empty()) return may_pass(label_of(0), in[1].floor() + !combining_) ? kFirst : kNeither;
    if (in[0].empty()) return may_pass(label_of(1), in[0].floor()) ? kSecond : kNeither;
    const Label a = label_of(0);
    const Label b = label_of(1);
    if (a != b) return is_before(a, b) ? kFirst : kSecond;
    return combining_ || Message(in[0].front()).is_end() ? kFirst | kSecond : kFirst;
  }

  /// Where a request leaves.
  std::size_t output_for(const Flit& request) const {
    if (shape_.outputs == 1) return 0;
    const NodeId row = Message(request).module().row();
    return ((shape_.heads_for != nullptr ? shape_.heads_for[row] : row) ^ row_) >> shape_.route_bit & 1;
  }
  /// An output that has not taken the end of the step at the heads.
  std::size_t untold_end() const { return told_end_ & 1; }
  /// The input from which the least label may come.
  std::size_t least_input() const {
    return shape_.inputs == 2 && is_before(bound_of(1), bound_of(0)) ? 1 : 0;
  }

  const Shape& shape() const { return shape_; }

 private:
  Label label_of(std::size_t input) const { return Message(in[input].front()).label(); }
  /// Nothing that this input holds or will hold has a label below or at the bound.
  Label bound_of(std::size_t input) const {
    return in[input].empty() ? in[input].floor() : label_of(input) - 1;
  }
  /// Never the end of a step, which takes both inputs along.
  static bool may_pass(Label label, Label floor) {
    return !is_before(floor, label) && static_cast<std::uint32_t>(label >> 24) != kEndKey;
  }

  bool forward(InputMask from, const Flit& head, PortOutputs& outputs) {
    const Message message(head);
    const Label label = message.label();
    const std::size_t o = output_for(head);
    const std::size_t other = shape_.outputs == 1 ? o : 1 - o;
    if (directions.full() || !out[o].can_send(outputs)) {
      out[o].promise(label - 1);
      if (other != o) out[other].promise(label);
      return !directions.full() && out[o].waits_for_link(outputs);
    }
    Direction direction{.from = from, .output = static_cast<std::uint8_t>(o)};
    if (from == (kFirst | kSecond)) {
      if (message.operation() != Operation::None) {
        direction.operation = message.operation();
        direction.operand = message.operand();
      }
      out[o].send(combine(head, in[1].front()), outputs);
    } else {
      out[o].send(head, outputs);
    }
    directions.push(direction);
    out[o].told(combining_ ? label : label - 1);
    if (other != o) out[other].promise(label);
    pop(from, outputs);
    promise_for_inputs();
    return !(in[0].empty() && in[1].empty());
  }

  bool forward_end(InputMask from, PortOutputs& outputs) {
    const Flit& end = in[0].front();
    const Label label = Message(end).label();
    bool wait_for_link = false;
    for (std::size_t o = 0; o < shape_.outputs; ++o) {
      if (told_end_.test(o)) continue;
      if (!directions.full() && out[o].can_send(outputs)) {
        out[o].send(end, outputs);
        out[o].told(label);
        told_end_.set(o);
      } else {
        out[o].promise(label - 1);
        wait_for_link = wait_for_link || (!directions.full() && out[o].waits_for_link(outputs));
      }
    }
    if (told_end_ != low_bits<OutputMask>(shape_.outputs)) return wait_for_link;
    told_end_ = 0;
    directions.push({.from = from, .end = true});
    pop(from, outputs);
    promise_for_inputs();
    return !(in[0].empty() && in[1].empty());
  }

  void pop(InputMask from, PortOutputs& outputs) {
    if ((from & kFirst) != 0) in[0].pop(outputs);
    if ((from & kSecond) != 0) in[1].pop(outputs);
  }

  /// Nothing less than the least head or floor will leave.
  void promise_for_inputs() {
    const Label bound = bound_of(least_input());
    for (std::size_t o = 0; o < shape_.outputs; ++o) out[o].promise(bound);
  }

  Shape shape_;
  NodeId row_;
  bool combining_;
  OutputMask told_end_ = 0;  ///< Outputs that the end at the heads has left through.
};

}  // namespace switchyard
