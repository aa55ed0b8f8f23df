#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hw/base/flit.h"

namespace switchyard {

std::ostream& operator<<(std::ostream& out, const Flit& flit);
void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name);

/// The two ends of a link and the wires between them. Forward runs source -> sink.
struct SourceSide {
  template <class T>
  using Forward = sc_core::sc_out<T>;
  template <class T>
  using Backward = sc_core::sc_in<T>;
};
struct SinkSide {
  template <class T>
  using Forward = sc_core::sc_in<T>;
  template <class T>
  using Backward = sc_core::sc_out<T>;
};
/// Each wire has one driver by construction, so the kernel's check of every write is left out.
struct Wires {
  template <class T>
  using Forward = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;
  template <class T>
  using Backward = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;
};

/// One link, seen from `Side`: at most one flit forward and a credit mask backward per cycle.
///
/// `request` goes forward too: on a half-duplex link the source asks for the shared medium.
template <class Side>
class Link : public sc_core::sc_module {
 public:
  typename Side::template Forward<Flit> flit{"flit"};         ///< Qualified by Flit::valid.
  typename Side::template Forward<bool> request{"request"};   ///< Half duplex: wants to send.
  typename Side::template Backward<VcMask> credit{"credit"};  ///< Bit v: lane v freed a slot.

  explicit Link(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
  void bind(Link<Wires>& wires) {
    flit(wires.flit);
    request(wires.request);
    credit(wires.credit);
  }
};

}  // namespace switchyard
