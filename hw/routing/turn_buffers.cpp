#include "hw/routing/turn_buffers.h"

namespace switchyard {

/// A packet that enters the network may have either colour.
void TurnBuffers::route(const RouteQuery& query, RouteSet& routes) const {
  const bool enters = query.held_port < 0 || query.held_port >= kPorts;
  const MeshPlace here = place(query.here);
  const MeshPlace to = place(query.destination);
  std::array<VcMask, kPorts> vcs{};
  for (const Colour colour : {Colour::Black, Colour::White}) {
    if (!enters && query.held_vc / kTypes != static_cast<VcId>(colour)) continue;
    const PortId port = exit(colour, here, to);
    VcMask& candidates = vcs[port];
    candidates = static_cast<VcMask>(
        candidates | bit<VcMask>(vc_of(colour, type_at(colour, beyond(here, port), port, to))));
  }
  for (PortId port = 0; port < kPorts; ++port) {
    const VcMask candidates = vcs[port];
    routes.add(port, candidates, Preference::Adaptive, candidates != 0);
  }
}

}  // namespace switchyard
