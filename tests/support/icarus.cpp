#include "tests/support/icarus.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "testbench/cosim/router/whole_router.h"
#include "testbench/regression/router_bench.h"
#include "tests/support/config_files.h"

namespace switchyard {

bool has_icarus() { return std::system("command -v iverilog >/dev/null") == 0; }

std::string simulate_with_icarus(const TemporaryFolder& folder, const IcarusRun& run) {
  std::ofstream(folder / "router_tb.sv") << router_bench(run.design, run.node);
  std::ofstream(folder / "run") << fmt::format(
      R"(set -e
cp -r {source}/rtl {source}/testbench/cosim/rtl/router_vectors.sv {folder}
cd {folder}/rtl
cp {file} original
sed -i -E '{edit}' {file}
test -z '{edit}' || ! cmp -s {file} original
sed -i 's/always_comb/always @*/' */*.sv
iverilog -g2012 -Iinclude -s router_tb -o ../tb.vvp -f {sources} ../router_vectors.sv ../router_tb.sv
vvp -n ../tb.vvp +vectors=../vectors +cycles={cycles}
)",
      fmt::arg("source", source_folder().string()), fmt::arg("folder", folder.path().string()),
      fmt::arg("file", run.edit.file), fmt::arg("edit", run.edit.edit),
      fmt::arg("sources", whole_router(run.design).rtl(run.design, run.node).sources),
      fmt::arg("cycles", run.cycles));
  const std::string command = fmt::format("sh {0}/run >{0}/log 2>&1", folder.path().string());
  const int status = std::system(command.c_str());
  std::string log = contents_of(folder / "log");
  if (status != 0) return "failed:\n" + log;
  log.erase(log.find_last_not_of('\n') + 1);
  return log.substr(log.rfind('\n') + 1);
}

std::optional<IcarusDifference> difference_in(const std::string& seen) {
  int cycle = -1;
  char pin[16] = "";
  if (std::sscanf(seen.c_str(), "cycle %d: %15[a-z_]", &cycle, pin) != 2) return std::nullopt;
  return IcarusDifference{cycle, pin};
}

}  // namespace switchyard
