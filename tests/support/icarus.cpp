#include "tests/support/icarus.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/config_files.h"

namespace switchyard {

bool has_icarus() { return std::system("command -v iverilog >/dev/null") == 0; }

std::string simulate_with_icarus(const TemporaryFolder& folder, const IcarusRun& run) {
  const std::string top = run.rtl.module + "_tb";
  std::string parameters;
  for (const auto* list : {&run.rtl.parameters, &run.bench}) {
    for (const auto& [name, value] : *list) parameters += fmt::format(" -P{}.{}={}", top, name, value);
  }
  std::string arguments = fmt::format("+cycles={}", run.cycles);
  for (const auto& [pin, strap] : run.rtl.straps) arguments += fmt::format(" +{}={}", pin, strap.hex());
  std::ofstream(folder / "run") << fmt::format(
      R"(set -e
cp -r {source}/rtl {source}/testbench/cosim/rtl/router_vectors.sv {source}/testbench/cosim/rtl/{top}.sv {folder}
cd {folder}/rtl
cp {file} original
sed -i -E '{edit}' {file}
test -z '{edit}' || ! cmp -s {file} original
sed -i 's/always_comb/always @*/' */*.sv
iverilog -g2012 -Iinclude -s {top} {parameters} -o ../tb.vvp -f {sources} ../router_vectors.sv ../{top}.sv
vvp -n ../tb.vvp +vectors=../vectors {arguments}
)",
      fmt::arg("source", source_folder().string()), fmt::arg("folder", folder.path().string()),
      fmt::arg("top", top), fmt::arg("file", run.edit.file), fmt::arg("edit", run.edit.edit),
      fmt::arg("parameters", parameters), fmt::arg("sources", run.rtl.sources),
      fmt::arg("arguments", arguments));
  const std::string command = fmt::format("sh {0}/run >{0}/log 2>&1", folder.path().string());
  const int status = std::system(command.c_str());
  std::string log = contents_of(folder / "log");
  if (status != 0) return "failed:\n" + log;
  log.erase(log.find_last_not_of('\n') + 1);
  return log.substr(log.rfind('\n') + 1);
}

}  // namespace switchyard
