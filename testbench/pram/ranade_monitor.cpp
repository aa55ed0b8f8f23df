#include "testbench/pram/ranade_monitor.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/base/bits.h"
#include "testbench/pram/stream_name.h"

namespace switchyard {

RanadeMonitor::RanadeMonitor(const Topology& topology, int queue, bool combining)
    : topology_(topology),
      butterfly_(*topology.butterfly()),
      ports_(static_cast<std::size_t>(topology.port_count()) + 1),
      lanes_(static_cast<std::size_t>(RanadePhases(butterfly_).lanes())),
      queue_(queue),
      combining_(combining),
      streams_(index(topology.node_count(), 0, 0)),
      last_served_(topology.node_count(), kBeforeAll) {}

std::size_t RanadeMonitor::far_index(NodeId node, PortId port, VcId lane) const {
  if (port == topology_.terminal_port()) return index(node, port + 1, lane);
  const PortRef& far = topology_.peer({node, port});
  return index(far.node, far.port, lane);
}

void RanadeMonitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  const ModuleId here = ModuleId::at(butterfly_.column(node), butterfly_.row(node));
  const StreamPlace memory = RanadePhases(butterfly_).down(3);
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    const Message message(arrivals.flits[p]);
    if (message.kind() == MessageKind::Ghost) {
      ++ghosts_;
      return;
    }
    const VcId lane = arrivals.flits[p].vc;
    Stream& stream = streams_[index(node, p, lane)];
    count_message(now, node, {p, lane}, message, stream);
    if (message.kind() == MessageKind::Reply) return;
    check_label(now, node, "a stream", message.label(), stream.last);
    if (p != memory.port || lane != memory.lane) return;
    if (message.is_end()) {
      last_served_[node] = message.label();  // Labels come again after 256 steps.
    } else if (message.module() == here) {
      ++served_;
      check_label(now, node, "memory", message.label(), last_served_[node]);
    }
  });
  for_each_bit(arrivals.credit_ports, [&](PortId p) { count_credits(now, node, p, arrivals.credits[p]); });
}

void RanadeMonitor::at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) {
  const PortId terminal = topology_.terminal_port();
  if (arrivals.flit_ports != 0) {
    count_message(now, node, {terminal + 1, 0}, Message(arrivals.flits[0]),
                  streams_[index(node, terminal + 1, 0)]);
  }
  if (arrivals.credit_ports != 0 && --streams_[index(node, terminal, 0)].outstanding < 0)
    fail(now, node, "the processor has more credits than it sent messages");
}

void RanadeMonitor::count_message(Cycle now, NodeId node, StreamPlace place, const Message& message,
                                  Stream& stream) {
  ++message_hops_;
  if (message.step() != stream.step) {
    fail(now, node,
         fmt::format("{} brings a message of step {} before the end of step {}",
                     stream_name(butterfly_, place), message.step(), stream.step));
  }
  stream.step = static_cast<std::uint8_t>(stream.step + message.is_end());
  most_ = std::max(most_, ++stream.outstanding);
  if (stream.outstanding > queue_) fail(now, node, "a stream has more messages than its queue has places");
}

void RanadeMonitor::count_credits(Cycle now, NodeId node, PortId port, VcMask credits) {
  for_each_bit(credits, [&](VcId lane) {
    if (--streams_[far_index(node, port, lane)].outstanding < 0)
      fail(now, node, "a stream has more credits than messages");
  });
}

void RanadeMonitor::check_label(Cycle now, NodeId node, const char* what, Label label, Label& last) {
  const bool rises = combining_ ? is_before(last, label) : !is_before(label, last);
  if (!rises) fail(now, node, fmt::format("labels of {} do not rise", what));
  last = label;
}

void RanadeMonitor::fail(Cycle now, NodeId node, const std::string& what) {
  if (failure_.empty()) failure_ = fmt::format("cycle {}, node {}: {}", now, node, what);
}

bool RanadeMonitor::drained() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const Stream& s) { return s.outstanding == 0; });
}

}  // namespace switchyard
