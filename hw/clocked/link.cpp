#include "hw/clocked/link.h"

namespace switchyard {

std::ostream& operator<<(std::ostream& out, const Flit& flit) {
  if (!flit.valid()) return out << "idle";
  return out << "packet " << flit.packet << " to " << flit.destination << ", VC " << static_cast<int>(flit.vc)
             << (flit.head ? ", head" : "") << ", " << flit.remaining << " left";
}

/// Without `head`: SystemC cannot trace a bit-field.
void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
  sc_core::sc_trace(file, flit.packet, name + ".packet");
  sc_core::sc_trace(file, flit.destination, name + ".destination");
  sc_core::sc_trace(file, flit.payload, name + ".payload");
  sc_core::sc_trace(file, flit.remaining, name + ".remaining");
  sc_core::sc_trace(file, flit.vc, name + ".vc");
}

}  // namespace switchyard
