#include "testbench/sweep/sweep_table.h"

#include <algorithm>
#include <span>

#include "testbench/sweep/csv.h"

namespace switchyard {
namespace {

struct Column {
  const char* name;
  const char* place;  ///< JSON pointer into results.json.
};
using Columns = std::span<const Column>;
constexpr Column kPacketColumns[] = {{"offered", "/offered"},
                                     {"accepted", "/accepted"},
                                     {"accepted_min_node", "/accepted_min_node"},
                                     {"latency_mean", "/packet_latency/mean"},
                                     {"latency_ci95", "/packet_latency/ci95"},
                                     {"latency_p50", "/packet_latency/p50"},
                                     {"latency_p95", "/packet_latency/p95"},
                                     {"latency_p99", "/packet_latency/p99"},
                                     {"latency_max", "/packet_latency/max"},
                                     {"hops_mean", "/hops/mean"},
                                     {"misroutes_mean", "/hops/misroutes_mean"},
                                     {"misroutes_max", "/hops/misroutes_max"},
                                     {"stable", "/stable"},
                                     {"outcome", "/outcome"},
                                     {"event_hash", "/event_hash"},
                                     {"wall_seconds", "/wall_seconds"},
                                     {"settled", "/warmup/settled"}};

constexpr Column kProgramColumns[] = {{"step_mean", "/pram/step_time/mean"},
                                      {"step_ci95", "/pram/step_time/ci95"},
                                      {"step_max", "/pram/step_time/max"},
                                      {"cycles_per_step", "/pram/cycles_per_step"},
                                      {"above_bound", "/pram/above_bound"},
                                      {"ghosts_per_message", "/pram/ghosts_per_message"},
                                      {"most_queued", "/pram/most_queued"},
                                      {"message_hops", "/pram/message_hops"},
                                      {"outcome", "/outcome"},
                                      {"event_hash", "/event_hash"},
                                      {"wall_seconds", "/wall_seconds"}};

constexpr Column kManyToOneColumns[] = {{"routing_steps", "/many_to_one/routing_steps"},
                                        {"other_steps", "/many_to_one/other_steps"},
                                        {"lower_bound", "/many_to_one/lower_bound"},
                                        {"share_of_bound", "/many_to_one/share_of_bound"},
                                        {"most_of_type", "/many_to_one/most_of_type"},
                                        {"most_in_node", "/many_to_one/most_in_node"},
                                        {"packets", "/many_to_one/packets"},
                                        {"hops", "/many_to_one/hops"},
                                        {"outcome", "/outcome"},
                                        {"event_hash", "/event_hash"},
                                        {"wall_seconds", "/wall_seconds"}};

constexpr Column kPlatformColumns[] = {{"end_ns", "/end_ns"},
                                       {"reads", "/reads/transactions"},
                                       {"read_mean_ns", "/reads/mean_ns"},
                                       {"read_max_ns", "/reads/max_ns"},
                                       {"writes", "/writes/transactions"},
                                       {"write_mean_ns", "/writes/mean_ns"},
                                       {"write_max_ns", "/writes/max_ns"},
                                       {"packets", "/packets"},
                                       {"flit_hops", "/flit_hops"},
                                       {"cycles", "/cycles"},
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

}  // namespace switchyard
