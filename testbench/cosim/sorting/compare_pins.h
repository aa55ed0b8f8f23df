#pragma once

#include <algorithm>
#include <cstdint>

#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// A record on the pins of rtl/sorting/compare_exchange.sv: its flit, and the key at the high end.
struct RecordWords {
  FlitWords flit{};
  std::uint32_t key = 0;
};

/// Its outputs in PinWords.
struct ComparePlaces {
  explicit ComparePlaces(int key_bits)
      : takes(layout.add("compare_exchange.takes_o", 1)),
        record(layout.add("compare_exchange.record_o", key_bits + 32 * std::tuple_size_v<FlitWords>)) {}

  PinLayout layout;
  std::size_t takes;
  std::size_t record;
};

}  // namespace switchyard
