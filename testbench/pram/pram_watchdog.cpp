#include "testbench/pram/pram_watchdog.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "hw/router/combining/ranade_router.h"
#include "hw/topology/butterfly.h"
#include "testbench/pram/stream_name.h"

namespace switchyard {
namespace {

/// An input of a node.
struct Spot {
  NodeId node = 0;
  StreamPlace place;
};

std::string to_text(Label bound) {
  const Label label = bound + (bound & 1);
  const auto key = static_cast<std::uint32_t>(label >> 24);
  const std::string step = fmt::format("step {}", label >> 56);
  return key == kEndKey ? "the end of " + step : fmt::format("key {} of {}", key, step);
}

/// Follows who waits for whom.
class Chain {
 public:
  Chain(const Design& design, const Network& network, const std::vector<const PramProcessor*>& processors)
      : topology_(*design.topology),
        butterfly_(*topology_.shape<Butterfly>()),
        network_(network),
        processors_(processors) {}

  std::vector<std::string> from(Spot spot) { return follow(spot); }
  std::vector<std::string> from_processor(NodeId node) { return follow(behind_processor(node)); }

 private:
  std::vector<std::string> follow(std::optional<Spot> next) {
    std::set<std::tuple<NodeId, PortId, VcId>> seen;
    while (next) {
      if (!seen.insert({next->node, next->place.port, next->place.vc}).second) {
        lines_.emplace_back("which waits for itself");
        break;
      }
      const Flit* front = front_of(*next);
      next = front != nullptr ? behind_message(*next, *front) : behind_silence(*next);
    }
    return lines_;
  }

  const RanadeRouter& router(NodeId node) const {
    return dynamic_cast<const RanadeRouter&>(network_.router(node));
  }
  const Flit* front_of(const Spot& spot) const {
    const Flit* front = nullptr;
    network_.router(spot.node).visit_buffers([&](const BufferView& view) {
      if (view.buffer.port == spot.place.port && view.buffer.vc == spot.place.vc) front = view.front;
    });
    return front;
  }
  std::string name(const Spot& spot) const {
    return fmt::format("node {} (column {}, row {}), {}", spot.node, butterfly_.column(spot.node),
                       butterfly_.row(spot.node), stream_name(butterfly_, spot.place));
  }

  /// What a message at the head of a queue waits for.
  std::optional<Spot> behind_message(const Spot& spot, const Flit& front) {
    const Message message(front);
    const std::string what = message.kind() == MessageKind::Reply ? "a reply" : to_text(message.label());
    lines_.push_back(fmt::format("{}: {} waits", name(spot), what));
    const std::vector<WaitFor> waits =
        network_.router(spot.node).waits_for({Side::Input, spot.place.port, spot.place.vc});
    if (waits.empty()) return std::nullopt;
    const StreamPlace place{waits[0].buffer.port, waits[0].buffer.vc};
    if (waits[0].where == WaitFor::Where::Here) return Spot{spot.node, place};
    if (place.port == topology_.terminal_port()) return std::nullopt;
    const PortRef& far = topology_.peer({spot.node, place.port});
    return Spot{far.node, {far.port, place.vc}};
  }

  /// Why nothing comes in.
  std::optional<Spot> behind_silence(const Spot& spot) {
    const Label floor = router(spot.node).floor(spot.place);
    lines_.push_back(fmt::format("{}: empty, but more may come {} {}", name(spot),
                                 (floor & 1) != 0 ? "from" : "after", to_text(floor)));
    if (spot.place.port == topology_.terminal_port()) {
      const PramProcessor& processor = *processors_[spot.node];
      const Label sent = end_of(processor.steps_sent() - 1);
      if (processor.steps_sent() != 0 && is_before(floor, sent)) {
        lines_.push_back(fmt::format("the processor of node {} has sent {}, which did not arrive", spot.node,
                                     to_text(sent)));
        return std::nullopt;
      }
      if (processor.waits_for_end()) return behind_processor(spot.node);
      lines_.push_back(
          fmt::format("the processor of node {} has not ended step {}", spot.node, processor.steps_sent()));
      return std::nullopt;
    }
    const PortRef& far = topology_.peer({spot.node, spot.place.port});
    const RanadeRouter::Outlook outlook = router(far.node).outlook({far.port, spot.place.vc});
    if (is_before(floor, outlook.told)) {
      lines_.push_back(
          fmt::format("node {} has sent {}, which did not arrive", far.node, to_text(outlook.told)));
      return std::nullopt;
    }
    if (is_before(outlook.told, outlook.known)) {
      lines_.push_back(fmt::format("node {} knows that nothing before {} will come, but sends no ghost",
                                   far.node, to_text(outlook.known)));
      return std::nullopt;
    }
    return Spot{far.node, outlook.waits};
  }

  /// Why a processor does not know that a step has ended.
  std::optional<Spot> behind_processor(NodeId node) {
    const Label awaited = end_of(processors_[node]->steps_ended());
    lines_.push_back(
        fmt::format("node {} (column {}, row {}), the stream to its processor: empty, but {} is to come",
                    node, butterfly_.column(node), butterfly_.row(node), to_text(awaited)));
    const RanadeRouter::Outlook outlook = router(node).outlook({topology_.terminal_port(), 0});
    if (is_before(outlook.told, awaited)) return Spot{node, outlook.waits};
    lines_.push_back(fmt::format("node {} has sent {}, which did not arrive", node, to_text(outlook.told)));
    return std::nullopt;
  }

  static Label end_of(Step step) { return make_label(static_cast<std::uint8_t>(step), kEndKey); }

  const Topology& topology_;
  const Butterfly& butterfly_;
  const Network& network_;
  const std::vector<const PramProcessor*>& processors_;
  std::vector<std::string> lines_;
};

}  // namespace

void PramWatchdog::look(Cycle now, const Network& network) {
  const Cycle last_look = next_look_ - patience_;
  next_look_ = now + patience_;
  const bool moved = monitor_.message_hops() != hops_seen_;
  hops_seen_ = monitor_.message_hops();
  if (moved || !scoreboard_.has_open_step()) return;
  // Hops count where a message arrives: what has just been sent does not yet.
  if (std::any_of(processors_.begin(), processors_.end(),
                  [&](const auto* p) { return p != nullptr && p->acts_since(last_look); }))
    return;
  stall_ = Stall{now, now - patience_, scoreboard_.steps_ended(), explain(network)};
}

/// From the request that should go first; or else from any reply; or, if no message waits, from the processor
/// that knows of the fewest ends.
std::vector<std::string> PramWatchdog::explain(const Network& network) const {
  std::optional<Spot> start;
  std::optional<Label> least;
  for (NodeId node = 0; node < design_.topology->node_count(); ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.front == nullptr) return;
      const Message message(*view.front);
      const StreamPlace place{view.buffer.port, view.buffer.vc};
      const bool has_label = message.kind() != MessageKind::Reply;
      if (!start || (has_label && (!least || is_before(message.label(), *least)))) start = Spot{node, place};
      if (has_label && (!least || is_before(message.label(), *least))) least = message.label();
    });
  }
  Chain chain(design_, network, processors_);
  if (start) return chain.from(*start);
  const auto ended = [&](NodeId node) {
    return processors_[node] == nullptr ? ~Step{0} : processors_[node]->steps_ended();
  };
  NodeId last = 0;
  for (NodeId node = 1; node < processors_.size(); ++node)
    if (ended(node) < ended(last)) last = node;
  return chain.from_processor(last);
}

}  // namespace switchyard
