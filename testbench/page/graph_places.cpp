#include "testbench/page/graph_places.h"

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <system_error>

#include "testbench/file/pending_file.h"
#include "testbench/file/read_file.h"
#include "testbench/file/scratch_folder.h"
#include "testbench/process/child_process.h"

namespace switchyard {
namespace {

constexpr double kPointsPerInch = 72;

std::string dot_of(std::size_t nodes, const Edges& edges) {
  std::string text = "graph {\n  node [shape=box, label=\"\", width=0.4, height=0.3, fixedsize=true];\n";
  for (std::size_t node = 0; node < nodes; ++node) text += fmt::format("  {};\n", node);
  for (const auto& [from, to] : edges) text += fmt::format("  {} -- {};\n", from, to);
  return text + "}\n";
}

/// The lines `node NAME X Y ...` of the format "plain", whose y goes up; lengths are in inches.
std::vector<PagePlace> places_in(const std::string& plain, std::size_t nodes) {
  std::vector<PagePlace> places(nodes);
  std::size_t found = 0;
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t node = 0;
    double x = 0;
    double y = 0;
    if (!(words >> word) || word != "node" || !(words >> node >> x >> y) || node >= nodes) continue;
    places[node] = {kPointsPerInch * x, -kPointsPerInch * y};
    ++found;
  }
  return found == nodes ? places : std::vector<PagePlace>();
}

}  // namespace

std::vector<PagePlace> graph_places(std::size_t nodes, const Edges& edges) {
  const ScratchFolder folder;
  write_file(folder.path() / "graph.dot", dot_of(nodes, edges));
  try {
    const ChildExit exit =
        run_child({"sfdp", {"-Tplain", "graph.dot"}, folder.path(), "graph.plain", "stderr", false});
    if (exit.status != 0 || exit.signal != 0) return {};
  } catch (const std::system_error&) {
    return {};
  }
  return places_in(read_file(folder.path() / "graph.plain"), nodes);
}

}  // namespace switchyard
