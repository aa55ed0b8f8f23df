#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hw/config/config_node.h"
#include "testbench/file/csv.h"
#include "testbench/file/json_text.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/process/child_process.h"
#include "testbench/sweep/draw.h"
#include "testbench/sweep/parallel.h"
#include "testbench/sweep/saturation.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep.h"
#include "testbench/sweep/sweep_description.h"
#include "testbench/sweep/sweep_folder.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_progress.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

constexpr Decimal kFullLoad{Decimal::kOne};
constexpr const char* kFigures[] = {"load", "unstable_load", "accepted", "accepted_share_of_capacity",
                                    "accepted_share_of_pattern_bound"};

/// The search of one combination, and all runs that it took.
struct Search {
  std::string name;
  std::vector<std::string> values;  ///< Of the axes.
  LoadBounds bounds;
  std::optional<SaturationBracket> found;  ///< Nothing: the search was interrupted.
  double accepted = 0;
  std::vector<std::pair<Decimal, PointResult>> probes;
};

ordered_json to_json(const Search& search, const std::vector<SweepAxis>& axes) {
  ordered_json json{{"axes", ordered_json::object()},
                    {"load", search.found->stable.value()},
                    {"unstable_load", nullptr},
                    {"accepted", search.accepted},
                    {"capacity", search.bounds.capacity},
                    {"accepted_share_of_capacity", search.accepted / search.bounds.capacity},
                    {"pattern_bound", nullptr},
                    {"accepted_share_of_pattern_bound", nullptr},
                    {"points", ordered_json::array()}};
  if (search.found->unstable <= kFullLoad) json["unstable_load"] = search.found->unstable.value();
  if (const auto& pattern = search.bounds.pattern) {
    json["pattern_bound"] = pattern->load;
    json["accepted_share_of_pattern_bound"] = search.accepted / pattern->load;
  }
  for (std::size_t i = 0; i < axes.size(); ++i) json["axes"][axes[i].path] = search.values[i];
  for (const auto& [load, result] : search.probes) {
    ordered_json point{{"load", load.value()}, {"outcome", result.outcome()}};
    if (result.measured()) point["accepted"] = result.results.at("accepted");
    json["points"].push_back(std::move(point));
  }
  return json;
}

void write_json(const Sweep& sweep, Decimal tolerance, const std::vector<Search>& searches) {
  ordered_json json{
      {"name", sweep.name}, {"tolerance", tolerance.value()}, {"searches", ordered_json::array()}};
  for (const Search& search : searches) json["searches"].push_back(to_json(search, sweep.axes));
  write_file(sweep.folder / "saturation.json", json_text(json));
}

void write_description(const Sweep& sweep) {
  std::vector<DescribedFigure> figures;
  for (const char* name : kFigures) figures.push_back({name});
  write_sweep_description(sweep, figures);
}

void write_table(const Sweep& sweep, const std::vector<Search>& searches) {
  std::vector<std::string> header;
  for (const SweepAxis& axis : sweep.axes) header.push_back(axis.path);
  header.insert(header.end(), {"load", "unstable_load", "accepted", "capacity", "accepted_share_of_capacity",
                               "pattern_bound", "accepted_share_of_pattern_bound"});
  std::vector<std::vector<std::string>> table{header};
  for (const Search& search : searches) {
    std::vector<std::string>& cells = table.emplace_back(search.values);
    const auto& [stable, unstable] = *search.found;
    cells.push_back(stable.to_string());
    cells.push_back(unstable <= kFullLoad ? unstable.to_string() : "");
    const auto& [capacity, pattern] = search.bounds;
    for (const double figure : {search.accepted, capacity, search.accepted / capacity})
      cells.push_back(fmt::format("{:.6g}", figure));
    cells.push_back(pattern ? fmt::format("{:.6g}", pattern->load) : "");
    cells.push_back(pattern ? fmt::format("{:.6g}", search.accepted / pattern->load) : "");
  }
  write_csv(sweep.folder / "saturation.csv", table);
}

/// The loads between which it could not be told whether the network is stable are more than the tolerance.
bool is_wide(const SaturationBracket& found, Decimal tolerance) {
  return found.unstable.billionths - found.stable.billionths > tolerance.billionths;
}

FigureRow to_figures(const Search& search, Decimal tolerance) {
  FigureRow row{search.values, "no stable load", std::vector<std::optional<double>>(5)};
  const auto& [stable, unstable] = *search.found;
  if (unstable <= kFullLoad) row.figures[1] = unstable.value();
  if (stable == Decimal{}) return row;
  row.outcome = is_wide(*search.found, tolerance) ? "undecided between two loads" : "found";
  row.figures[0] = stable.value();
  row.figures[2] = search.accepted;
  row.figures[3] = search.accepted / search.bounds.capacity;
  if (const auto& pattern = search.bounds.pattern) row.figures[4] = search.accepted / pattern->load;
  return row;
}

void write_means(const Sweep& sweep, Decimal tolerance, const std::vector<Search>& searches) {
  std::vector<FigureRow> runs;
  for (const Search& search : searches) {
    runs.push_back(to_figures(search, tolerance));
  }
  write_seed_means(sweep.folder / "saturation_means.csv", sweep.axes,
                   {std::begin(kFigures), std::end(kFigures)}, runs);
}

