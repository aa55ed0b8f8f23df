#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "hw/clocked/clocked_router.h"
#include "hw/clocked/link_status.h"
#include "hw/clocked/repeater.h"
#include "hw/design/design.h"
#include "hw/design/network.h"

namespace switchyard {

/// A Design as clocked modules joined by wires: a router per node, the terminals, repeaters on long links.
/// Wiring only; all behaviour is in the cores.
class ClockedNetwork final : public sc_core::sc_module, public Network {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  /// `observer` may be null; it and `design` must outlive the network.
  ClockedNetwork(const sc_core::sc_module_name& name, const Design& design,
                 const TerminalFactory& make_terminal, LinkObserver* observer);

  const RouterCore& router(NodeId node) const override { return routers_[node]->core(); }
  /// The terminal is stepped at the next edge, whatever it asked for.
  void wake_terminal(TerminalId terminal) { terminals_[terminal]->wake(); }

 private:
  void clock(ClockedNode& node);
  void attach(ClockedTerminal& terminal, const Attachment& at);
  void connect(Link<SourceSide>& source, Link<SinkSide>& sink, int latency);
  void watch_links(const Design& design);
  void tie_off(const Topology& topology, NodeId node);
  Link<Wires>& add_wires();

  std::vector<std::unique_ptr<ClockedRouter>> routers_;
  std::vector<std::unique_ptr<ClockedTerminal>> terminals_;
  std::vector<std::unique_ptr<Repeater>> repeaters_;
  std::vector<std::unique_ptr<Link<Wires>>> wires_;
  std::unique_ptr<LinkStatus> link_status_;  ///< Null if no link ever fails.
};

}  // namespace switchyard
