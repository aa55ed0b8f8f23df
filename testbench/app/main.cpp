#include "testbench/app/processor_program.h"
#include "testbench/app/switchyard.h"
#include "testbench/catalog/standard_catalogs.h"

int main(int argc, char** argv) {
  switchyard::hand_over_to_processor_program(argv);
  return switchyard::run_switchyard(argc, argv, switchyard::standard_catalogs());
}
