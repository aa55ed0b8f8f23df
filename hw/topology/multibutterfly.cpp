#include "hw/topology/multibutterfly.h"

#include <numeric>
#include <utility>
#include <vector>

#include "hw/base/random_stream.h"
#include "hw/base/shuffle.h"
#include "hw/topology/builders.h"

namespace switchyard {
namespace {

/// A link of a splitter to one side: from a row of the splitter to one of the side.
struct SideLink {
  NodeId from = 0;
  NodeId to = 0;
  int butterfly = 0;
  int input = 0;  ///< Port at the far end.
};

class Wires {
 public:
  Wires(const Multibutterfly& shape, Topology& network)
      : shape_(shape),
        config_(shape.config()),
        network_(network),
        random_(config_.wiring_seed, /*node=*/0, Purpose::Permutation) {}

  void connect_all() {
    for (int level = 0; level < config_.dimensions; ++level) {
      const NodeId rows = shape_.splitter_rows(level);
      for (NodeId first = 0; first < shape_.rows(); first += rows) connect_splitter(level, first, rows);
    }
  }

 private:
  void connect_splitter(int level, NodeId first, NodeId rows) {
    std::array<std::vector<SideLink>, 2> sides;
    for (int k = 0; k < config_.multiplicity; ++k) {
      std::vector<NodeId> inputs = permutation(rows);
      for (const bool down : {false, true}) {
        if (down && config_.splitters == Splitters::Apart) inputs = permutation(rows);
        const std::vector<NodeId> outputs = permutation(rows / 2);
        for (NodeId i = 0; i < rows; ++i)
          sides[down].push_back({inputs[i], outputs[i / 2], k, 2 * k + static_cast<int>(i % 2)});
      }
    }
    for (const bool down : {false, true}) {
      if (!config_.parallel_links && rows / 2 >= static_cast<NodeId>(config_.multiplicity)) part(sides[down]);
      for (const SideLink& link : sides[down]) {
        const NodeId far = first + (down ? rows / 2 : 0) + link.to;
        network_.connect({shape_.node(level, first + link.from), shape_.first_output(down) + link.butterfly},
                         {shape_.node(level + 1, far), link.input},
                         LinkConfig{.latency = config_.link_latency, .one_way = true});
      }
    }
  }

  std::vector<NodeId> permutation(NodeId size) {
    std::vector<NodeId> places(size);
    std::iota(places.begin(), places.end(), NodeId{0});
    if (config_.splitters != Splitters::Dilated) shuffle(places, random_);
    return places;
  }

  /// Exchanges far ends of links until no two join the same two switches.
  void part(std::vector<SideLink>& links) {
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = 0; i < links.size(); ++i) {
        while (count(links, links[i].from, links[i].to) > 1) {
          again = true;
          SideLink& other = links[random_.below(static_cast<std::uint32_t>(links.size()))];
          std::swap(links[i].to, other.to);
          std::swap(links[i].input, other.input);
        }
      }
    }
  }
  static std::size_t count(const std::vector<SideLink>& links, NodeId from, NodeId to) {
    std::size_t found = 0;
    for (const SideLink& link : links) found += link.from == from && link.to == to;
    return found;
  }

  const Multibutterfly& shape_;
  const MultibutterflyConfig& config_;
  Topology& network_;
  RandomStream random_;
};

}  // namespace

Topology build_multibutterfly(const MultibutterflyConfig& config) {
  const Multibutterfly shape(config);
  Topology network("multibutterfly", shape.node_count(), shape.port_count());
  Wires(shape, network).connect_all();
  std::vector<Attachment> terminals;
  for (NodeId row = 0; row < shape.rows(); ++row) {
    terminals.push_back({{shape.node(0, row), shape.terminal_port()},
                         {shape.node(config.dimensions, row), shape.terminal_port()}});
  }
  network.attach(std::move(terminals));
  network.set_shape(shape);
  return network;
}

}  // namespace switchyard
