#include "testbench/app/wave_choice.h"

#include <stdexcept>

#include "testbench/app/path_option.h"
#include "testbench/traffic/node_list.h"

namespace switchyard {

void WaveChoice::add_to(CLI::App& command) {
  CLI::Option* vcd =
      command
          .add_option("--vcd", file,
                      "Write a waveform (an FST if FILE ends in .fst), and FILE.gtkw to view it with")
          ->check(a_name())
          ->type_name("FILE");
  window.add_to(command, vcd,
                {"Only these nodes, e.g. 0,5,7-9 (default: all)", "First cycle of the waveform",
                 "Last cycle of the waveform (default: to the end)"});
}

std::optional<WaveOptions> WaveChoice::read(const Level& level, const Design& design) const {
  if (file.empty()) return std::nullopt;
  if (!level.has_flits)
    throw std::invalid_argument("--vcd shows flits, which level " + level.name + " does not have");
  WaveOptions wave;
  wave.file = file;
  wave.from = window.from;
  wave.to = window.to;
  if (!window.nodes.empty()) wave.nodes = parse_node_list(window.nodes, design.topology->node_count());
  return wave;
}

void warn_of_empty_wave(const WaveOptions& wave, Cycle cycles) {
  warn_of_empty_window("--vcd", wave.file, wave.from, cycles);
}

}  // namespace switchyard
