#include "testbench/cosim/exchange/lockstep_exchange.h"

#include <algorithm>

namespace switchyard {

const ExchangeDecisions& LockstepExchange::step(const ExchangeArrivals& arrivals) {
  rtl().have_missed_cycles();
  const ExchangeDecisions& decisions = model().step(arrivals);
  PinWords& pins = expected();
  const auto expect_packet = [&pins](std::size_t first, std::size_t index, const Flit& flit) {
    const auto words = words_of_packet(flit);
    std::copy(words.begin(), words.end(), pins.begin() + first + index * kPacketOfOneFlitWords);
  };
  pins[places_.ask] = decisions.asked;
  pins[places_.answer] = decisions.answered;
  for_each_bit(decisions.asked | decisions.answered,
               [&](PortId p) { expect_packet(places_.sent, p, decisions.sent[p]); });
  pins[places_.inject] = decisions.injects ? 1 : 0;
  pins[places_.ejects] = static_cast<std::uint32_t>(decisions.ejected.size());
  for (std::size_t k = 0; k < decisions.ejected.size(); ++k)
    expect_packet(places_.ejected, k, decisions.ejected[k]);
  rtl().step(arrivals);
  return decisions;
}

}  // namespace switchyard
