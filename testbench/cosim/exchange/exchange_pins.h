#pragma once

#include <bit>

#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// How the pins of rtl/exchange/exchange_switch.sv carry what the model has as C++ values.

/// What the RTL's parameters say.
struct ExchangeShape {
  int ports = 0;
  int buffers = 0;         ///< At most.
  int ejection_slots = 0;  ///< At most.

  constexpr int links() const { return ports - 1; }
};

/// Its outputs in PinWords.
struct ExchangePlaces {
  explicit ExchangePlaces(const ExchangeShape& of)
      : ask(layout.add("exchange_switch.ask_o", of.links())),
        answer(layout.add("exchange_switch.answer_o", of.links())),
        sent(layout.add("exchange_switch.sent_o", kPacketBits, of.links())),
        inject(layout.add("exchange_switch.inject_o", 1)),
        ejects(
            layout.add("exchange_switch.ejects_o", std::bit_width(static_cast<unsigned>(of.ejection_slots)))),
        ejected(layout.add("exchange_switch.ejected_o", kPacketBits, of.ejection_slots)) {}

  static constexpr int kPacketBits = static_cast<int>(32 * kPacketOfOneFlitWords);

  PinLayout layout;
  std::size_t ask;
  std::size_t answer;
  std::size_t sent;  ///< [link], kPacketOfOneFlitWords each.
  std::size_t inject;
  std::size_t ejects;
  std::size_t ejected;  ///< [packet], kPacketOfOneFlitWords each.
};

}  // namespace switchyard
