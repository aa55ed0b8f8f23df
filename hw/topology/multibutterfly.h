#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// How the butterflies of a multibutterfly are put together; in the order of kSplitters.
///
/// Merged: each permutes the inputs and both sides' outputs of every splitter. Apart: the inputs are permuted
/// anew for the lower side, which is no union of butterflies. Dilated: nothing is permuted, so that all
/// links of a switch and side lead to one other.
enum class Splitters : std::uint8_t { Merged, Apart, Dilated };
inline const std::array<std::string, 3> kSplitters{"merged", "apart", "dilated"};

struct MultibutterflyConfig {
  int dimensions = 0;    ///< n: 2^n inputs and outputs.
  int multiplicity = 2;  ///< d: links of a switch to either side; 1: a butterfly.
  Splitters splitters = Splitters::Merged;
  bool parallel_links = true;  ///< False: none between two switches, where a splitter has d outputs a side.
  std::uint64_t wiring_seed = 1;
  int link_latency = 1;
};

/// Levels, splitters and ports of a (d, n)-multibutterfly: levels 0 to n of 2^n switches.
///
/// ```
///                   level l            level l + 1
///                +----------+  up     rows bM .. bM + M/2 - 1
///   rows bM ..   | splitter | =====>
///   bM + M - 1   |  (l, b)  | =====>
///                +----------+  down   rows bM + M/2 .. bM + M - 1
/// ```
///
/// Node l 2^n + r is the switch of row r at level l. Splitter (l, b) has M = 2^(n-l) rows of each level. A
/// packet goes up where bit n - 1 - l of its destination's row is 0. Ports 0..2d-1 are inputs, 2d..3d-1
/// outputs up, 3d..4d-1 outputs down: the links of butterfly k are inputs 2k and 2k + 1, and output k of a
/// side. At the last port is a terminal: at level 0 it sends, at level n it receives. All links lead one way.
///
/// Source: Upfal, "An O(log N) Deterministic Packet Routing Scheme", STOC 1989; Leighton, Maggs, "Expanders
///         Might Be Practical", FOCS 1989, as Felperin et al., Proc. IEEE 1991, section VII, tell of them.
class Multibutterfly {
 public:
  explicit Multibutterfly(const MultibutterflyConfig& config) : config_(config) {}

  const MultibutterflyConfig& config() const { return config_; }
  int levels() const { return config_.dimensions + 1; }
  NodeId rows() const { return NodeId{1} << config_.dimensions; }
  NodeId node_count() const { return rows() * static_cast<NodeId>(levels()); }
  int port_count() const { return 4 * config_.multiplicity + 1; }
  PortId terminal_port() const { return 4 * config_.multiplicity; }

  int level(NodeId node) const { return static_cast<int>(node >> config_.dimensions); }
  NodeId row(NodeId node) const { return node & (rows() - 1); }
  NodeId node(int level, NodeId row) const {
    return (static_cast<NodeId>(level) << config_.dimensions) + row;
  }
  /// Rows of a splitter between `level` and the next.
  NodeId splitter_rows(int level) const { return rows() >> level; }

  bool goes_down(int level, NodeId destination_row) const {
    return (destination_row >> (config_.dimensions - 1 - level) & 1) != 0;
  }
  /// Of the side, of butterfly 0; those of the others follow.
  PortId first_output(bool down) const { return (down ? 3 : 2) * config_.multiplicity; }

 private:
  MultibutterflyConfig config_;
};

}  // namespace switchyard
