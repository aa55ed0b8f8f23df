#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/mesh/mesh16_message.h"

namespace switchyard {

/// A phase of an algorithm on the mesh: what all processors command in one cycle.
struct MeshPhase {
  const char* name;
  MeshCommand command;
  std::uint32_t value = 0;
  Cycle steps = 0;                   ///< It is given; kNever: as many as it takes, as the last one.
  std::optional<double> bound = {};  ///< What the paper gives a routing phase, in steps.

  /// From its first cycle to that of the next phase: in the last one of them neighbours only receive.
  Cycle cycles() const { return steps + 1; }
};

/// Which algorithm processors run, phase by phase, all in step. A value.
///
/// The sorted and coloured phases are those of Route_with_Constant_Queues, and with long queues those of
/// Route. Source: Makedon, Symvonis, "Optimal algorithms for the many-to-one routing problem on
/// two-dimensional
///         meshes", Microprocessors and Microsystems 1993.
struct MeshAlgorithm {
  enum class Kind : std::uint8_t {
    ManyToOne,     ///< Sort, colour, route black, sort white, route white; with two banks route both at once.
    Combining,     ///< Sort, keep the first packet for every processor, route.
    RouteColumns,  ///< Route all as black packets, from where they are.
    RouteRows      ///< Route all as white packets, from where they are.
  } kind = Kind::ManyToOne;
  static inline const std::array<std::string, 4> kKinds{"many_to_one", "combining", "route_columns",
                                                        "route_rows"};
  bool computes_max = false;  ///< The mesh finds out itself how many packets a processor gets at most.

  /// `most`: packets for one processor, at most. If the mesh computes it, it has no part in the phases up to
  /// MeshCommand::Maximum.
  std::vector<MeshPhase> phases(const Mesh16Config& mesh, std::uint32_t most) const;
};

/// Packets of a row that are painted black: the least m with m >= side sqrt(most).
std::uint32_t black_packets(int side, std::uint32_t most);

}  // namespace switchyard
