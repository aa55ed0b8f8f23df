#include "testbench/app/switchyard.h"
#include "testbench/catalog/standard_catalogs.h"

int main(int argc, char** argv) {
  return switchyard::run_switchyard(argc, argv, switchyard::standard_catalogs());
}
