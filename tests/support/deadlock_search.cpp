#include "tests/support/deadlock_search.h"

#include <algorithm>
#include <array>
#include <compare>
#include <deque>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "hw/analysis/route_walk.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

using Id = std::uint8_t;

struct Packet {
  Id destination = 0;
  Id count = 0;              ///< Resources that it holds.
  Id behind = 0;             ///< Bit i: in held[i] it is behind another packet.
  std::array<Id, 4> held{};  ///< Its head flit's first.
  auto operator<=>(const Packet&) const = default;

  /// Its place in `held`; `count` if it is not there.
  std::size_t part_in(Id resource) const {
    return static_cast<std::size_t>(std::find(held.begin(), held.begin() + count, resource) - held.begin());
  }
};
using Configuration = std::vector<Packet>;  ///< Sorted.

struct Hash {
  std::size_t operator()(const Configuration& packets) const {
    std::uint64_t hash = 0;
    for (const Packet& packet : packets) {
      std::uint64_t word = packet.destination | packet.count << 8 | packet.behind << 16;
      for (const Id resource : packet.held) word = word << 8 ^ resource;
      hash = mix64(hash ^ word);
    }
    return hash;
  }
};

class Search {
 public:
  Search(const ResourceSpace& space, const RoutingFunction& routing, Holding holding, std::size_t length)
      : space_(space),
        nodes_(space.topology().node_count()),
        shared_(holding == Holding::SharedVcs),
        length_(length) {
    if (space.size() > 255 || length > 4) throw std::invalid_argument("search_deadlock: too large");
    targets_.resize(space.size() * nodes_);
    RouteWalk walk(space, routing);
    for (NodeId destination = 0; destination < nodes_; ++destination) {
      walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
        walk.for_each_target(space.at(held).node, routes, [&](ResourceId target, const RouteChoice&) {
          targets_[held * nodes_ + destination].push_back(static_cast<Id>(target));
        });
      });
    }
  }

  DeadlockSearch run(std::size_t most) {
    DeadlockSearch result;
    std::unordered_set<Configuration, Hash> seen{{}};
    std::deque<const Configuration*> ahead{&*seen.begin()};
    while (!ahead.empty() && seen.size() < most && !result.deadlock) {
      const Configuration& now = *ahead.front();
      ahead.pop_front();
      result.deadlock = is_deadlocked(now);
      for_each_move(now, [&](Configuration next) {
        std::sort(next.begin(), next.end());
        const auto [place, is_new] = seen.insert(std::move(next));
        if (is_new) ahead.push_back(&*place);
      });
    }
    result.complete = ahead.empty() || result.deadlock;
    result.configurations = seen.size();
    return result;
  }

 private:
  const std::vector<Id>& targets(const Packet& packet) const {
    return targets_[packet.held.front() * nodes_ + packet.destination];
  }
  bool arrived(const Packet& packet) const {
    return space_.at(packet.held.front()).node == packet.destination;
  }
  static bool waits_behind(const Packet& packet) { return (packet.behind & 1) != 0; }

  /// Packets in a resource, of those that count, and whether another may come in behind them.
  struct Occupants {
    int packets = 0;
    bool open = true;
  };
  template <class Counts>
  Occupants occupants(const Configuration& packets, Id resource, Counts&& counts) const {
    Occupants found;
    for (const Packet& packet : packets) {
      const std::size_t part = packet.part_in(resource);
      if (part == packet.count || !counts(packet)) continue;
      ++found.packets;
      const bool is_tail = part + 1 == length_;
      found.open = found.open && shared_ && is_tail;
    }
    found.open = found.open && found.packets < 2;
    return found;
  }

  /// The tail of a packet has left: who is behind it comes to the front.
  static void leave(Configuration& packets, Id resource) {
    for (Packet& packet : packets) {
      const std::size_t part = packet.part_in(resource);
      if (part != packet.count) packet.behind = static_cast<Id>(packet.behind & ~(1U << part));
    }
  }

  template <class Take>
  void for_each_move(const Configuration& now, Take&& take) const {
    const auto any = [](const Packet&) { return true; };
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Packet& packet = now[i];
      if (waits_behind(packet)) continue;
      if (arrived(packet)) {
        Configuration next = now;
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t part = 0; part < packet.count; ++part) leave(next, packet.held[part]);
        take(std::move(next));
        continue;
      }
      for (const Id target : targets(packet)) {
        const Occupants there = occupants(now, target, any);
        if (!there.open || packet.part_in(target) != packet.count) continue;
        Configuration next = now;
        Packet& moved = next[i];
        const Id left = moved.held[length_ - 1];
        const bool full = moved.count == length_;
        std::copy_backward(packet.held.begin(), packet.held.end() - 1, moved.held.end());
        moved.held.front() = target;
        moved.behind = static_cast<Id>((packet.behind << 1 | there.packets) & ((1 << length_) - 1));
        if (full) {
          std::fill(moved.held.begin() + static_cast<std::ptrdiff_t>(length_), moved.held.end(), Id{0});
          leave(next, left);
        } else {
          ++moved.count;
        }
        take(std::move(next));
      }
    }
    for (NodeId source = 0; source < nodes_; ++source) {
      for (NodeId destination = 0; destination < nodes_; ++destination) {
        if (source == destination) continue;
        for (const Id target : targets_[space_.source(source) * nodes_ + destination]) {
          const Occupants there = occupants(now, target, any);
          if (!there.open) continue;
          Configuration next = now;
          next.push_back({static_cast<Id>(destination), 1, static_cast<Id>(there.packets), {target}});
          take(std::move(next));
        }
      }
    }
  }

  /// Takes away, again and again, the packets that can move once those taken away have left.
  bool is_deadlocked(const Configuration& now) const {
    std::vector<bool> stuck(now.size(), true);
    const auto is_stuck = [&](const Packet& packet) {
      return stuck[static_cast<std::size_t>(&packet - now.data())];
    };
    const auto can_move = [&](const Packet& packet) {
      if (waits_behind(packet)) return occupants(now, packet.held.front(), is_stuck).packets < 2;
      if (arrived(packet)) return true;
      const std::vector<Id>& ways = targets(packet);
      return std::any_of(ways.begin(), ways.end(),
                         [&](Id target) { return occupants(now, target, is_stuck).open; });
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (!stuck[i] || !can_move(now[i])) continue;
        stuck[i] = false;
        changed = true;
      }
    }
    return std::find(stuck.begin(), stuck.end(), true) != stuck.end();
  }

  const ResourceSpace& space_;
  NodeId nodes_;
  bool shared_;
  std::size_t length_;
  std::vector<std::vector<Id>> targets_;  ///< [resource][destination]
};

}  // namespace

DeadlockSearch search_deadlock(const ResourceSpace& space, const RoutingFunction& routing, Holding holding,
                               std::size_t length, std::size_t most_configurations) {
  return Search(space, routing, holding, length).run(most_configurations);
}

}  // namespace switchyard
