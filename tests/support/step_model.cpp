#include "tests/support/step_model.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace switchyard {
namespace {

using Discipline = OutputQueuedConfig::Discipline;

/// A packet, and how many hops it has behind it.
struct Traveller {
  std::size_t packet = 0;
  std::size_t hops = 0;
};

/// Where it comes in decides who goes first: the number of the port at which its link begins, the node there.
struct Arrival {
  PortId port = 0;
  NodeId from = 0;
  Traveller traveller;
};

PortId port_to(const Topology& graph, NodeId from, NodeId to) {
  for (PortId port = 0; port < graph.terminal_port(); ++port) {
    if (graph.channel_from({from, port}) >= 0 && graph.peer({from, port}).node == to) return port;
  }
  throw std::logic_error("no link");
}

/// What goes first has the least of these; of equals the first in the queue does.
long priority(Discipline discipline, const Ticket& ticket, std::size_t hops, std::size_t place) {
  const auto left = static_cast<long>(ticket.hops() - hops);
  const long phase = left == 0 || hops < ticket.first_way.size() ? 0 : 1;
  switch (discipline) {
    case Discipline::Lifo: return -static_cast<long>(place);
    case Discipline::FarthestFirst: return -left;
    case Discipline::NearestFirst: return left;
    case Discipline::FirstPhaseFirst: return phase;
    case Discipline::SecondPhaseFirst: return -phase;
    default: return 0;
  }
}

}  // namespace

void StepModel::run(const std::vector<Ticket>& tickets) {
  const Topology& graph = network.graph;
  const PortId terminal = graph.terminal_port();
  std::vector<std::vector<std::size_t>> waiting(network.nodes());  ///< [node]: that have not set out.
  for (std::size_t packet = tickets.size(); packet-- > 0;) waiting[tickets[packet].source].push_back(packet);
  std::map<std::pair<NodeId, PortId>, std::vector<Traveller>> queues;
  std::vector<std::vector<Arrival>> arriving(network.nodes());
  ended.assign(tickets.size(), -1);
  largest_queue = 0;

  for (int step = 0; std::count(ended.begin(), ended.end(), -1) != 0; ++step) {
    for (NodeId node = 0; node < network.nodes(); ++node) {
      if (!waiting[node].empty()) {
        arriving[node].push_back({terminal, node, {waiting[node].back(), 0}});
        waiting[node].pop_back();
      }
      std::sort(arriving[node].begin(), arriving[node].end(), [](const Arrival& a, const Arrival& b) {
        return std::tie(a.port, a.from) < std::tie(b.port, b.from);
      });
      for (const Arrival& arrival : arriving[node]) {
        const auto& [packet, hops] = arrival.traveller;
        const bool there = hops == tickets[packet].hops();
        const PortId port = there ? terminal : port_to(graph, node, tickets[packet].node(hops));
        queues[{node, port}].push_back(arrival.traveller);
      }
      arriving[node].clear();
    }
    for (auto& [link, waiting_for_it] : queues) {
      std::vector<Traveller>& queue = waiting_for_it;
      if (queue.empty()) continue;
      largest_queue = std::max(largest_queue, static_cast<int>(queue.size()));
      std::size_t best = 0;
      const auto rank = [&](std::size_t place) {
        return priority(discipline, tickets[queue[place].packet], queue[place].hops, place);
      };
      for (std::size_t place = 1; place < queue.size(); ++place) {
        if (rank(place) < rank(best)) best = place;
      }
      const Traveller gone = queue[best];
      queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(best));
      const auto& [node, port] = link;
      if (port == terminal)
        ended[gone.packet] = step;
      else
        arriving[graph.peer({node, port}).node].push_back({port, node, {gone.packet, gone.hops + 1}});
    }
  }
}

}  // namespace switchyard
