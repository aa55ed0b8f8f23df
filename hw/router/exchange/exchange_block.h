#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/port_array.h"
#include "hw/router/exchange/exchange_switch.h"

namespace switchyard {

/// What the buffers are given in a cycle.
struct ExchangeArrivals {
  PortMask faulty = 0;        ///< Links over which no exchange starts.
  PortMask requests = 0;      ///< Links that bring a request,
  PortMask replies = 0;       ///< or a reply.
  PortArray<Flit> packets{};  ///< [link]: those.
  PortMask credits = 0;       ///< Links whose far end has taken the request.
  int room = 0;               ///< In the ejection buffer.
  bool has_next = false;      ///< A packet is to be injected,
  Flit next = {};             ///< this one.
};

/// What they do. Packets for this node go to the ejection buffer; all others get a buffer.
struct ExchangeDecisions {
  PortMask asked = 0;         ///< Links over which a request leaves,
  PortMask answered = 0;      ///< or a reply.
  PortArray<Flit> sent{};     ///< [link]: that packet.
  std::vector<Flit> ejected;  ///< In turn.
  bool injects = false;
};

/// The buffers as their node asks them, with packets and turns of their own: what RTL can stand in for.
///
/// Whatever stands behind it must do as ExchangeSwitch does, or the network behaves differently. A cycle in
/// which it is not asked is one in which nothing comes, and nothing may leave.
class ExchangeBlock {
 public:
  virtual ~ExchangeBlock() = default;

  virtual void reset() = 0;
  /// What it returns stays until the next call.
  virtual const ExchangeDecisions& step(const ExchangeArrivals& arrivals) = 0;
};

using ExchangeFactory = std::function<std::unique_ptr<ExchangeBlock>(const ExchangeSite&)>;

}  // namespace switchyard
