#include "testbench/app/wave_choice.h"

#include <stdexcept>

#include "testbench/app/path_option.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"
#include "testbench/wave/node_list.h"

namespace switchyard {

void WaveChoice::add_to(CLI::App& command) {
  CLI::Option* vcd =
      command
          .add_option("--vcd", file,
                      "Write a waveform (an FST if FILE ends in .fst), and FILE.gtkw to view it with")
          ->check(a_name())
          ->type_name("FILE");
  command.add_option("--vcd-nodes", nodes, "Only these nodes, e.g. 0,5,7-9 (default: all)")
      ->check(a_name())
      ->needs(vcd);
  command.add_option("--vcd-from", from, "First cycle of the waveform")
      ->needs(vcd)
      ->transform(whole_number(0))
      ->capture_default_str();
  command.add_option("--vcd-to", to, "Last cycle of the waveform (default: to the end)")
      ->needs(vcd)
      ->transform(whole_number(0));
}

std::optional<WaveOptions> WaveChoice::read(const Level& level, const Design& design) const {
  if (file.empty()) return std::nullopt;
  if (!level.has_flits)
    throw std::invalid_argument("--vcd shows flits, which level " + level.name + " does not have");
  WaveOptions wave;
  wave.file = file;
  wave.from = from;
  wave.to = to;
  if (!nodes.empty()) wave.nodes = parse_node_list(nodes, design.topology->node_count());
  return wave;
}

void warn_of_empty_wave(const WaveOptions& wave, Cycle cycles) {
  if (cycles > wave.from) return;
  print_error("switchyard: warning: {} is empty: the run ended after {} cycles, before --vcd-from {}\n",
              wave.file.string(), cycles, wave.from);
}

}  // namespace switchyard
