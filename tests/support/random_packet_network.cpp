#include "tests/support/random_packet_network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "tests/support/dice.h"
#include "tests/support/random_attached_experiment.h"

namespace switchyard {
namespace {

constexpr int kFewestNodes = 8;
constexpr int kMaxNodes = 36;

/// 1, 2, 3, 4..7, 8..15, ...: what a number counts as in `settings`.
std::string class_of(int number) {
  if (number < 4) return std::to_string(number);
  const int low = static_cast<int>(std::bit_floor(static_cast<unsigned>(number)));
  return fmt::format("{}..{}", low, 2 * low - 1);
}

class Drawing {
 public:
  explicit Drawing(std::uint64_t number) : dice_(number), limits_(~number) {}

  RandomPacketNetwork draw() {
    const int router = dice_.between(0, 9);
    if (router < 6) {
      draw_duato();
    } else if (router < 8) {
      draw_konstantinidou();
    } else {
      draw_chaos();
    }
    draw_traffic(patterns());
    return std::move(drawn_);
  }

  RandomPacketNetwork draw_attached() {
    drawn_.settings["faults"] = "none";
    if (dice_.chance(0.75)) {
      constexpr RandomShape (*kShapes[])(Dice&) = {concentrated_shape, dragonfly_shape,      ring_shape,
                                                   chiplets_shape,     attached_graph_shape, stages_shape,
                                                   switched_shape,     switched_shape};
      const RandomShape shape = kShapes[dice_.between(0, std::size(kShapes) - 1)](dice_);
      draw_links(shape.topology, shape.latency_key, shape.half_duplex);
      draw_vc_router({.least_vcs = shape.least_vcs, .unthrottled_vcs = shape.least_vcs - 1});
      drawn_.settings["routing"] = kind_of(shape.routing);
      drawn_.network += fmt::format("routing: {{{}, selection: {}}}\n", shape.routing, selection());
      draw_traffic(shape.patterns);
    } else {
      const QueueShape shape = dice_.chance(0.5) ? concentrated_queue_shape() : queue_stages_shape(dice_);
      draw_links(shape.topology, "link_latency", /*may_be_half_duplex=*/false);
      draw_queue_router(queue_sizes(shape.queues));
      drawn_.network += routing_line(shape.routing, "");
      draw_traffic(shape.patterns);
    }
    return std::move(drawn_);
  }

 private:
  struct VcNeeds {
    int least_vcs = 2;
    int unthrottled_vcs = 1;  ///< `throttle_vcs` leaves so many out.
    bool can_throttle = true;
  };

  /// Of what stands in the braces of a section.
  static std::string kind_of(const std::string& section) {
    const std::size_t begin = section.find("kind: ") + 6;
    return section.substr(begin, section.find(',', begin) - begin);
  }

  QueueShape concentrated_queue_shape() {
    const int x = dice_.between(2, 4);
    const int y = dice_.between(2, 4);
    return {fmt::format("kind: mesh, radix: [{}, {}], concentration: {}", x, y, dice_.between(2, 4)),
            "two_queue", 2};
  }

  /// A line of the YAML that is a setting, too.
  std::string note(const std::string& key, const std::string& value) {
    drawn_.settings[key] = value;
    return fmt::format("  {}: {}\n", key, value);
  }
  std::string note(const std::string& key, int value) {
    drawn_.settings[key] = class_of(value);
    return fmt::format("  {}: {}\n", key, value);
  }

  /// Small ones mostly, up to `most`.
  int small(int least, int most) {
    const int bound = dice_.chance(0.5) ? std::min(most, least + 3) : most;
    return dice_.between(least, bound);
  }

  std::vector<int> radices(int smallest) {
    for (;;) {
      std::vector<int> radix;
      const int dimensions = dice_.between(1, 3);
      for (int d = 0; d < dimensions; ++d)
        radix.push_back(dice_.between(smallest, dimensions == 1 ? 16 : dimensions == 2 ? 6 : 4));
      nodes_ = std::accumulate(radix.begin(), radix.end(), 1, std::multiplies<>());
      if (nodes_ >= kFewestNodes && nodes_ <= kMaxNodes) return radix;
    }
  }

  void draw_grid(std::initializer_list<const char*> kinds) {
    kind_ = dice_.one_of(kinds);
    if (kind_ == "hypercube") {
      const int dimensions = dice_.between(3, 5);
      nodes_ = 1 << dimensions;
      topology_ = fmt::format("dimensions: {}", dimensions);
    } else {
      topology_ = fmt::format("radix: [{}]", fmt::join(radices(kind_ == "torus" ? 3 : 2), ", "));
    }
  }

