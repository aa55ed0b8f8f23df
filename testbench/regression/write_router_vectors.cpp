// Writes what the model of one router does, and a bench that plays it against the RTL:
//   sy_router_vectors FOLDER CONFIG NODE CYCLES [PATH=VALUE]...
//   sy_router_vectors FOLDER CONFIG NODE CYCLES --around LOAD LONGEST_PACKET [PATH=VALUE]...
// It is in its network, at the beginning of a run, or in random traffic. FOLDER/vectors has the vectors,
// FOLDER/router_tb.sv the bench, FOLDER/sources the list of the router's files, below rtl/.

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/experiment/experiment.h"
#include "testbench/regression/router_bench.h"
#include "testbench/regression/router_vectors.h"
#include "testbench/report/exit_status.h"

namespace switchyard {
namespace {

void write(int argc, char** argv) {
  const std::filesystem::path folder = argv[1];
  const NodeId node = std::atoi(argv[3]);
  const int cycles = std::atoi(argv[4]);
  const bool around = argc > 7 && argv[5] == std::string("--around");
  ConfigDocument document = ConfigDocument::from_file(argv[2]);
  for (int i = around ? 8 : 5; i < argc; ++i) document.set(argv[i]);
  const Experiment experiment = read_experiment(document, standard_catalogs());
  std::filesystem::create_directories(folder);
  std::ofstream vectors(folder / "vectors");
  if (around) {
    write_router_vectors(
        vectors, experiment.design, node,
        {.load = std::atof(argv[6]), .longest_packet = std::atoi(argv[7]), .cycles = cycles});
  } else {
    write_network_vectors(vectors, experiment, node, cycles);
  }
  std::ofstream(folder / "router_tb.sv") << router_bench(experiment.design, node);
  const RouterRtl rtl = whole_router(experiment.design).rtl(experiment.design, node);
  std::ofstream(folder / "sources") << rtl.sources << '\n';
}

}  // namespace
}  // namespace switchyard

int main(int argc, char** argv) {
  if (argc < 5) {
    std::cerr << "usage: sy_router_vectors FOLDER CONFIG NODE CYCLES [--around LOAD LONGEST_PACKET] "
                 "[PATH=VALUE]...\n";
    return switchyard::kBadInput;
  }
  try {
    switchyard::write(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return switchyard::kBadInput;
  }
  return switchyard::kGood;
}