/// All runs of the searches, against the load.
SweepPlot lay_out_probes(const Sweep& sweep, const std::vector<Search>& searches) {
  std::vector<SweepAxis> axes = sweep.axes;
  SweepAxis& loads = axes.emplace_back(SweepAxis{"traffic.load", {}});
  std::vector<SweepRow> rows;
  for (const Search& search : searches) {
    for (const auto& [load, result] : search.probes) {
      std::vector<std::string> values = search.values;
      values.push_back(load.to_string());
      if (std::find(loads.values.begin(), loads.values.end(), values.back()) == loads.values.end())
        loads.values.push_back(values.back());
      rows.push_back({std::move(values), result});
    }
  }
  return lay_out_plot(sweep.name + ": search for saturation", axes, rows);
}

std::string to_text(const Search& search, Decimal tolerance) {
  const auto& [stable, unstable] = *search.found;
  const std::string undecided = !is_wide(*search.found, tolerance) ? ""
                                : unstable <= kFullLoad
                                    ? fmt::format(" (undecided between it and {})", unstable.to_string())
                                    : " (undecided above it)";
  if (stable == Decimal{}) return fmt::format("{}: no load is stable{}\n", search.name, undecided);
  return fmt::format("{}: saturation load {}{}, accepted {:.4f} flits/node/cycle, {}\n", search.name,
                     stable.to_string(), undecided, search.accepted,
                     share_text(search.accepted, search.bounds));
}

std::string assignment_of(Decimal load) { return "traffic.load=" + load.to_string(); }

/// The configuration with another load.
std::string at_load(const std::string& config, Decimal load) {
  ConfigDocument document = ConfigDocument::from_text(config, "");
  document.set(assignment_of(load));
  return document.to_yaml();
}

/// Those of the runs that an earlier search has left in the folder of a combination.
std::vector<Decimal> loads_in(const std::filesystem::path& folder) {
  std::vector<Decimal> loads;
  if (!std::filesystem::is_directory(folder)) return loads;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (const auto load = Decimal::parse(entry.path().filename().string())) loads.push_back(*load);
  }
  return loads;
}

}  // namespace

int search_saturation(const Sweep& sweep, Decimal tolerance, const std::vector<LoadBounds>& bounds) {
  const InterruptibleChildren interruptible;
  const SweepFolder folder(sweep.folder);
  const std::vector<std::vector<std::string>> rows = combinations(sweep.axes);
  const auto probe_of = [&](std::size_t i, Decimal load) {
    SweepCase probe = case_of(sweep.config, sweep.axes, rows[i]);
    probe.overrides.push_back(assignment_of(load));
    return probe;
  };
  const auto folder_of = [&](std::size_t i, Decimal load) { return folder.point(i) / load.to_string(); };
  std::map<std::filesystem::path, PointResult> earlier;
  std::set<std::filesystem::path> kept;
  for (std::size_t i = 0; i < rows.size() && sweep.resume; ++i) {
    for (const Decimal load : loads_in(folder.point(i))) {
      const std::filesystem::path at = folder_of(i, load);
      const std::optional<PointResult> result =
          sweep.runner.earlier(at_load(sweep.configs[i], load), sweep.files[i], sweep.commit, at);
      if (result && kept.insert(at).second) earlier.emplace(at, *result);
    }
  }
  folder.remove_earlier(kept);

  std::vector<Search> searches(rows.size());
  SweepCases cases;
  {
    const std::uint64_t most = max_saturation_probes(tolerance);
    SweepProgress progress(rows.size() * most);
    for_each_parallel(rows.size(), sweep.jobs, [&](std::size_t i) {
      const std::string fixed = fmt::format("{}", fmt::join(assignments(sweep.axes, rows[i]), ", "));
      Search& search = searches[i];
      search.values = rows[i];
      search.bounds = bounds[i];
      search.name = fixed.empty() ? sweep.name : fixed;
      bool some_undecided = false;
      search.found = find_saturation(tolerance, [&](Decimal load) -> std::optional<Stability> {
        const std::string name = (fixed.empty() ? "" : fixed + ", ") + assignment_of(load);
        const std::filesystem::path at = folder_of(i, load);
        const auto known = earlier.find(at);
        const PointResult result =
            known != earlier.end() ? known->second : sweep.runner.run(probe_of(i, load), at);
        if (!result.done()) return std::nullopt;
        cases.note(i, name, at, result);
        if (result.stability() == Stability::Undecided && !std::exchange(some_undecided, true))
          progress.expect_more(most);
        progress.point_done(name + ": " + describe(result) + (known != earlier.end() ? ", taken over" : ""));
        if (result.stable()) search.accepted = result.results.at("accepted").get<double>();
        search.probes.emplace_back(load, result);
        return result.stability();
      });
    });
  }
  std::erase_if(searches, [](const Search& search) { return !search.found; });
  const int status = cases.report();
  write_json(sweep, tolerance, searches);
  write_description(sweep);
  write_table(sweep, searches);
  for (const Search& search : searches) print_text(to_text(search, tolerance));
  print_out("{}/saturation.csv\n", sweep.folder.string());
  if (has_seeds(sweep.axes)) {
    write_means(sweep, tolerance, searches);
    print_out("{}/saturation_means.csv\n", sweep.folder.string());
  }
  for (const auto& picture : draw_pictures(sweep.folder, {{"saturation", lay_out_probes(sweep, searches)}}))
    print_out("{}\n", picture.string());
  cases.write(sweep.junit, sweep.name);
  return searches.size() == rows.size()
             ? status
             : report_interruption(searches.size(), rows.size(),
                                   "searches are done; the same command with --resume goes on");
}

}  // namespace switchyard
