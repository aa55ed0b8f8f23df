#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Keys = std::set<std::string>;

/// The keys of docs/figures_of_a_run.md: the words in backquotes in the first column of its tables.
Keys keys_of_the_page() {
  std::ifstream page(source_folder() / "docs" / "figures_of_a_run.md");
  Keys keys;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const std::string column = line.substr(1, line.find('|', 1) - 1);
    for (std::size_t begin = column.find('`'); begin != std::string::npos; begin = column.find('`', begin)) {
      const std::size_t end = column.find('`', begin + 1);
      keys.insert(column.substr(begin + 1, end - begin - 1));
      begin = end + 1;
    }
  }
  return keys;
}

/// All keys, dotted, of a value and of what is in it; those that only hold more keys are left out.
void collect_keys(const nlohmann::json& value, const std::string& path, Keys& keys) {
  const bool list_of_maps = value.is_array() && !value.empty() && value[0].is_object();
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items())
      collect_keys(inner, path.empty() ? key : path + '.' + key, keys);
  } else if (list_of_maps) {
    for (const nlohmann::json& element : value) collect_keys(element, path, keys);
  } else {
    keys.insert(path);
  }
}

Keys keys_of_runs(const std::vector<std::vector<std::string>>& runs) {
  Keys keys;
  for (std::vector<std::string> words : runs) {
    const TemporaryFolder folder;
    words[1] = (source_folder() / "configs" / words[1]).string();
    words.insert(words.end(), {"--out", folder.path().string()});
    const CommandResult result = run_switchyard(words);
    EXPECT_TRUE(std::filesystem::exists(folder / "results.json")) << words[1] << ": " << result.err;
    if (std::filesystem::exists(folder / "results.json"))
      collect_keys(nlohmann::json::parse(contents_of(folder / "results.json")), "", keys);
  }
  return keys;
}

/// A run of each kind, and of each way to go wrong that a configuration can bring about.
Keys keys_of_all_kinds() {
  return keys_of_runs({
      {"run", "small/torus_8x8_duato.yaml", "--set", "measure.precision=5%"},
      {"run", "small/torus_8x8_duato.yaml", "--set", "measure.cycles=5", "--set", "clock.period=1", "--set",
       "flit.width=32"},
      {"run", "small/torus_8x8_duato.yaml", "--set", "clock.period=1"},
      {"run", "small/torus_4x4_faulty_adaptive.yaml"},
      {"run", "small/mesh_4x4_dimension_order.yaml", "--set", "faults=[{node: 5}]"},
      {"run", "small/torus_no_dateline.yaml", "--allow-unsafe"},
      {"run", "small/mesh_4x4_classes.yaml"},
      {"run", "small/rtl_torus4.yaml", "--energy",
       (source_folder() / "configs/energy/torus4_osu018.yaml").string()},
      {"run", "small/static_torus.yaml"},
      {"run", "small/trace_mesh.yaml"},
      {"run", "small/messages_request_reply.yaml"},
      {"run", "small/messages_total_exchange.yaml"},
      {"run", "small/hypercube_4_barriers.yaml"},
      {"run", "small/ranade_3_mixed.yaml", "--set", "clock.period=1"},
      {"run", "small/mesh16_8_random.yaml"},
      {"run", "small/hypercube_4_output_queued.yaml"},
      {"run", "small/sorting_hypercube_4.yaml"},
      {"platform", "platform/torus_4x4.yaml"},
      {"platform", "platform/torus_4x4.yaml", "--set", "platform.limit=200"},
      {"platform", "platform/ranade_2_reduce.yaml"},
  });
}

/// Keys of the page that need RTL, a hanging machine or a livelock to occur; other tests see these.
bool is_rare(const std::string& key) {
  const auto under = [&](const std::string& parent) { return key.rfind(parent + '.', 0) == 0; };
  return under("starvation") || under("livelock") || under("divergence") || under("stall");
}

/// Whether there are keys in what `key` holds; in another file it may be null or empty.
bool is_a_map(const std::string& key, const Keys& keys) {
  const auto next = keys.lower_bound(key + '.');
  return next != keys.end() && next->rfind(key + '.', 0) == 0;
}

TEST(FiguresPage, NamesEveryKeyOfEveryKindOfRunAndNoOther) {
  const Keys page = keys_of_the_page();
  const Keys files = keys_of_all_kinds();
  ASSERT_GT(page.size(), 150U);
  for (const std::string& key : files)
    EXPECT_TRUE(page.count(key) || is_a_map(key, page)) << key << " is not in docs/figures_of_a_run.md";
  for (const std::string& key : page) {
    const bool occurs = is_rare(key) || files.count(key) || is_a_map(key, files);
    EXPECT_TRUE(occurs) << key << " is in no results.json";
  }
}

TEST(FiguresPage, IsLinkedFromTheIndexOfTheDocuments) {
  EXPECT_NE(contents_of(source_folder() / "docs/index.md").find("(figures_of_a_run.md)"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
