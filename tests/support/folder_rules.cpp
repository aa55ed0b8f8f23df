#include "tests/support/folder_rules.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace switchyard {
namespace {

namespace fs = std::filesystem;
using Folders = std::set<std::string>;

/// The folders that each may include, besides itself and those that these may include.
const std::map<std::string, Folders>& arrows() {
  static const std::map<std::string, Folders> kArrows{
      {"hw/base", {}},
      {"hw/config", {"hw/base"}},
      {"hw/topology", {"hw/base"}},
      {"hw/routing", {"hw/topology"}},
      {"hw/analysis", {"hw/routing"}},
      {"hw/alloc", {"hw/base"}},
      {"hw/router", {"hw/base"}},
      {"hw/router/vc", {"hw/router", "hw/routing", "hw/alloc"}},
      {"hw/router/queues", {"hw/router", "hw/routing", "hw/alloc"}},
      {"hw/router/output_queued", {"hw/router/queues"}},
      {"hw/router/splitter", {"hw/router", "hw/routing"}},
      {"hw/router/packet", {"hw/router", "hw/alloc"}},
      {"hw/router/chaos", {"hw/router/packet", "hw/router/queues"}},
      {"hw/router/exchange", {"hw/router/packet", "hw/routing"}},
      {"hw/router/circuit", {"hw/router", "hw/routing", "hw/alloc"}},
      {"hw/router/combining", {"hw/router", "hw/topology"}},
      {"hw/router/mesh", {"hw/router", "hw/routing", "hw/alloc"}},
      {"hw/router/sorting", {"hw/router", "hw/routing"}},
      {"hw/terminal", {"hw/router", "hw/alloc"}},
      {"hw/design",
       {"hw/analysis", "hw/router/vc", "hw/router/circuit", "hw/router/combining", "hw/router/mesh",
        "hw/router/queues", "hw/router/chaos", "hw/router/exchange", "hw/router/sorting"}},
      {"hw/design/proof", {"hw/design", "hw/config"}},
      {"hw/design/read", {"hw/design/proof", "hw/router/output_queued", "hw/router/splitter"}},
      {"hw/clocked", {"hw/design", "hw/terminal"}},
      {"tlm", {"tlm/socket"}},
      {"tlm/approximate", {"hw/design"}},
      {"tlm/socket", {"tlm/approximate", "hw/terminal", "hw/config"}},
      {"testbench/process", {}},
      {"testbench/file", {"testbench/process"}},
      {"testbench/layout", {"hw/topology"}},
      {"testbench/page", {"testbench/packets"}},
      {"testbench/monitor", {"hw/design", "hw/terminal"}},
      {"testbench/traffic", {"testbench/monitor", "hw/config"}},
      {"testbench/tree", {"hw/base"}},
      {"testbench/messages", {"testbench/traffic", "testbench/file", "testbench/tree"}},
      {"testbench/workload", {"testbench/messages"}},
      {"testbench/wave", {"testbench/file", "hw/design", "hw/terminal"}},
      {"testbench/packets", {"testbench/monitor", "testbench/wave"}},
      {"testbench/picture", {"testbench/file"}},
      {"testbench/timeline", {"testbench/monitor", "testbench/wave", "testbench/picture"}},
      {"testbench/cosim", {"testbench/wave"}},
      {"testbench/cosim/switch", {"testbench/cosim"}},
      {"testbench/cosim/merge", {"testbench/cosim"}},
      {"testbench/cosim/buffers", {"testbench/cosim"}},
      {"testbench/cosim/router", {"testbench/cosim/buffers"}},
      {"testbench/cosim/blocks", {"testbench/cosim/merge", "testbench/cosim/buffers"}},
      {"testbench/cosim/absent",
       {"testbench/cosim/switch", "testbench/cosim/router", "testbench/cosim/blocks"}},
      {"testbench/mutation", {}},
      {"testbench/energy", {"testbench/cosim/router", "hw/config"}},
      {"testbench/experiment", {"testbench/workload", "hw/design/read"}},
      {"testbench/report", {"testbench/experiment", "testbench/layout", "testbench/energy"}},
      {"testbench/engine",
       {"testbench/report", "testbench/packets", "testbench/timeline", "testbench/cosim/switch",
        "testbench/cosim/merge", "testbench/cosim/buffers", "testbench/cosim/router", "hw/clocked", "tlm"}},
      {"testbench/pram", {"testbench/engine"}},
      {"testbench/mesh", {"testbench/engine"}},
      {"testbench/sorting", {"testbench/engine"}},
      {"testbench/catalog", {"testbench/pram", "testbench/mesh", "testbench/sorting"}},
      {"testbench/inspect", {"testbench/catalog"}},
      {"testbench/run", {"testbench/inspect"}},
      {"testbench/platform", {"testbench/run", "testbench/catalog"}},
      {"testbench/sweep", {"testbench/run", "testbench/catalog", "testbench/picture"}},
      {"testbench/slurm", {"testbench/sweep"}},
      {"testbench/python", {"testbench/report"}},
      {"testbench/compare", {"testbench/sweep"}},
      {"testbench/matching", {"testbench/sweep", "hw/alloc"}},
      {"testbench/regression", {"testbench/sweep"}},
      {"testbench/export", {"testbench/run"}},
      {"testbench/reference", {"testbench/platform"}},
      {"testbench/app",
       {"testbench/regression", "testbench/slurm", "testbench/compare", "testbench/export",
        "testbench/reference", "testbench/page"}},
      {"testbench/bench", {"testbench/platform"}},
      {"tests/support",
       {"testbench/regression", "testbench/compare", "testbench/mutation", "testbench/reference",
        "testbench/matching", "testbench/cosim/blocks"}},
      {"tests/unit", {"tests/support"}},
      {"tests/property", {"tests/support"}},
      {"tests/levels", {"tests/support"}},
      {"tests/cosim", {"tests/support"}},
      {"tests/config", {"tests/support"}},
      {"tests/cli", {"tests/support"}},
      {"tests/soak", {"tests/support"}},
  };
  return kArrows;
}

/// A library that is kept to some folders.
struct KeptLibrary {
  std::regex header;
  Folders folders;  ///< Each with those below it.
};

const std::vector<KeptLibrary>& kept_libraries() {
  static const std::vector<KeptLibrary> kLibraries{
      {std::regex("yaml-cpp/.*"), {"hw/config"}},
      {std::regex("systemc(\\.h)?|sysc/.*|tlm(\\.h)?|tlm_.*|tlm_utils/.*"),
       {"hw/clocked", "tlm", "testbench", "tests"}},
      {std::regex("verilated.*|V[A-Za-z0-9_]*\\.h"), {"testbench/cosim"}},
  };
  return kLibraries;
}

/// The innermost folder of the graph that a file is in: `hw/router/vc` for hw/router/vc/a.h, `tlm` for
/// tlm/a/b.h. If there is none, its own.
std::string folder_of(const fs::path& file) {
  std::string folder;
  std::string found;
  for (const fs::path& part : file.parent_path()) {
    folder += (folder.empty() ? "" : "/") + part.string();
    if (arrows().count(folder) != 0) found = folder;
  }
  return found.empty() ? folder : found;
}

void add_reachable(const std::string& from, Folders& reached) {
  if (!reached.insert(from).second) return;
  const auto found = arrows().find(from);
  if (found == arrows().end()) return;
  for (const std::string& next : found->second) add_reachable(next, reached);
}

bool is_at_or_below(const std::string& folder, const Folders& tops) {
  return std::any_of(tops.begin(), tops.end(), [&](const std::string& top) {
    return folder == top || folder.rfind(top + '/', 0) == 0;
  });
}

bool is_allowed(const std::string& folder, const std::string& header, bool quoted) {
  for (const KeptLibrary& library : kept_libraries()) {
    if (std::regex_match(header, library.header)) return is_at_or_below(folder, library.folders);
  }
  const bool ours = is_at_or_below(header, {"hw", "tlm", "testbench", "tests"});
  if (!ours) return !quoted;
  Folders reached;
  add_reachable(folder, reached);
  return reached.count(folder_of(header)) != 0;
}

bool is_cpp(const fs::path& file) {
  static const std::set<std::string> kSuffixes{".h", ".hpp", ".cpp", ".cc", ".in"};
  return kSuffixes.count(file.extension().string()) != 0;
}

/// But tests/package, which is a project of its own.
std::vector<fs::path> cpp_files(const fs::path& root) {
  std::vector<fs::path> files;
  for (const char* top : {"hw", "tlm", "testbench", "tests"}) {
    if (!fs::is_directory(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const fs::path file = fs::relative(entry.path(), root);
      if (entry.is_regular_file() && is_cpp(file) && !is_at_or_below(file.parent_path(), {"tests/package"}))
        files.push_back(file);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void check_file(const fs::path& root, const fs::path& file, std::vector<std::string>& offences) {
  static const std::regex kInclude(R"(\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  const std::string folder = folder_of(file);
  if (arrows().count(folder) == 0)
    offences.push_back(file.string() + ":1: " + folder + " is not in the folder graph");
  std::ifstream stream(root / file);
  std::string text;
  for (int line = 1; std::getline(stream, text); ++line) {
    std::smatch match;
    if (!std::regex_match(text, match, kInclude)) continue;
    if (is_allowed(folder, match[2], match[1] == "\"")) continue;
    offences.push_back(file.string() + ':' + std::to_string(line) + ": " + folder + " may not include " +
                       match[2].str());
  }
}

}  // namespace

std::vector<std::string> offences_against_folder_rules(const fs::path& root) {
  std::vector<std::string> offences;
  for (const fs::path& file : cpp_files(root)) check_file(root, file, offences);
  return offences;
}

}  // namespace switchyard
