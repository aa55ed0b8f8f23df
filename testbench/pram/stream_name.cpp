#include "testbench/pram/stream_name.h"

#include <fmt/format.h>

namespace switchyard {

std::string stream_name(const Butterfly& butterfly, StreamPlace place) {
  if (place.port == butterfly.network_ports()) return "the stream of its processor";
  if (place.port > butterfly.network_ports()) return "the stream to its processor";
  return fmt::format("the stream of phase {} at port {} VC {}", RanadePhases(butterfly).phase_of_input(place),
                     place.port, place.vc);
}

}  // namespace switchyard
