#pragma once

#include "hw/router/combining/ranade_merge.h"

namespace switchyard {

/// A switch of the phases 5 and 6: sends replies back the way their requests came, through a MergeSwitch.
///
/// in[] are the other ends of its outputs, out[] those of its inputs. A cycle: take the reply that the oldest
/// direction waits for, from where that says; a reply to a combined request leaves through both outputs, to
/// each when that takes it. Where the end of a step should be and is not, all that follows it waits for ever.
class SplitSwitch {
 public:
  /// `first_input` and `first_output` are its own, two of each; they must outlive it.
  SplitSwitch(const MergeSwitch::Shape& merge, StreamInput* first_input, StreamOutput* first_output)
      : in(first_input), out(first_output), inputs_(merge.outputs), outputs_(merge.inputs) {}

  void reset() { sent_ = 0; }

  StreamInput* const in;
  StreamOutput* const out;

  /// Whether the next cycle may do more, even without new inputs.
  bool step(DirectionFifo& directions, PortOutputs& outputs) {
    if (directions.empty()) return false;
    const Direction& direction = directions.front();
    if (direction.end ? !ends_are_here() : in[direction.output].empty()) return false;
    const InputMask wanted = wanted_by(direction);
    const Flit& head = in[direction.output].front();
    if (Message(head).is_end() != direction.end) return false;
    bool waits_for_link = false;
    for (std::size_t o = 0; o < 2; ++o) {
      if (!still_wants(direction, o)) continue;
      if (out[o].can_send(outputs)) {
        out[o].send(o == 1 ? for_second(head, direction) : head, outputs);
        if (direction.end) out[o].told(Message(head).label());
        sent_.set(o);
      } else {
        waits_for_link = waits_for_link || out[o].waits_for_link(outputs);
      }
    }
    if (sent_ != wanted) return waits_for_link;
    sent_ = 0;
    if (direction.end) {
      for (std::size_t i = 0; i < inputs_; ++i) in[i].pop(outputs);
    } else {
      in[direction.output].pop(outputs);
    }
    directions.pop();
    return !(in[0].empty() && in[1].empty());
  }

  /// Whether the reply that `direction` waits for has yet to leave through output o.
  bool still_wants(const Direction& direction, std::size_t o) const {
    return (wanted_by(direction) & ~sent_).test(o);
  }

  std::size_t inputs() const { return inputs_; }

 private:
  InputMask wanted_by(const Direction& direction) const {
    return direction.end ? low_bits<InputMask>(outputs_) : direction.from;
  }
  bool ends_are_here() const { return !in[0].empty() && (inputs_ == 1 || !in[1].empty()); }

  /// The processors of the second come after those of the first.
  static Flit for_second(const Flit& head, const Direction& direction) {
    const Message reply(head);
    if (direction.end || direction.from != (kFirst | kSecond)) return head;
    return Message::reply(reply.step(), apply(direction.operation, reply.returned(), direction.operand),
                          reply.before_step());
  }

  std::size_t inputs_;
  std::size_t outputs_;
  InputMask sent_ = 0;  ///< Outputs that have taken the reply.
};

}  // namespace switchyard
