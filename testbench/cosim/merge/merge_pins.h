#pragma once

#include <array>
#include <cstdint>

#include "hw/router/combining/merge_block.h"
#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// How the pins and straps of rtl/merge/merge_switch.sv carry what the model has as C++ values.

/// Words of a message: message_t of rtl/include/net_types.svh, the key, the word.
inline constexpr std::size_t kMessageWords = kPacketOfOneFlitWords;

/// merge_site_t of rtl/include/net_types.svh.
inline std::uint16_t pins_of(const MergeSite& site) {
  return static_cast<std::uint16_t>(site.combining << 8 | site.ghosts << 7 | site.joins << 6 |
                                    site.splits << 5 | site.row_bit << 4 | site.route_bit);
}
inline MergeSite site_of_pins(std::uint64_t pins, int queue) {
  return {.queue = queue,
          .combining = (pins >> 8 & 1) != 0,
          .ghosts = (pins >> 7 & 1) != 0,
          .joins = (pins >> 6 & 1) != 0,
          .splits = (pins >> 5 & 1) != 0,
          .route_bit = static_cast<int>(pins & 15),
          .row_bit = (pins >> 4 & 1) != 0};
}

/// Its outputs in PinWords.
struct MergePlaces {
  PinLayout layout;
  std::size_t credit = layout.add("merge_switch.credit_o", 2);
  std::size_t send = layout.add("merge_switch.send_o", 2);
  std::size_t ghost = layout.add("merge_switch.ghost_o", 2);
  std::size_t message = layout.add("merge_switch.message_o", static_cast<int>(32 * kMessageWords), 2);
  std::size_t remember = layout.add("merge_switch.remember_o", 1);
  std::size_t output = layout.add("merge_switch.output_o", 1);
  std::size_t end = layout.add("merge_switch.end_o", 1);
  std::size_t operation = layout.add("merge_switch.operation_o", 4);
  std::size_t operand = layout.add("merge_switch.operand_o", 32);
};

}  // namespace switchyard
