#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/pattern.h"

namespace switchyard {

/// How much a source sends to a destination, in any unit.
struct MatrixEntry {
  NodeId source;
  NodeId destination;
  double weight;
};

/// Every node sends to others by the weights of its row of a matrix.
///
/// The node with the largest sum of weights creates the load, every other one as much less as its sum is
/// smaller; one whose row is zero is silent.
class MatrixPattern final : public Pattern {
 public:
  /// `entries`: weights >= 0, no pair of nodes twice. Those of a node for itself do not count: they never
  /// enter the network.
  MatrixPattern(NodeId node_count, std::vector<MatrixEntry> entries);

  std::optional<NodeId> destination(NodeId source, RandomStream& stream) const override;
  double probability(NodeId source, NodeId destination) const override;
  double rate(NodeId source) const override { return sum(source) / largest_sum_; }

 private:
  struct Share {
    NodeId destination;
    double up_to;  ///< Sum of the weights of this and of those before it in the row.
  };
  double sum(NodeId source) const {
    return first_[source] == first_[source + 1] ? 0 : shares_[first_[source + 1] - 1].up_to;
  }

  std::vector<Share> shares_;       ///< By row, each in order of destinations; none without weight.
  std::vector<std::size_t> first_;  ///< Index of each row's first share; then the number of shares.
  double largest_sum_ = 0;
};

/// Reads a square of weights, a row for each source with a column for each destination; or, if the first
/// record is the header `source,destination,weight`, one entry per line. `#` starts a comment.
///
/// Faults: not a number, a negative or infinite weight, not `node_count` rows or columns, no such node, a
/// pair twice, no weight above 0 between two nodes. The result is void if any.
std::vector<MatrixEntry> read_matrix(std::istream& text, const std::string& file_name, NodeId node_count,
                                     std::vector<std::string>& faults);

/// The pattern that the file under `matrix_file` gives.
std::shared_ptr<const Pattern> build_matrix(const TrafficContext& context);

}  // namespace switchyard
