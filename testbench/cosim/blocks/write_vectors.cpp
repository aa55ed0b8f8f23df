// Writes what a block of rtl/ must do, as its C++ model does it, for simulators other than Verilator:
//   sy_block_vectors BLOCK SIZE CYCLES SEED
// One line a cycle: all inputs and all outputs, each as one hexadecimal number with the first pin lowest.

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/blocks/stimulus.h"

namespace switchyard {
namespace {

template <class Pins>
std::string pins_as_number(const Pins& pins, int size) {
  std::vector<bool> bits;
  pins.visit(size, [&](const char*, std::span<const std::uint64_t> words, int width) {
    for (const std::uint64_t word : words) {
      for (int b = 0; b < width; ++b) bits.push_back((word >> b & 1) != 0);
    }
  });
  bits.resize((bits.size() + 3) / 4 * 4);
  std::string digits;
  for (std::size_t b = bits.size(); b != 0; b -= 4) {
    const int digit = bits[b - 1] * 8 + bits[b - 2] * 4 + bits[b - 3] * 2 + bits[b - 4];
    digits += "0123456789abcdef"[digit];
  }
  return digits;
}

template <class Inputs, class Outputs>
void write_vectors(Block<Inputs, Outputs>& block, int size, int cycles, std::uint64_t seed) {
  Stimulus<Inputs> stimulus(size, seed);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const Inputs inputs = stimulus.next();
    std::cout << pins_as_number(inputs, size) << ' ' << pins_as_number(block.cycle(inputs), size) << '\n';
  }
}

}  // namespace
}  // namespace switchyard

int main(int argc, char** argv) {
  bool found = false;
  if (argc == 5) {
    const int size = std::atoi(argv[2]);
    switchyard::for_each_block([&](const char* name, int largest, const auto& make) {
      if (std::strcmp(name, argv[1]) != 0 || size < 2 || size > largest) return;
      switchyard::write_vectors(*make(switchyard::model_blocks(), size), size, std::atoi(argv[3]),
                                std::strtoull(argv[4], nullptr, 10));
      found = true;
    });
  }
  if (!found)
    std::cerr << "usage: sy_block_vectors BLOCK SIZE CYCLES SEED, with a SIZE of 2..64 (node_buffers, "
                 "tag_switch, queue_switch: 8)\n";
  return found ? EXIT_SUCCESS : 2;
}