  void draw_graph() {
    kind_ = dice_.one_of({"shuffle_exchange", "cube_connected_cycles", "custom", "custom"});
    if (kind_ == "custom") return draw_custom(/*extra=*/true);
    const int dimensions = kind_ == "shuffle_exchange" ? dice_.between(3, 5) : 3;
    nodes_ = kind_ == "shuffle_exchange" ? 1 << dimensions : dimensions << dimensions;
    topology_ = fmt::format("dimensions: {}", dimensions);
  }

  /// A random tree, and some more links.
  void draw_custom(bool extra) {
    kind_ = "custom";
    nodes_ = dice_.between(kFewestNodes, 24);
    std::vector<std::string> links;
    for (int node = 1; node < nodes_; ++node) {
      parents_.push_back(dice_.between(std::max(0, node - 4), node - 1));
      const int latency = dice_.between(1, 3);
      links.push_back(fmt::format("[{}, {}, {}]", parents_.back(), node, latency));
    }
    for (int more = extra ? dice_.between(nodes_ / 2, nodes_) : 0; more > 0; --more) {
      const int a = dice_.between(0, nodes_ - 1);
      const int b = dice_.between(0, nodes_ - 1);
      if (a != b) links.push_back(fmt::format("[{}, {}]", a, b));
    }
    topology_ = fmt::format("nodes: {}, links: [{}]", nodes_, fmt::join(links, ", "));
  }

  /// The ways along the tree.
  std::string table_of_tree() const {
    std::vector<std::string> entries;
    const auto parent = [this](int node) { return parents_[static_cast<std::size_t>(node - 1)]; };
    for (int here = 0; here < nodes_; ++here) {
      for (int destination = 0; destination < nodes_; ++destination) {
        if (here == destination) continue;
        int next = destination;  // Up from there: to a child of here, or past the root.
        while (next != 0 && parent(next) != here) next = parent(next);
        if (next == 0) next = parent(here);
        entries.push_back(fmt::format("[{}, {}, {}]", here, destination, next));
      }
    }
    return fmt::format("entries: [{}]", fmt::join(entries, ", "));
  }

  void draw_plain_links(bool may_be_half_duplex) {
    drawn_.settings["nodes"] = class_of(nodes_);
    draw_links(fmt::format("kind: {}, {}", kind_, topology_), "link_latency", may_be_half_duplex);
  }

  void draw_links(const std::string& topology, const char* latency_key, bool may_be_half_duplex) {
    const int latency = dice_.chance(0.5) ? 1 : small(2, 8);
    const std::string duplex = may_be_half_duplex && dice_.chance(0.2) ? "half" : "full";
    const bool concentrated = topology.find("concentration") != std::string::npos;
    const bool stages = topology.find("one_way: true") != std::string::npos;
    drawn_.settings["topology"] = (concentrated ? "concentrated_"
                                   : stages     ? "staged_"
                                                : "") +
                                  kind_of(topology);
    drawn_.settings["link_latency"] = class_of(latency);
    drawn_.settings["duplex"] = duplex;
    drawn_.network +=
        fmt::format("topology: {{{}, {}: {}, duplex: {}}}\n", topology, latency_key, latency, duplex);
  }

  std::string router_lines(const std::string& kind) {
    drawn_.settings["router"] = kind;
    return fmt::format("router:\n  kind: {}\n", kind) +
           note("arbiter_start", dice_.one_of({"random", "random", "equal"}));
  }

  std::string selection() {
    return note_value("selection", dice_.one_of({"first", "random", "least_loaded", "least_loaded"}));
  }

  std::string routing_line(const std::string& routing, const std::string& more) {
    drawn_.settings["routing"] = routing;
    return fmt::format("routing: {{kind: {}, selection: {}{}{}}}\n", routing, selection(),
                       more.empty() ? "" : ", ", more);
  }

  void draw_duato() {
    std::string routing;
    std::string more;
    int escape = 1;
    bool adaptive = false;
    if (dice_.chance(0.7)) {
      draw_grid({"torus", "torus", "mesh", "hypercube"});
      routing = dice_.one_of({"duato", "duato", "dimension_order"});
      adaptive = routing == "duato";
      escape = kind_ == "torus" ? 2 : 1;
    } else if (dice_.chance(0.2)) {
      draw_custom(/*extra=*/false);
      routing = "table";
      more = table_of_tree();
    } else {
      if (dice_.chance(0.7)) {
        draw_graph();
      } else {
        draw_grid({"torus", "mesh", "hypercube"});
      }
      routing = dice_.one_of({"up_down", "adaptive_up_down"});
      adaptive = routing == "adaptive_up_down";
      more = fmt::format("root: {}", dice_.between(0, nodes_ - 1));
    }
    draw_plain_links(/*may_be_half_duplex=*/true);
    draw_vc_router({.least_vcs = std::max(2, escape + (adaptive ? 1 : 0)),
                    .unthrottled_vcs = escape,
                    .can_throttle = adaptive});
    drawn_.network += routing_line(routing, more);
    draw_faults(routing == "up_down" || routing == "adaptive_up_down" ? 0.3 : 0);
  }

