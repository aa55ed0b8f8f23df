#include <cstdio>
#include <string>
#include <systemc>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/platform_run.h"

/// The example platform: `platform CONFIG LEVEL` runs it and prints when its tasks end.
int sc_main(int argc, char** argv) {
  using namespace switchyard;
  if (argc != 3) return 2;
  const Level* const level = find_level(argv[2]);
  if (level == nullptr) return 2;
  try {
    ConfigDocument document = ConfigDocument::from_file(argv[1]);
    const PlatformExperiment experiment = read_platform_experiment(document, standard_catalogs().hardware);
    const PlatformResults results = simulate_platform(experiment, *level, std::nullopt);
    for (std::size_t t = 0; t < results.tasks.size(); ++t) {
      std::printf("%s %s\n", experiment.platform.tasks[t].name.c_str(),
                  results.tasks[t].end.to_string().c_str());
    }
    return results.finished && results.failed_check.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
