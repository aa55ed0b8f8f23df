#include "testbench/sweep/sweep_table.h"

#include <algorithm>
#include <optional>
#include <span>

#include "testbench/sweep/csv.h"
#include "testbench/sweep/seed_means.h"

namespace switchyard {
namespace {

struct Column {
  const char* name;
  const char* place;  ///< JSON pointer into results.json.
  enum class Mean { None, OfAll, OfStable };
  Mean mean =
      Mean::None;  ///< Over the seeds, of which it says something; of stable runs only: no latency else.
};
constexpr Column::Mean kAveraged = Column::Mean::OfAll;
constexpr Column::Mean kOfStable = Column::Mean::OfStable;
using Columns = std::span<const Column>;
constexpr Column kPacketColumns[] = {{"offered", "/offered", kAveraged},
                                     {"accepted", "/accepted", kAveraged},
                                     {"accepted_min_node", "/accepted_min_node", kAveraged},
                                     {"latency_mean", "/packet_latency/mean", kOfStable},
                                     {"latency_ci95", "/packet_latency/ci95"},
                                     {"latency_p50", "/packet_latency/p50", kOfStable},
                                     {"latency_p95", "/packet_latency/p95", kOfStable},
                                     {"latency_p99", "/packet_latency/p99", kOfStable},
                                     {"latency_max", "/packet_latency/max", kOfStable},
                                     {"hops_mean", "/hops/mean", kAveraged},
                                     {"misroutes_mean", "/hops/misroutes_mean", kAveraged},
                                     {"misroutes_max", "/hops/misroutes_max", kAveraged},
                                     {"stable", "/stable"},
                                     {"outcome", "/outcome"},
                                     {"event_hash", "/event_hash"},
                                     {"wall_seconds", "/wall_seconds"},
                                     {"warmup", "/warmup/cycles", kAveraged},
                                     {"fairness", "/sources/fairness", kAveraged},
                                     {"measured_cycles", "/measured_cycles", kAveraged},
                                     {"effective_samples", "/packet_latency/effective_samples"},
                                     {"latency_precision", "/packet_latency/precision"},
                                     {"precision_reached", "/precision/reached"}};

constexpr Column kProgramColumns[] = {{"step_mean", "/pram/step_time/mean", kAveraged},
                                      {"step_ci95", "/pram/step_time/ci95"},
                                      {"step_max", "/pram/step_time/max", kAveraged},
                                      {"cycles_per_step", "/pram/cycles_per_step", kAveraged},
                                      {"above_bound", "/pram/above_bound", kAveraged},
                                      {"ghosts_per_message", "/pram/ghosts_per_message", kAveraged},
                                      {"most_queued", "/pram/most_queued", kAveraged},
                                      {"message_hops", "/pram/message_hops", kAveraged},
                                      {"outcome", "/outcome"},
                                      {"event_hash", "/event_hash"},
                                      {"wall_seconds", "/wall_seconds"}};

constexpr Column kManyToOneColumns[] = {{"routing_steps", "/many_to_one/routing_steps", kAveraged},
                                        {"other_steps", "/many_to_one/other_steps", kAveraged},
                                        {"lower_bound", "/many_to_one/lower_bound", kAveraged},
                                        {"share_of_bound", "/many_to_one/share_of_bound", kAveraged},
                                        {"most_of_type", "/many_to_one/most_of_type", kAveraged},
                                        {"most_in_node", "/many_to_one/most_in_node", kAveraged},
                                        {"packets", "/many_to_one/packets", kAveraged},
                                        {"hops", "/many_to_one/hops", kAveraged},
                                        {"outcome", "/outcome"},
                                        {"event_hash", "/event_hash"},
                                        {"wall_seconds", "/wall_seconds"}};

constexpr Column kPlatformColumns[] = {{"end_ns", "/end_ns", kAveraged},
                                       {"reads", "/reads/transactions", kAveraged},
                                       {"read_mean_ns", "/reads/mean_ns", kAveraged},
                                       {"read_max_ns", "/reads/max_ns", kAveraged},
                                       {"writes", "/writes/transactions", kAveraged},
                                       {"write_mean_ns", "/writes/mean_ns", kAveraged},
                                       {"write_max_ns", "/writes/max_ns", kAveraged},
                                       {"packets", "/packets", kAveraged},
                                       {"flit_hops", "/flit_hops", kAveraged},
                                       {"cycles", "/cycles", kAveraged},
                                       {"outcome", "/outcome"},
                                       {"event_hash", "/event_hash"},
                                       {"wall_seconds", "/wall_seconds"}};

/// Of whatever the points have run.
Columns columns_of(const std::vector<SweepRow>& rows) {
  const auto any_has = [&](const char* key) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const SweepRow& row) { return row.result.results.contains(key); });
  };
  if (any_has("pram")) return Columns(kProgramColumns);
  if (any_has("many_to_one")) return Columns(kManyToOneColumns);
  if (any_has("tasks")) return Columns(kPlatformColumns);
  return Columns(kPacketColumns);
}

std::string cell(const nlohmann::ordered_json& results, const Column& column) {
  const nlohmann::ordered_json::json_pointer place(column.place);
  if (!results.contains(place) || results.at(place).is_null()) return {};
  const auto& value = results.at(place);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<double> figure(const nlohmann::ordered_json& results, const Column& column) {
  const nlohmann::ordered_json::json_pointer place(column.place);
  if (!results.contains(place) || results.at(place).is_null()) return std::nullopt;
  return results.at(place).get<double>();
}

}  // namespace

void write_sweep_table(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows) {
  const Columns columns = columns_of(rows);
  std::vector<std::string> header;
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  for (const Column& column : columns) header.emplace_back(column.name);
  std::vector<std::vector<std::string>> table{header};
  for (const SweepRow& row : rows) {
    std::vector<std::string>& cells = table.emplace_back(row.values);
    for (const Column& column : columns) cells.push_back(cell(row.result.results, column));
  }
  write_csv(file, table);
}

void write_sweep_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows) {
  const Columns columns = columns_of(rows);
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (column.mean != Column::Mean::None) names.emplace_back(column.name);
  }
  std::vector<FigureRow> runs;
  for (const SweepRow& row : rows) {
    FigureRow& run = runs.emplace_back(FigureRow{row.values, row.result.outcome(), {}});
    for (const Column& column : columns) {
      if (column.mean == Column::Mean::None) continue;
      const bool has_mean = column.mean == kAveraged || row.result.stability() != Stability::Unstable;
      run.figures.push_back(has_mean ? figure(row.result.results, column) : std::nullopt);
    }
  }
  write_seed_means(file, axes, names, runs);
}

}  // namespace switchyard
