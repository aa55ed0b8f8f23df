#pragma once

#include <string>

#include "hw/router/combining/ranade_phases.h"
#include "hw/topology/butterfly.h"

namespace switchyard {

/// Of what comes in at a place of a node; at the port behind its terminal port, of what goes to its
/// processor.
std::string stream_name(const Butterfly& butterfly, StreamPlace place);

}  // namespace switchyard
