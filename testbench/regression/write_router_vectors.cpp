// Writes what the model of one router does in random traffic, for simulators of its RTL:
//   sy_router_vectors CONFIG NODE CYCLES LOAD LONGEST_PACKET [PATH=VALUE]...
// The first line is a comment, the arguments of vc_router_tb.sv: NumPorts NumVcs Depth Radix site start.

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <iostream>

#include "testbench/cosim/router/vc_router_pins.h"
#include "testbench/experiment/experiment.h"
#include "testbench/regression/router_vectors.h"
#include "testbench/report/exit_status.h"
#include "testbench/workload/traffic_catalog.h"

namespace switchyard {
namespace {

void write(int argc, char** argv) {
  ConfigDocument document = ConfigDocument::from_file(argv[1]);
  for (int i = 6; i < argc; ++i) document.set(argv[i]);
  const Design design =
      read_experiment(document, {standard_catalog(), standard_traffic_catalog(), {}}).design;
  const NodeId node = std::atoi(argv[2]);
  const VcRouterShape shape = vc_router_shape(design);
  std::cout << fmt::format("// {} {} {} {} {} {}\n", shape.ports, shape.virtual_channels, shape.depth,
                           shape.radix, vc_router_site(design, node).hex(),
                           vc_router_starts(design, node).hex());
  write_router_vectors(
      std::cout, design, node,
      {.load = std::atof(argv[4]), .longest_packet = std::atoi(argv[5]), .cycles = std::atoi(argv[3])});
}

}  // namespace
}  // namespace switchyard

int main(int argc, char** argv) {
  if (argc < 6) {
    std::cerr << "usage: sy_router_vectors CONFIG NODE CYCLES LOAD LONGEST_PACKET [PATH=VALUE]...\n";
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