  void draw_vc_router(const VcNeeds& needs) {
    const int vcs = needs.least_vcs + (dice_.chance(0.8) ? dice_.between(0, 5) : dice_.between(6, 13));
    const int t_crossbar = dice_.chance(0.6) ? 1 : small(2, 6);
    const int output_depth = dice_.chance(0.25) ? 0 : t_crossbar - 1 + small(1, 16);
    const int input_depth = dice_.chance(0.3) ? dice_.between(1, 4) : dice_.between(4, 32);
    const std::string crossbar = dice_.one_of({"vcs", "vcs", "ports"});
    const bool cut_through = dice_.chance(0.25);
    if (cut_through) longest_ = input_depth;
    drawn_.network += router_lines("duato");
    drawn_.network += note("virtual_channels", vcs);
    drawn_.network += note("input_depth", input_depth);
    drawn_.network += note("output_depth", output_depth);
    drawn_.network += note("crossbar", crossbar);
    drawn_.network += note("switching", cut_through ? "cut_through" : "wormhole");
    drawn_.network += note("vc_reallocation", dice_.chance(0.15) && !cut_through ? "immediate"
                                              : dice_.chance(0.4)                ? "atomic"
                                                                                 : "whole_packet");
    drawn_.network += dice_.chance(0.6) ? note("vc_allocations_per_cycle", "unlimited")
                                        : note("vc_allocations_per_cycle", dice_.between(1, 4));
    drawn_.network += note("injection_vcs", dice_.chance(0.5) ? 1 : dice_.between(1, vcs));
    drawn_.network += !needs.can_throttle || dice_.chance(0.7)
                          ? note("throttle_vcs", "all")
                          : note("throttle_vcs", dice_.between(1, vcs - needs.unthrottled_vcs));
    drawn_.network += note("t_routing", dice_.chance(0.5) ? 1 : small(2, 6));
    drawn_.network += note("t_crossbar", t_crossbar);
  }

  /// That routing knows of.
  void draw_faults(double probability) {
    const bool some = dice_.chance(probability);
    drawn_.settings["faults"] = some ? "known" : "none";
    if (some) drawn_.network += fmt::format("faults: [{{random_links: {}}}]\n", dice_.between(1, 3));
  }

  void draw_konstantinidou() {
    std::string routing = dice_.one_of({"two_queue", "three_queue", "hanging", "four_queue"});
    int queues = 2;
    if (routing == "four_queue") {
      const int dimensions = dice_.between(3, 5);
      kind_ = "shuffle_exchange";
      nodes_ = 1 << dimensions;
      topology_ = fmt::format("dimensions: {}", dimensions);
      queues = 4;
    } else if (routing == "two_queue") {
      draw_grid({"mesh", "hypercube"});
    } else {
      draw_grid({"hypercube"});
      queues = routing == "three_queue" ? 3 : 2;
    }
    const std::vector<int> sizes = queue_sizes(queues);
    draw_plain_links(/*may_be_half_duplex=*/false);
    draw_queue_router(sizes);
    drawn_.network += routing_line(routing, "");
    draw_faults(0.15);
  }

  std::vector<int> queue_sizes(int queues) {
    std::vector<int> sizes;
    for (int queue = 0; queue < queues; ++queue) sizes.push_back(small(1, 10));
    return sizes;
  }

  void draw_queue_router(const std::vector<int>& sizes) {
    drawn_.network += router_lines("konstantinidou");
    if (dice_.chance(0.5)) {
      drawn_.network += note("queue_size", sizes[0]);
    } else {
      drawn_.network += fmt::format("  queue_size: [{}]\n", fmt::join(sizes, ", "));
      drawn_.settings["queue_size"] = "list";
    }
    drawn_.network += note("input_buffer", small(1, 6));
    drawn_.network += note("ejection_buffer", small(1, 6));
    const bool full_rate = dice_.chance(0.5);
    const double rate = full_rate ? 1 : 0.1 * dice_.between(2, 9);
    drawn_.network += fmt::format("  ejection_rate: {}\n", rate);
    drawn_.settings["ejection_rate"] = full_rate ? "1" : "less";
    drawn_.network += note("queue_service", dice_.one_of({"any", "head"}));
    drawn_.network += note("phits_per_packet", dice_.chance(0.5) ? 1 : dice_.between(2, 6));
    drawn_.network += note("departures_per_cycle", limits_.one_of({"unlimited", "1", "2"}));
    drawn_.network += note("admissions_per_cycle", limits_.one_of({"unlimited", "1", "3"}));
    longest_ = 1;
  }

