#include "tests/support/splitter_model.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "hw/base/random_stream.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

const Multibutterfly& shape_of(const Topology& network) { return *network.shape<Multibutterfly>(); }

/// That of no node: before the network, and behind it.
constexpr PortRef kOutside{kNoNode, 0};

}  // namespace

SplitterModel::SplitterModel(const Topology& on, const std::vector<TraceEntry>& packets)
    : network_(on), sources_(on.terminal_count()) {
  std::vector<PacketId> sent(on.terminal_count(), 0);
  for (const auto& [source, request] : packets) {
    const PacketId id = sent[source]++ * on.terminal_count() + source;
    sources_[source].insert(sources_[source].begin(), packets_.size());
    packets_.push_back({id, on.attachment(request.destination).exit.node, request.created, kOutside});
  }
}

const SplitterModel::Packet& SplitterModel::packet(PacketId id) const {
  return *std::find_if(packets_.begin(), packets_.end(), [&](const Packet& p) { return p.id == id; });
}

bool SplitterModel::all_delivered() const {
  return std::none_of(packets_.begin(), packets_.end(),
                      [](const Packet& packet) { return packet.delivered == kNever; });
}

/// The links to the half of the splitter's rows in which the destination's row is.
std::vector<PortId> SplitterModel::ways(const Packet& packet) const {
  const Multibutterfly& shape = shape_of(network_);
  std::vector<PortId> ways;
  const NodeId rows = shape.splitter_rows(shape.level(packet.at.node)) / 2;
  for (PortId port = 0; port < network_.port_count(); ++port) {
    if (network_.channel_from({packet.at.node, port}) < 0) continue;
    const NodeId far = network_.peer({packet.at.node, port}).node;
    if (shape.row(far) / rows == shape.row(packet.destination) / rows) ways.push_back(port);
  }
  return ways;
}

/// Butterfly k joins two switches to the same two: the first with the upper one and the second with the lower
/// one by colour 2k, crosswise by 2k + 1.
int SplitterModel::colour(PortRef output) const {
  const Multibutterfly& shape = shape_of(network_);
  const PortRef far = network_.peer(output);
  const int butterfly = far.port / 2;
  const bool second = output.node != network_.feeder({far.node, 2 * butterfly}).node;
  const NodeId rows = shape.splitter_rows(shape.level(output.node));
  const bool lower = shape.row(far.node) % rows >= rows / 2;
  return 2 * butterfly + (second == lower ? 0 : 1);
}

void SplitterModel::run_adaptive(int buffer, bool head_alone, std::uint64_t seed) {
  std::vector<RandomStream> streams;
  for (NodeId node = 0; node < network_.node_count(); ++node)
    streams.emplace_back(seed, node, Purpose::Selection);
  std::map<NodeId, int> at_terminal;  // Packets that have come there in the last cycle.
  for (Cycle now = 0; !all_delivered(); ++now) {
    if (now > 100000) throw std::logic_error("packets are missing");
    std::map<PortRef, int> taken;  // Places, at the start of the cycle.
    std::vector<Packet*> order;
    for (Packet& packet : packets_) {
      if (packet.at == kOutside) continue;
      ++taken[packet.at];
      order.push_back(&packet);
    }
    std::sort(order.begin(), order.end(), [](const Packet* a, const Packet* b) {
      return std::pair(a->created, a->id) < std::pair(b->created, b->id);
    });
    std::map<NodeId, int> delivered;
    std::set<PortRef> read, used;
    std::vector<std::pair<Packet*, PortRef>> moves;
    for (Packet* packet : order) {
      const bool first = std::none_of(order.begin(), order.end(), [&](const Packet* other) {
        return other->at == packet->at && other->came < packet->came;
      });
      if (read.count(packet->at) != 0 || (head_alone && !first)) continue;
      const NodeId node = packet->at.node;
      if (node == packet->destination) {
        if (delivered[node] != 0 || at_terminal[node] >= buffer) continue;
        ++delivered[node];
        packet->delivered = now + 1;
        read.insert(packet->at);
        moves.emplace_back(packet, kOutside);
        continue;
      }
      std::vector<PortId> free;
      for (const PortId port : ways(*packet)) {
        const PortRef far = network_.peer({node, port});
        if (used.count({node, port}) == 0 && taken[far] < buffer) free.push_back(port);
      }
      if (free.empty()) continue;
      const PortId port =
          free.size() == 1 ? free[0] : free[streams[node].below(static_cast<std::uint32_t>(free.size()))];
      used.insert({node, port});
      read.insert(packet->at);
      moves.emplace_back(packet, network_.peer({node, port}));
    }
    for (TerminalId terminal = 0; terminal < sources_.size(); ++terminal) {
      std::vector<std::size_t>& source = sources_[terminal];
      const PortRef entry = network_.attachment(terminal).entry;
      if (source.empty() || packets_[source.back()].created > now || taken[entry] >= buffer) continue;
      moves.emplace_back(&packets_[source.back()], entry);
      source.pop_back();
    }
    for (const auto& [packet, to] : moves) {
      packet->at = to;
      packet->came = now + 1;
    }
    at_terminal = delivered;
  }
}

void SplitterModel::run_colours(int link_latency) {
  const Multibutterfly& shape = shape_of(network_);
  const Cycle latency = link_latency;
  const int colours = 2 * shape.config().multiplicity;
  std::vector<Packet*> held(network_.node_count(), nullptr);
  for (Cycle step = 0; !all_delivered(); ++step) {
    if (step > 100000) throw std::logic_error("packets are missing");
    const Cycle last_start = 2 * step * latency + latency - 1;  // Of packets that are there in time.
    for (TerminalId terminal = 0; terminal < sources_.size(); ++terminal) {
      std::vector<std::size_t>& source = sources_[terminal];
      const PortRef entry = network_.attachment(terminal).entry;
      if (source.empty() || packets_[source.back()].created > last_start || held[entry.node] != nullptr)
        continue;
      held[entry.node] = &packets_[source.back()];
      held[entry.node]->at = entry;
      source.pop_back();
    }
    std::vector<std::pair<NodeId, NodeId>> moves;
    for (NodeId node = 0; node < network_.node_count(); ++node) {
      if (held[node] == nullptr || shape.level(node) % 2 != static_cast<int>(step / colours % 2)) continue;
      for (const PortId port : ways(*held[node])) {
        const NodeId far = network_.peer({node, port}).node;
        if (colour({node, port}) == static_cast<int>(step % colours) && held[far] == nullptr)
          moves.emplace_back(node, far);
      }
    }
    for (const auto& [from, to] : moves) {
      if (held[to] != nullptr) throw std::logic_error("two packets meet");
      held[to] = std::exchange(held[from], nullptr);
      held[to]->at.node = to;
      if (to != held[to]->destination) continue;
      held[to]->delivered = 2 * (step + 1) * latency + 1;
      held[to] = nullptr;
    }
  }
}

}  // namespace switchyard
