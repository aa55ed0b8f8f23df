#include "testbench/pram/ranade_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"
#include "hw/topology/butterfly.h"
#include "testbench/pram/stream_name.h"

namespace switchyard {

RanadeMonitor::RanadeMonitor(const Topology& topology, int queue, bool combining)
    : topology_(topology),
      butterfly_(*topology.shape<Butterfly>()),
      ports_(topology.port_count() + 1),
      vcs_(RanadePhases(butterfly_).vcs()),
      queue_(queue),
      combining_(combining),
      memory_(RanadePhases(butterfly_).down(3)),
      streams_(index(topology.node_count(), 0, 0)),
      far_(streams_.size()),
      last_served_(topology.node_count(), kBeforeAll) {
  const PortId terminal = topology.terminal_port();
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    module_of_.push_back(ModuleId::at(butterfly_.column(node), butterfly_.row(node)));
    for (PortId port = 0; port < terminal; ++port) {
      if (topology.is_open({node, port})) continue;
      const PortRef& far = topology.peer({node, port});
      far_[index(node, port, 0)] = static_cast<std::uint32_t>(index(far.node, far.port, 0));
    }
    far_[index(node, terminal, 0)] = static_cast<std::uint32_t>(index(node, terminal + 1, 0));
  }
}

RanadeMonitor::~RanadeMonitor() = default;

/// One of several that report at a time.
class RanadeMonitor::Worker final : public LinkObserver {
 public:
  explicit Worker(RanadeMonitor& monitor) : monitor_(monitor) {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    monitor_.watch_router(now, node, arrivals, sight);
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    monitor_.at_terminal(now, node, arrivals);
  }
  void prefetch_router(NodeId node) const override { monitor_.prefetch_router(node); }

  Sight sight;

 private:
  RanadeMonitor& monitor_;
};

LinkObserver* RanadeMonitor::for_worker(std::size_t /*worker*/) {
  return workers_.emplace_back(std::make_unique<Worker>(*this)).get();
}

void RanadeMonitor::gather() {
  for (const auto& worker : workers_) {
    Sight& sight = worker->sight;
    own_.message_hops += std::exchange(sight.message_hops, 0);
    own_.ghosts += std::exchange(sight.ghosts, 0);
    own_.served += std::exchange(sight.served, 0);
    own_.most = std::max(own_.most, sight.most);
    own_.failure.join(sight.failure);
  }
}

inline void RanadeMonitor::count_message(Cycle now, NodeId node, StreamPlace place, const Message& message,
                                         Stream& stream, Sight& sight) {
  ++sight.message_hops;
  if (message.step() != stream.step) fail_order(now, node, place, message, stream, sight);
  stream.step = static_cast<std::uint8_t>(stream.step + message.is_end());
  Stream::count(stream.messages);
  const int outstanding = stream.outstanding();
  if (outstanding <= sight.most) return;
  sight.most = outstanding;
  if (outstanding > queue_) fail(now, node, "a stream has more messages than its queue has places", sight);
}

inline void RanadeMonitor::check_served(Cycle now, NodeId node, const Message& message, Sight& sight) {
  Label& last = last_served_[node];
  if (!message.is_end()) {
    if (message.module() != module_of_[node]) return;
    ++sight.served;
    if (!rises(last, message.label())) fail(now, node, "labels of memory do not rise", sight);
  }
  last = message.label();  // Labels come again after 256 steps.
}

void RanadeMonitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  watch_router(now, node, arrivals, own_);
}

inline void RanadeMonitor::watch_router(Cycle now, NodeId node, const PortInputs& arrivals, Sight& sight) {
  const std::size_t first = index(node, 0, 0);
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    const Flit& flit = arrivals.flits[p];
    const Message message(flit);
    if (message.kind() == MessageKind::Ghost) {
      ++sight.ghosts;
      return;
    }
    const StreamPlace place{p, flit.vc};
    Stream& stream = streams_[first + p * vcs_ + flit.vc];
    count_message(now, node, place, message, stream, sight);
    if (message.kind() == MessageKind::Reply) return;
    const Label label = message.label();
    if (!rises(stream.last, label)) fail(now, node, "labels of a stream do not rise", sight);
    stream.last = label;
    if (p == memory_.port && place.vc == memory_.vc) check_served(now, node, message, sight);
  });
  for_each_bit(arrivals.credit_ports, [&](PortId p) {
    const std::size_t far = far_[first + p * vcs_];
    for_each_bit(arrivals.credits[p], [&](VcId vc) {
      Stream& stream = streams_[far + vc];
      Stream::count(stream.credits);
      if (stream.outstanding() < 0) fail(now, node, "a stream has more credits than messages", sight);
    });
  });
}

void RanadeMonitor::prefetch_router(NodeId node) const {
  const std::size_t first = index(node, 0, 0);
  for (std::size_t stream = 0; stream < ports_ * vcs_; stream += kCacheLine / sizeof(Stream))
    __builtin_prefetch(&streams_[first + stream]);
  for (std::size_t port = 0; port < ports_ * vcs_; port += kCacheLine / sizeof far_[0])
    __builtin_prefetch(&far_[first + port]);
}

void RanadeMonitor::at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) {
  const PortId terminal = topology_.terminal_port();
  if (arrivals.flit_ports != 0) {
    count_message(now, node, {terminal + 1, 0}, Message(arrivals.flits[0]),
                  streams_[index(node, terminal + 1, 0)], own_);
  }
  if (arrivals.credit_ports == 0) return;
  Stream& stream = streams_[index(node, terminal, 0)];
  Stream::count(stream.credits);
  if (stream.outstanding() < 0) fail(now, node, "the processor has more credits than it sent messages", own_);
}

void RanadeMonitor::fail_order(Cycle now, NodeId node, StreamPlace place, const Message& message,
                               const Stream& stream, Sight& sight) const {
  fail(now, node,
       fmt::format("{} brings a message of step {} before the end of step {}", stream_name(butterfly_, place),
                   message.step(), stream.step),
       sight);
}

void RanadeMonitor::fail(Cycle now, NodeId node, const std::string& what, Sight& sight) {
  if (sight.failure.would_be(now, node))
    sight.failure.set(now, node, fmt::format("cycle {}, node {}: {}", now, node, what));
}

std::vector<std::uint16_t> RanadeMonitor::flits_per_port() const {
  const NodeId nodes = topology_.node_count();
  const std::size_t ports = ports_ - 1;
  std::vector<std::uint16_t> flits(nodes * (ports + 1));
  for (NodeId node = 0; node < nodes; ++node) {
    for (std::size_t port = 0; port <= ports; ++port) {
      const std::size_t first = index(node, static_cast<PortId>(port), 0);
      std::uint32_t sum = 0;
      for (std::size_t vc = 0; vc < vcs_; ++vc)
        sum += streams_[first + vc].messages.load(std::memory_order_relaxed);
      flits[port == ports ? nodes * ports + node : node * ports + port] = static_cast<std::uint16_t>(sum);
    }
  }
  return flits;
}

bool RanadeMonitor::drained() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const Stream& s) { return s.outstanding() == 0; });
}

}  // namespace switchyard
