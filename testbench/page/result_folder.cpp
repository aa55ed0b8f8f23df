#include "testbench/page/result_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/file/csv.h"
#include "testbench/file/json_text.h"
#include "testbench/file/number_in.h"
#include "testbench/packets/packet_file.h"
#include "testbench/page/graph_places.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kEndColumns = 4;    ///< Of channels.csv, before the VC and its flits per cycle.
constexpr std::size_t kMaxOfSweep = 200;  ///< Runs of a sweep that are shown one by one.
constexpr std::size_t kMaxDrawn = 4096;   ///< Nodes; `most_drawn` of network.js.

/// A number, or the text itself.
ordered_json value_of(const std::string& cell) {
  const std::optional<double> value = number_in<double>(cell);
  if (!value || !std::isfinite(*value)) return cell;
  constexpr double kExact = 9007199254740992;  // 2^53: what a script holds exactly.
  const bool is_integer = std::abs(*value) < kExact && *value == std::floor(*value);
  return is_integer ? ordered_json(static_cast<std::int64_t>(*value)) : ordered_json(*value);
}

ordered_json table_of(const std::filesystem::path& file) {
  const Rows rows = read_csv(file);
  ordered_json table = {{"columns", ordered_json::array()}, {"rows", ordered_json::array()}};
  if (rows.empty()) throw std::invalid_argument(fmt::format("{}: empty", file.string()));
  const std::vector<std::string>& columns = rows.front();
  table["columns"] = columns;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ordered_json cells = ordered_json::array();
    for (std::size_t c = 0; c < columns.size(); ++c)
      cells.push_back(holds_texts(columns[c]) ? ordered_json(rows[i][c]) : value_of(rows[i][c]));
    table["rows"].push_back(std::move(cells));
  }
  return table;
}

/// channels.csv has a row for each VC: splits it into the channels, and what each of their VCs carried.
struct ChannelTable {
  ordered_json channels = {{"columns", ordered_json::array()}, {"rows", ordered_json::array()}};
  ordered_json use = ordered_json::array();

  explicit ChannelTable(const std::filesystem::path& file) {
    const ordered_json table = table_of(file);
    if (table["columns"].size() != kEndColumns + 2)
      throw std::invalid_argument(fmt::format("{}: not the columns of a channels.csv", file.string()));
    const auto ends_of = [](const ordered_json& row) {
      return ordered_json(row.begin(), row.begin() + kEndColumns);
    };
    channels["columns"] = ends_of(table["columns"]);
    for (const ordered_json& row : table["rows"]) {
      const ordered_json ends = ends_of(row);
      if (channels["rows"].empty() || channels["rows"].back() != ends) {
        channels["rows"].push_back(ends);
        use.push_back(ordered_json::array());
      }
      use.back().push_back(row.back());
    }
  }
};

/// Whether the run wrote packets.csv, wherever that is: a file of that name may be an earlier run's.
bool writes_packets(const ordered_json& manifest) {
  const ordered_json command = manifest.value("command", ordered_json::array());
  for (std::size_t i = 0; i < command.size(); ++i) {
    const auto word = command[i].get<std::string>();
    const std::string file = word == "--packets" && i + 1 < command.size() ? command[i + 1].get<std::string>()
                             : word.starts_with("--packets=") ? word.substr(std::string("--packets=").size())
                                                              : "";
    if (std::filesystem::path(file).filename() == "packets.csv") return true;
  }
  return false;
}

ordered_json slowest_of(const std::filesystem::path& file) {
  constexpr std::size_t kShown = 100;
  ordered_json packets = ordered_json::array();
  if (!std::filesystem::exists(file)) return packets;
  for (const PacketStory& story : slowest_packets(file, kShown)) {
    ordered_json events = ordered_json::array();
    for (const PacketEvent& event : story.events)
      events.push_back({event.event, event.cycle, value_of(event.node), event.port_name, event.vc});
    packets.push_back({{"packet", story.packet},
                       {"source", story.source},
                       {"destination", story.destination},
                       {"flits", story.flits},
                       {"cycles", story.cycles()},
                       {"events", std::move(events)}});
  }
  return packets;
}

/// Which nodes have links, of the rows of channels.csv in the folder.
Edges edges_of(const ordered_json& channels, std::size_t nodes, const std::filesystem::path& folder) {
  const auto node_of = [&](const ordered_json& cell) {
    if (!cell.is_number_integer() || cell < 0 || cell >= nodes)
      throw std::invalid_argument(
          fmt::format("{}: {} is not a node of nodes.csv", (folder / "channels.csv").string(), cell.dump()));
    return cell.get<std::size_t>();
  };
  Edges edges;
  for (const ordered_json& channel : channels)
    edges.insert(std::minmax(node_of(channel.at(0)), node_of(channel.at(2))));
  return edges;
}

