#pragma once

#include <string>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"

namespace switchyard {

/// What was on the pins of a network's terminals, cycle by cycle, as network_tb.sv of an export reads it.
///
/// A line for each flit and for the credits of each terminal and cycle: {value (128 bits), terminal (16),
/// what (4), cycle (32)} as one hexadecimal number. Cycles without any have no line. Of flits that are for a
/// processor as they come over a link, the terminal is node x ports + port.
class PinRecord final : public LinkObserver {
 public:
  /// The fields `what`. Inputs are those of the network.
  enum class What : unsigned { FlitIn, CreditsIn, FlitOut, CreditsOut, Arrival };

  /// Of the first `cycles` cycles. `design` must outlive it and have a terminal at each node.
  PinRecord(const Design& design, Cycle cycles);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override;

  /// In the order of the cycles.
  const std::string& text() const { return text_; }
  std::size_t lines() const { return lines_; }
  Cycle cycles() const { return cycles_; }

 private:
  void add(Cycle now, What what, TerminalId terminal, const std::string& value);
  void add_flit(Cycle now, What what, TerminalId terminal, const Flit& flit);
  void add_arrivals(Cycle now, TerminalId terminal, const PortInputs& arrivals, PortMask ports, What flit,
                    What credits);

  const Design& design_;
  Cycle cycles_;
  std::uint16_t arrival_vcs_;  ///< See RouterRtl.
  std::string text_;
  std::size_t lines_ = 0;
};

}  // namespace switchyard
