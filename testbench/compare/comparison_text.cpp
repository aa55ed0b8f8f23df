#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/compare/comparison.h"
#include "testbench/file/json_text.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

/// Columns of a terminal that a text takes: its characters, not its bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

/// Rows below each other, two spaces between their cells.
std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += padded(row[i], widths[i] + 2);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string text_of(const std::optional<double>& share) {
  return share ? fmt::format("{:+.1f} %", 100 * *share) : "";
}

std::string points_text(const FolderComparison& comparison,
                        const std::vector<std::vector<std::string>>& points, const char* where) {
  std::string text;
  for (const auto& values : points)
    text += fmt::format("only {}: {}\n", where, name_of_point(comparison, values));
  return text;
}

std::string set_up_text(const FolderComparison& comparison) {
  if (comparison.set_up.empty()) return {};
  std::vector<std::vector<std::string>> rows{{"set-up", "before", "after"}};
  for (const SetUpChange& change : comparison.set_up)
    rows.push_back({change.key, change.before.empty() ? "none" : change.before,
                    change.after.empty() ? "none" : change.after});
  return table_of(rows) + '\n';
}

}  // namespace

std::string name_of_point(const FolderComparison& comparison, const std::vector<std::string>& values) {
  if (values.empty()) return "the run";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i) parts.push_back(comparison.axes[i] + '=' + values[i]);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string to_text(const FolderComparison& comparison, bool all) {
  std::string text = set_up_text(comparison);
  std::vector<std::vector<std::string>> rows{{"point", "figure", "before", "after", "change", ""}};
  for (const FigureChange& change : comparison.figures) {
    if (!all && !change.beyond_noise) continue;
    rows.push_back({name_of_point(comparison, change.point), change.figure, change.before, change.after,
                    text_of(change.share), change.beyond_noise ? "beyond noise" : "within noise"});
  }
  if (rows.size() > 1) text += table_of(rows) + '\n';
  text += points_text(comparison, comparison.only_before, "before");
  text += points_text(comparison, comparison.only_after, "after");
  if (comparison.same != 0)
    text += fmt::format("{} of {} points have the same events: all of their figures are the same\n",
                        comparison.same, comparison.points);
  if (comparison.unjudged != 0)
    text += fmt::format(
        "{} figures differ, but the noise of single runs in them is not known: sweep with --seeds\n",
        comparison.unjudged);
  return text + fmt::format("{} of {} figures changed beyond noise\n", comparison.changed(),
                            comparison.figures.size());
}

std::string to_json(const FolderComparison& comparison) {
  ordered_json json{{"changed", comparison.changed()},      {"points", comparison.points},
                    {"same_events", comparison.same},       {"not_judged", comparison.unjudged},
                    {"figures", ordered_json::array()},     {"set_up", ordered_json::array()},
                    {"only_before", ordered_json::array()}, {"only_after", ordered_json::array()}};
  for (const FigureChange& change : comparison.figures) {
    json["figures"].push_back({{"point", name_of_point(comparison, change.point)},
                               {"figure", change.figure},
                               {"before", change.before},
                               {"after", change.after},
                               {"share", change.share ? ordered_json(*change.share) : ordered_json()},
                               {"probability", change.probability},
                               {"beyond_noise", change.beyond_noise}});
  }
  for (const SetUpChange& change : comparison.set_up)
    json["set_up"].push_back({{"key", change.key}, {"before", change.before}, {"after", change.after}});
  for (const auto& point : comparison.only_before)
    json["only_before"].push_back(name_of_point(comparison, point));
  for (const auto& point : comparison.only_after)
    json["only_after"].push_back(name_of_point(comparison, point));
  return json_text(json);
}

}  // namespace switchyard
