#include "hw/router/splitter/coloured_router.h"

#include <stdexcept>
#include <string>

#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

constexpr VcId kPlace = 0;  ///< Credits that give a place back,
constexpr VcId kOffer = 1;  ///< and that offer one.

[[noreturn, gnu::noinline, gnu::cold]] void refuse(NodeId node, PortId port, const char* what) {
  throw std::logic_error("ColouredRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

}  // namespace

ColouredRouter::ColouredRouter(NodeId node, const Topology& topology, int link_latency,
                               const RoutingFunction& routing)
    : node_(node),
      ways_(topology, node, routing),
      exits_here_(topology.exit_ports(node)),
      odd_level_(topology.shape<Multibutterfly>()->level(node) % 2 != 0),
      link_latency_(link_latency),
      arriving_(arriving_by_colour(topology, node)),
      inputs_(topology.entry_ports(node)) {
  for (const PortMask& port : arriving_) inputs_ |= port;
}

void ColouredRouter::reset() {
  packet_.reset();
  taken_ = 0;
  time_ = 0;
}

/// Always awake: it offers its place again and again.
bool ColouredRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  const int colours = static_cast<int>(arriving_.size());
  const int step = time_ / (2 * link_latency_);
  const bool moves = (step / colours % 2 != 0) == odd_level_;
  const bool step_begins = time_ % (2 * link_latency_) == 0;
  time_ = (time_ + 1) % period(colours, link_latency_);

  accept(inputs);
  send_over((exits_here_ & ~taken_) | offered(inputs), outputs);
  if (!moves && step_begins && !packet_)
    for_each_bit(arriving_[step % colours], [&](PortId port) { outputs.return_credit(port, kOffer); });
  return true;
}

void ColouredRouter::accept(const PortInputs& inputs) {
  for_each_bit(inputs.flit_ports, [&](PortId port) {
    const Flit& flit = inputs.flits[port];
    if (!flit.head || !flit.tail()) refuse(node_, port, "a packet of several flits");
    if (packet_) refuse(node_, port, "a second packet");
    packet_ = Packet{flit, port, ways_.of(flit, port)};
  });
  for_each_bit(inputs.credit_ports, [&](PortId port) {
    if (!inputs.credits[port].test(kPlace)) return;
    if (!taken_.test(port)) refuse(node_, port, "a credit without a packet");
    taken_.clear(port);
  });
}

/// Ports at which a place is offered in this cycle.
PortMask ColouredRouter::offered(const PortInputs& inputs) const {
  PortMask offers = 0;
  for_each_bit(inputs.credit_ports & ~exits_here_ & ~faulty_,
               [&](PortId port) { offers.set(port, inputs.credits[port].test(kOffer)); });
  return offers;
}

/// The packet, if there is one and one of these ports is its way.
void ColouredRouter::send_over(PortMask ports, PortOutputs& outputs) {
  if (!packet_ || (packet_->ways & ports) == 0) return;
  const PortId port = lowest_bit(packet_->ways & ports);
  outputs.send(port, packet_->flit);
  outputs.return_credit(packet_->from, kPlace);
  taken_.set(port);
  packet_.reset();
}

void ColouredRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for_each_bit(inputs_, [&](PortId port) {
    const bool here = packet_ && packet_->from == port;
    visit({{Side::Input, port, 0}, here ? 1 : 0, /*capacity=*/1, here ? &packet_->flit : nullptr, false});
  });
}

/// Its turn comes by itself, but for faults.
std::vector<WaitFor> ColouredRouter::waits_for(const BufferRef& /*ref*/) const {
  std::vector<WaitFor> waits;
  if ((packet_->ways & ~faulty_) != 0) return waits;
  for_each_bit(packet_->ways, [&](PortId port) {
    waits.push_back({WaitFor::Where::Repair, {Side::Output, port, 0}});
  });
  return waits;
}

}  // namespace switchyard
