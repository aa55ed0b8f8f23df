#include "testbench/sweep/sweep_kinds.h"

#include <fmt/format.h>

#include "testbench/experiment/machine.h"

namespace switchyard {
namespace {

constexpr auto kAveraged = SweepColumn::Mean::OfAll;
constexpr auto kOfStable = SweepColumn::Mean::OfStable;
constexpr SweepColumn kPacketColumns[] = {{"offered", "/offered", kAveraged},
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
                                          {"warmup", "/warmup/cycles", kAveraged},
                                          {"fairness", "/sources/fairness", kAveraged},
                                          {"measured_cycles", "/measured_cycles", kAveraged},
                                          {"effective_samples", "/packet_latency/effective_samples"},
                                          {"latency_precision", "/packet_latency/precision"},
                                          {"precision_reached", "/precision/reached"},
                                          {"largest_queue", "/queues/largest", kAveraged}};

constexpr SweepColumn kPlatformColumns[] = {{"end_ns", "/end_ns", kAveraged},
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
                                            {"event_hash", "/event_hash"}};

constexpr SweepColumn kBarrierColumns[] = {{"barriers", "/barriers/passed", kAveraged},
                                           {"cost_mean", "/barriers/cost/mean", kOfStable},
                                           {"cost_p99", "/barriers/cost/p99", kOfStable},
                                           {"cost_max", "/barriers/cost/max", kOfStable},
                                           {"wait_mean", "/barriers/waits/mean", kOfStable},
                                           {"early_packets", "/barriers/early_packets", kAveraged},
                                           {"packets", "/delivered_packets", kAveraged},
                                           {"flit_hops", "/flit_hops", kAveraged},
                                           {"measured_cycles", "/measured_cycles", kAveraged},
                                           {"outcome", "/outcome"},
                                           {"event_hash", "/event_hash"}};

std::string describe_packets(const nlohmann::ordered_json& results) {
  const auto& mean = results.at("packet_latency").at("mean");
  const bool stable = results.at("outcome") == "stable";
  return fmt::format(
      ", accepted {:.4f}{}", results.at("accepted").get<double>(),
      stable && !mean.is_null() ? fmt::format(", mean latency {:.2f}", mean.get<double>()) : "");
}

std::string describe_platform(const nlohmann::ordered_json& results) {
  return fmt::format(", end {:.1f} ns", results.at("end_ns").get<double>());
}

std::string describe_barriers(const nlohmann::ordered_json& results) {
  const auto& mean = results.at("barriers").at("cost").at("mean");
  return mean.is_null() ? "" : fmt::format(", mean cost {:.2f} cycles", mean.get<double>());
}

const SweepFigures kOfBarriers{"barriers",
                               kBarrierColumns,
                               {"mean cost of a barrier (cycles)", "/barriers/cost/mean", "",
                                "mean time that a processor waits (cycles)", "/barriers/waits/mean"},
                               describe_barriers};
const SweepFigures kOfPlatform{
    "tasks",
    kPlatformColumns,
    {"end of the last task (ns)", "/end_ns", "", "mean time of a read (ns)", "/reads/mean_ns"},
    describe_platform};
const SweepFigures kOfPackets{"",
                              kPacketColumns,
                              {"mean packet latency (cycles)", "/packet_latency/mean", "/packet_latency/ci95",
                               "accepted load (flits/node/cycle)", "/accepted"},
                              describe_packets};

}  // namespace

const SweepFigures& sweep_figures_of(const std::vector<const PointResult*>& runs) {
  for (const PointResult* run : runs) {
    if (run->machine != nullptr) return run->machine->sweep_figures();
    for (const SweepFigures* figures : {&kOfPlatform, &kOfBarriers}) {
      if (run->results.contains(figures->key)) return *figures;
    }
  }
  return kOfPackets;
}

const SweepFigures& sweep_figures_of(const PointResult& run) {
  return sweep_figures_of(std::vector<const PointResult*>{&run});
}

}  // namespace switchyard
