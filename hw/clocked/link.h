#pragma once

#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "hw/base/flit.h"
#include "hw/clocked/wire.h"

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
/// Requests are an sc_signal, which has the edges that a pin for bool must have.
struct Wires {
  template <class T>
  using Forward = std::conditional_t<std::is_same_v<T, bool>,
                                     sc_core::sc_signal<bool, sc_core::SC_UNCHECKED_WRITERS>, Wire<T>>;
  template <class T>
  using Backward = Wire<T>;
};

/// One link, seen from `Side`: at most one flit forward and a credit mask backward per cycle.
///
/// `request` goes forward too: on a half-duplex link the source asks for the shared medium.
template <class Side>
class Link : public sc_core::sc_module {
 public:
  typename Side::template Forward<Flit> flit{"flit"};         ///< Qualified by Flit::valid.
  typename Side::template Forward<bool> request{"request"};   ///< Half duplex: wants to send.
  typename Side::template Backward<VcMask> credit{"credit"};  ///< Bit v: VC v freed a slot.

  explicit Link(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
  void bind(Link<Wires>& wires) {
    flit(wires.flit);
    request(wires.request);
    credit(wires.credit);
  }
};

}  // namespace switchyard