  void draw_chaos() {
    draw_grid({"torus", "mesh", "hypercube"});
    draw_plain_links(/*may_be_half_duplex=*/false);
    longest_ = dice_.chance(0.4) ? 1 : dice_.between(2, 16);
    drawn_.network += router_lines("chaos");
    drawn_.network += note("packet_flits", longest_);
    drawn_.network += note("queue_size", dice_.between(2, 8));
    drawn_.network += note("visits_per_cycle", small(1, 6));
    drawn_.network += note("variant", dice_.one_of({"chaos", "priority", "natural"}));
    drawn_.network += note("empty_visits", dice_.one_of({"free", "counted"}));
    drawn_.network += note("injection_buffer", dice_.between(1, 3));
    drawn_.network += note("ejection_buffer", dice_.between(1, 3));
    drawn_.network += "routing: {kind: minimal}\n";
    draw_faults(0.15);
  }

  void draw_traffic(const std::vector<std::string>& patterns) {
    drawn_.traffic =
        fmt::format("pattern: {}, packet_length: {}, process: {}", pattern(patterns), packet_length(),
                    dice_.chance(0.8) ? note_value("process", "bernoulli")
                                      : note_value("process", "bursty") + ", burst_length: 50");
  }

  std::string note_value(const std::string& key, const std::string& value) {
    drawn_.settings[key] = value;
    return value;
  }

  std::vector<std::string> patterns() const {
    const bool grid = kind_ == "torus" || kind_ == "mesh" || kind_ == "hypercube";
    const bool bits = std::has_single_bit(static_cast<unsigned>(nodes_));
    std::vector<std::string> patterns{
        "uniform",    "uniform", "uniform", "uniform", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.1",
        "permutation"};
    if (grid) patterns.insert(patterns.end(), {"complement", "tornado", "neighbour"});
    if (bits) patterns.insert(patterns.end(), {"bit_reversal", "shuffle"});
    return patterns;
  }

  std::string pattern(const std::vector<std::string>& patterns) {
    const auto drawn = static_cast<std::size_t>(dice_.between(0, static_cast<int>(patterns.size()) - 1));
    drawn_.settings["pattern"] = patterns[drawn].substr(0, patterns[drawn].find(','));
    return patterns[drawn];
  }

  std::string packet_length() {
    const int most = std::min(longest_, 32);
    const int longest = dice_.chance(0.3) ? std::min(most, dice_.between(1, 3)) : dice_.between(1, most);
    drawn_.settings["longest_packet"] = class_of(longest);
    switch (dice_.between(0, 3)) {
      case 0: {
        const int shortest = dice_.between(1, longest);
        drawn_.settings["packet_length"] = "between";
        return fmt::format("{{min: {}, max: {}}}", shortest, longest);
      }
      case 1: {
        const int other = dice_.between(1, longest);
        const int weight = dice_.between(1, 9);
        drawn_.settings["packet_length"] = "weighted";
        if (other != longest)
          return fmt::format("{{values: [{}, {}], weights: [{}, {}]}}", other, longest, weight, 10 - weight);
        [[fallthrough]];
      }
      default: drawn_.settings["packet_length"] = "fixed"; return std::to_string(longest);
    }
  }

  Dice dice_;
  Dice limits_;  ///< What came later than the rest, whose casts it leaves as they are.
  RandomPacketNetwork drawn_;
  std::string kind_;
  std::string topology_;
  std::vector<int> parents_;  ///< [node - 1], of a tree.
  int nodes_ = 0;
  int longest_ = 32;
};

}  // namespace

std::string RandomPacketNetwork::experiment(double load, std::uint64_t seed) const {
  return fmt::format("seed: {}\n{}traffic: {{load: {}, {}}}\n", seed, network, load, traffic);
}

RandomPacketNetwork random_packet_network(std::uint64_t number) { return Drawing(number).draw(); }
RandomPacketNetwork random_attached_network(std::uint64_t number) { return Drawing(number).draw_attached(); }

}  // namespace switchyard
