#pragma once

#include <optional>
#include <vector>

#include "hw/topology/butterfly.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Which rows and paths of a butterfly of combining nodes work, when some of its links do not.
///
/// A row works if its streams of the phases 1 and 3 do, all around: for them there is no other way, so that
/// processors and memory modules of the other rows are off. Phase 2 has one way from row to row, and with the
/// extra column, in which bit 0 of the row is put right, two: through the even or through the odd rows of the
/// columns in between. All requests to a row take the same of the two, wherever they come from. So those to
/// one address meet in the order of their processors, as without faults, and so do combined requests of
/// multiprefix and of writes by priority.
/// Streams of phase 2 that lie on no way from a working row to a working row are left out: no end of a step
/// would come through.
///
/// Source:  Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///          Proc. IEEE 1991, section V.C.3; Adams, Siegel, "The Extra Stage Cube", IEEE ToC 1982.
class RanadePaths {
 public:
  /// `topology` is a butterfly, perhaps without some of its links.
  explicit RanadePaths(const Topology& topology);

  const Butterfly& butterfly() const { return butterfly_; }
  /// Those that work, in order.
  const std::vector<NodeId>& rows() const { return rows_; }
  bool works(NodeId row) const { return works_[row]; }
  /// Processors that work, and the number of one among them; kNoNode: it is off.
  NodeId processors() const { return static_cast<NodeId>(butterfly_.columns() * rows_.size()); }
  NodeId processor_at(NodeId node) const;

  /// Whether the stream of phase 2 leaves the node upwards, straight or across.
  bool has_up(NodeId node, bool across) const { return has_up_[2 * node + across]; }
  /// [row]: where requests to it head for in column 0. Differs in bit 0 if the extra column is to change
  /// that.
  const std::vector<NodeId>& heads_for() const { return heads_for_; }

  /// A link of phase 2 on the way from a working row.
  struct Cut {
    NodeId from_row = 0;
    PortRef link;
  };
  /// A working row that the requests of others do not reach.
  struct Gap {
    NodeId row = 0;
    std::vector<Cut> cuts;  ///< One on each of its paths: the only one; or through even rows, and odd ones.
  };
  /// The first; nothing: the machine works.
  const std::optional<Gap>& gap() const { return gap_; }

 private:
  void find_rows(const Topology& topology);
  void find_paths(const Topology& topology);
  void find_streams(const Topology& topology);
  PortId up(bool across) const;

  Butterfly butterfly_;
  std::vector<NodeId> rows_;
  std::vector<bool> works_;        ///< [row]
  std::vector<NodeId> number_of_;  ///< [row]: among those that work.
  std::vector<NodeId> heads_for_;
  std::vector<bool> has_up_;  ///< [2 node + across]
  std::optional<Gap> gap_;
};

}  // namespace switchyard
