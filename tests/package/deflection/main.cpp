#include "chordal_ring.h"
#include "deflection_router.h"
#include "testbench/app/switchyard.h"
#include "testbench/catalog/standard_catalogs.h"

using namespace switchyard;

int main(int argc, char** argv) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.topologies.push_back({"chordal_ring", "a ring with chords", read_chordal_ring});
  catalogs.hardware.routings.push_back(
      {"chords_first", "every hop that brings nearer, the chords first", read_chords_first, /*queues=*/1});
  catalogs.hardware.routers.push_back({"deflection", "bufferless: packets that lose a link take another",
                                       read_deflection_router, /*has_queues=*/true, /*most_queues=*/1});
  return run_switchyard(argc, argv, catalogs);
}
