#include "tests/support/random_attached_experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "tests/support/dice.h"

namespace switchyard {
namespace {

using Items = std::vector<std::string>;

/// What follows the ends of a link in its map.
std::string attributes(Dice& dice, bool one_way, bool narrow, int channels) {
  const int latency = dice.between(1, 4);
  const int drawn = dice.one_of({1, 1, 2, 3, 5});
  const int cycles = narrow ? drawn : 1;
  return fmt::format("latency: {}, cycles_per_flit: {}, one_way: {}, channels: {}", latency, cycles, one_way,
                     channels);
}

/// Most links have one.
int draw_channels(Dice& dice) { return dice.one_of({1, 1, 1, 2, 3}); }

/// Terminals that send at some of the first nodes and receive at some of the last.
Items terminals(Dice& dice, int first_entries, int first_exit, int nodes) {
  const auto entry = [&] { return dice.between(0, first_entries - 1); };
  const auto exit = [&] { return dice.between(first_exit, nodes - 1); };
  Items items;
  for (int count = dice.between(5, 12); count > 0; --count) {
    const int in = entry();
    const int out = exit();
    switch (dice.between(0, 3)) {
      case 0: items.push_back(fmt::format("{{entry: {}}}", in)); break;
      case 1: items.push_back(fmt::format("{{exit: {}}}", out)); break;
      default: items.push_back(fmt::format("{{entry: {}, exit: {}}}", in, out));
    }
  }
  items.push_back(fmt::format("{{entry: {}}}", entry()));  // Somebody sends, and somebody else receives.
  items.push_back(fmt::format("{{exit: {}}}", exit()));
  return items;
}

std::string custom(int nodes, const Items& links, const Items& terminals) {
  return fmt::format("kind: custom, nodes: {}, links: [{}], terminals: [{}]", nodes, fmt::join(links, ", "),
                     fmt::join(terminals, ", "));
}

/// Stages of nodes, each joined with all of the next stage, by links that lead that way only. Entries are at
/// the first stage and exits at the last.
struct Stages {
  explicit Stages(Dice& dice) : width(dice.between(1, 3)), count(dice.between(2, 4)) {}

  int at(int stage, int place) const { return stage * width + place; }
  int nodes() const { return width * count; }

  std::string topology(Dice& dice, bool narrow) const {
    Items links;
    for (int stage = 0; stage + 1 < count; ++stage) {
      for (int a = 0; a < width; ++a) {
        for (int b = 0; b < width; ++b) {
          links.push_back(fmt::format("{{from: {}, to: {}, {}}}", at(stage, a), at(stage + 1, b),
                                      attributes(dice, /*one_way=*/true, narrow, draw_channels(dice))));
        }
      }
    }
    return custom(nodes(), links, terminals(dice, width, nodes() - width, nodes()));
  }

  /// Every way to every exit.
  std::string table() const {
    Items entries;
    for (int stage = 0; stage + 1 < count; ++stage) {
      for (int here = 0; here < width; ++here) {
        for (int to = 0; to < width; ++to) {
          for (int next = 0; next < width; ++next) {
            if (stage + 2 == count && next != to) continue;
            entries.push_back(
                fmt::format("[{}, {}, {}]", at(stage, here), at(count - 1, to), at(stage + 1, next)));
          }
        }
      }
    }
    return fmt::format("kind: table, entries: [{}]", fmt::join(entries, ", "));
  }

  int width;
  int count;
};

}  // namespace

RandomShape attached_graph_shape(Dice& dice) {
  const int nodes = dice.between(3, 10);
  Items links;
  constexpr int kMaxLinks = 18;  // Of a node, so that its terminals have ports, too.
  std::vector<int> of_node(nodes, 0);
  const auto link = [&](int a, int b) {
    const int free = kMaxLinks - std::max(of_node[a], of_node[b]);
    const int channels = std::clamp(draw_channels(dice), 1, std::max(1, free));
    of_node[a] += channels;
    of_node[b] += channels;
    links.push_back(fmt::format("{{from: {}, to: {}, {}}}", a, b,
                                attributes(dice, /*one_way=*/false, /*narrow=*/true, channels)));
  };
  for (int node = 1; node < nodes; ++node) link(dice.between(0, node - 1), node);
  for (int extra = dice.between(0, nodes); extra > 0; --extra) {
    const int a = dice.between(0, nodes - 1);
    const int b = dice.between(0, nodes - 1);
    if (a != b) link(a, b);
  }
  const char* const routing = dice.one_of({"up_down", "adaptive_up_down"});
  return {custom(nodes, links, terminals(dice, nodes, 0, nodes)),
          fmt::format("kind: {}", routing),
          2,
          "link_latency",
          /*half_duplex=*/false,
          {"uniform"}};
}

RandomShape stages_shape(Dice& dice) {
  const Stages stages(dice);
  return {stages.topology(dice, /*narrow=*/true),
          stages.table(),
          2,
          "link_latency",
          /*half_duplex=*/false,
          {"uniform"}};
}

QueueShape queue_stages_shape(Dice& dice) {
  const Stages stages(dice);
  return {stages.topology(dice, /*narrow=*/false), "minimal", 1, /*injection_control=*/false, {"uniform"}};
}

std::string random_attached_experiment(std::uint64_t number) {
  Dice dice(number);
  const int kind = dice.between(0, 3);
  if (kind == 3) {
    const QueueShape shape = queue_stages_shape(dice);
    return random_queue_experiment(number, shape, dice);
  }
  const RandomShape shape = kind < 2 ? attached_graph_shape(dice) : stages_shape(dice);
  return random_vc_experiment(number, shape, dice);
}

}  // namespace switchyard