/// [{x, y}], by node, of a network whose files name no places; null if Graphviz draws none.
ordered_json places_of(const ordered_json& network, const std::filesystem::path& folder) {
  const ordered_json& nodes = network["nodes"]["rows"];
  const Edges edges = edges_of(network["channels"]["rows"], nodes.size(), folder);
  const ordered_json& names = network["nodes"]["columns"];
  const auto x = static_cast<std::size_t>(std::find(names.begin(), names.end(), "x") - names.begin());
  const auto has_place = [&](const ordered_json& row) { return x < row.size() && row[x].is_number(); };
  if (nodes.size() > kMaxDrawn || std::all_of(nodes.begin(), nodes.end(), has_place)) return nullptr;
  const std::vector<PagePlace> drawn = graph_places(nodes.size(), edges);
  if (drawn.empty()) return nullptr;
  ordered_json places = ordered_json::array();
  for (const PagePlace& place : drawn) places.push_back({{"x", place.x}, {"y", place.y}});
  return places;
}

/// The folders of the runs of a sweep, in their order; a run of `--saturation` is one folder deeper.
std::vector<std::filesystem::path> runs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> runs;
  if (!std::filesystem::is_directory(folder)) return runs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().filename() == "results.json") runs.push_back(entry.path().parent_path());
  const auto number = [](const std::filesystem::path& part) { return std::atof(part.c_str()); };
  std::sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const auto& x, const auto& y) { return number(x) != number(y) ? number(x) < number(y) : x < y; });
  });
  return runs;
}

}  // namespace

void ResultFolders::add(const std::filesystem::path& folder) {
  const bool is_sweep =
      std::filesystem::exists(folder / "sweep.csv") || std::filesystem::exists(folder / "saturation.csv");
  if (is_sweep) return add_sweep(folder);
  if (std::filesystem::exists(folder / "results.json")) return add_run(folder);
  throw std::invalid_argument(
      fmt::format("{}: not a folder of `run`, `platform` or `sweep`: it has no results.json, sweep.csv or "
                  "saturation.csv",
                  folder.string()));
}

std::size_t ResultFolders::number_of(ordered_json network, const std::filesystem::path& folder) {
  const auto known = std::find_if(networks_.begin(), networks_.end(), [&](const ordered_json& other) {
    return other["nodes"] == network["nodes"] && other["channels"] == network["channels"];
  });
  const auto number = static_cast<std::size_t>(known - networks_.begin());
  if (known == networks_.end()) {
    network["places"] = places_of(network, folder);
    networks_.push_back(std::move(network));
  }
  return number;
}

void ResultFolders::add_run(const std::filesystem::path& folder) {
  ordered_json run = {{"folder", folder.string()},
                      {"manifest", read_json(folder / "manifest.json")},
                      {"results", read_json(folder / "results.json")},
                      {"network", nullptr}};
  const bool is_drawn =
      std::filesystem::exists(folder / "channels.csv") && std::filesystem::exists(folder / "nodes.csv");
  if (is_drawn) {
    ChannelTable table(folder / "channels.csv");
    run["network"] = number_of(
        {{"nodes", table_of(folder / "nodes.csv")}, {"channels", std::move(table.channels)}}, folder);
    run["use"] = std::move(table.use);
  }
  for (const char* name : {"queues", "timeline", "timeline_channels"}) {
    const std::filesystem::path file = folder / (std::string(name) + ".csv");
    if (std::filesystem::exists(file)) run[name] = table_of(file);
  }
  if (writes_packets(run["manifest"])) run["packets"] = slowest_of(folder / "packets.csv");
  runs_.push_back(std::move(run));
}

void ResultFolders::add_sweep(const std::filesystem::path& folder) {
  const bool is_search = !std::filesystem::exists(folder / "sweep.csv");
  ordered_json sweep = {{"folder", folder.string()}};
  sweep.update(table_of(folder / (is_search ? "saturation.csv" : "sweep.csv")));
  sweep["axes"] = ordered_json::array();
  const ordered_json description = read_json(folder / "sweep.json");
  for (const ordered_json& axis : description.at("axes")) sweep["axes"].push_back(axis.at("path"));
  std::vector<std::filesystem::path> runs = runs_in(folder / "points");
  sweep["runs"] = runs.size();
  runs.resize(std::min(runs.size(), kMaxOfSweep));
  sweep["shown"] = runs.size();
  sweeps_.push_back(std::move(sweep));
  for (const std::filesystem::path& run : runs) add_run(run);
}

ordered_json ResultFolders::to_json() const {
  return {{"runs", runs_}, {"networks", networks_}, {"sweeps", sweeps_}};
}

}  // namespace switchyard
