#pragma once

#include <span>

#include "hw/base/bits.h"

namespace switchyard {

/// Crossbar: each output carries the word of the input that its select names, or Word{} if it names none.
///
/// Shapes:  data[i]: the word of input i; select[o]: mask with at most one input; out[o].
/// Timing:  combinational; whoever uses it registers what comes out.
/// RTL:     rtl/crossbar/mux_crossbar.sv
template <class Word, class Mask>
void cross(std::span<const Word> data, std::span<const Mask> select, std::span<Word> out) {
  for (std::size_t o = 0; o < out.size(); ++o) {
    out[o] = select[o] != 0 ? data[lowest_bit(select[o])] : Word{};
  }
}

}  // namespace switchyard
