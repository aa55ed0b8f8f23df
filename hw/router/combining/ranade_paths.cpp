#include "hw/router/combining/ranade_paths.h"

#include <algorithm>
#include <array>

#include "hw/base/bits.h"
#include "hw/router/combining/ranade_phases.h"

namespace switchyard {

RanadePaths::RanadePaths(const Topology& topology) : butterfly_(*topology.shape<Butterfly>()) {
  find_rows(topology);
  find_paths(topology);
  find_streams(topology);
}

NodeId RanadePaths::processor_at(NodeId node) const {
  const NodeId row = butterfly_.row(node);
  if (!works_[row]) return kNoNode;
  return number_of_[row] * static_cast<NodeId>(butterfly_.columns()) +
         static_cast<NodeId>(butterfly_.column(node));
}

PortId RanadePaths::up(bool across) const {
  const RanadePhases phases(butterfly_);
  return across ? phases.up_cross().port : phases.up(2).port;
}

void RanadePaths::find_rows(const Topology& topology) {
  const RanadePhases phases(butterfly_);
  for (NodeId row = 0; row < butterfly_.row_count(); ++row) {
    bool works = true;
    for (int column = 0; column < butterfly_.columns(); ++column) {
      const NodeId node = butterfly_.node_at(column, row);
      works = works && !topology.is_open({node, phases.up(3).port}) &&
              (column == 0 || !topology.is_open({node, phases.up(1).port}));
    }
    works_.push_back(works);
    number_of_.push_back(static_cast<NodeId>(rows_.size()));
    if (works) rows_.push_back(row);
  }
}

/// Each link that is not there cuts the paths that lead over it. In column c, the bits of the row from c on
/// are those of where a request comes from; those before, of where it heads for.
void RanadePaths::find_paths(const Topology& topology) {
  const bool has_choice = butterfly_.has_extra_column();
  std::array<std::vector<std::optional<Cut>>, 2> cuts;  // [through odd rows][to row]
  cuts.fill(std::vector<std::optional<Cut>>(butterfly_.row_count()));
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const int column = butterfly_.column(node);
    const NodeId row = butterfly_.row(node);
    const auto from = std::lower_bound(rows_.begin(), rows_.end(), row >> column << column);
    if (from == rows_.end() || *from >> column != row >> column) continue;  // Nobody comes here.
    for (const bool across : {false, true}) {
      const PortRef link{node, up(across)};
      if (!topology.is_open(link)) continue;
      const bool is_last = column == butterfly_.dimensions();
      const NodeId next = across ? row ^ butterfly_.cross_bit(column) : row;
      const NodeId free = has_choice && !is_last ? 1 : 0;  // Put right at the end.
      const NodeId known = low_bits<NodeId>(std::min(column + 1, butterfly_.dimensions())) & ~free;
      for (const NodeId to : rows_) {
        if (((to ^ next) & known) != 0) continue;
        std::optional<Cut>& cut = cuts[has_choice && ((is_last ? row : next) & 1) != 0][to];
        if (!cut) cut = Cut{*from, link};
      }
    }
  }
  for (NodeId row = 0; row < butterfly_.row_count(); ++row) {
    const bool straight = has_choice && (row & 1) != 0;  // The last hop, if both ways are there.
    const bool around = has_choice && cuts[straight][row];
    heads_for_.push_back(row ^ NodeId{around});
    if (gap_ || !works_[row] || !cuts[straight != around][row]) continue;
    gap_ = Gap{row, {*cuts[0][row]}};
    if (has_choice) gap_->cuts.push_back(*cuts[1][row]);
  }
}

void RanadePaths::find_streams(const Topology& topology) {
  const int columns = butterfly_.columns();
  const auto next = [&](int column, NodeId row, bool across) {
    return butterfly_.node_at((column + 1) % columns, across ? row ^ butterfly_.cross_bit(column) : row);
  };
  std::vector<bool> is_fed(topology.node_count());  // From a working row.
  std::vector<bool> leads(topology.node_count());   // To one.
  for (const NodeId row : rows_)
    is_fed[butterfly_.node_at(0, row)] = leads[butterfly_.node_at(0, row)] = true;
  const auto for_each_link = [&](int column, auto&& visit) {
    for (NodeId row = 0; row < butterfly_.row_count(); ++row) {
      for (const bool across : {false, true}) {
        const NodeId node = butterfly_.node_at(column, row);
        if (!topology.is_open({node, up(across)})) visit(node, next(column, row, across), across);
      }
    }
  };
  for (int column = 0; column + 1 < columns; ++column)
    for_each_link(column, [&](NodeId a, NodeId b, bool) { is_fed[b] = is_fed[b] || is_fed[a]; });
  for (int column = columns - 1; column > 0; --column)
    for_each_link(column, [&](NodeId a, NodeId b, bool) { leads[a] = leads[a] || leads[b]; });
  has_up_.resize(2 * topology.node_count());
  for (int column = 0; column < columns; ++column) {
    for_each_link(column,
                  [&](NodeId a, NodeId b, bool across) { has_up_[2 * a + across] = is_fed[a] && leads[b]; });
  }
}

}  // namespace switchyard
