#include "testbench/report/units_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace switchyard {
namespace {

using nlohmann::ordered_json;

ordered_json latency_in_units(const LatencyFigures& latency, double period) {
  const LatencyHistogram& histogram = latency.histogram;
  if (histogram.count() == 0) return nullptr;
  const auto time = [&](Cycle cycles) { return static_cast<double>(cycles) * period; };
  const double half = latency.interval.half_width;
  return {{"mean", histogram.mean() * period},
          {"ci95", std::isfinite(half) ? ordered_json(half * period) : ordered_json(nullptr)},
          {"p50", time(histogram.percentile(0.50))},
          {"p95", time(histogram.percentile(0.95))},
          {"p99", time(histogram.percentile(0.99))},
          {"max", time(histogram.max())}};
}

/// Of a load in flits per cycle.
double bytes_per_second(double load, const PhysicalUnits& units) {
  return load * *units.flit_width / 8 / (units.clock_period * 1e-9);
}

ordered_json load_in_units(double per_node, const PhysicalUnits& units, std::size_t nodes) {
  const double rate = bytes_per_second(per_node, units);
  return {{"node", rate}, {"network", rate * static_cast<double>(nodes)}};
}

std::string latency_text(const LatencyFigures& latency, double period) {
  const LatencyHistogram& histogram = latency.histogram;
  if (histogram.count() == 0) return "no packets";
  return fmt::format("mean {:.2f}  p99 {:.2f}  max {:.2f} ns", histogram.mean() * period,
                     static_cast<double>(histogram.percentile(0.99)) * period,
                     static_cast<double>(histogram.max()) * period);
}

std::string load_text(double per_node, const PhysicalUnits& units, std::size_t nodes) {
  const double rate = bytes_per_second(per_node, units) / 1e9;
  return fmt::format("{:.4g} GB/s per node, {:.4g} GB/s in all", rate, rate * static_cast<double>(nodes));
}

}  // namespace

ordered_json in_units(const PhysicalUnits& units, const Results& results, std::size_t nodes) {
  ordered_json json{{"clock_period_ns", units.clock_period},
                    {"flit_width_bits", nullptr},
                    {"simulated_ns", static_cast<double>(results.cycles) * units.clock_period}};
  if (units.flit_width) json["flit_width_bits"] = *units.flit_width;
  if (results.of_machine) {
    results.of_machine->add_times_to(json, units);
    return json;
  }
  json["measured_ns"] = static_cast<double>(results.measured) * units.clock_period;
  json["packet_latency_ns"] = latency_in_units(results.packet_latency, units.clock_period);
  json["network_latency_ns"] = latency_in_units(results.network_latency, units.clock_period);
  if (!units.flit_width) return json;
  json["offered_bytes_per_second"] = load_in_units(results.offered, units, nodes);
  json["accepted_bytes_per_second"] = load_in_units(results.accepted, units, nodes);
  return json;
}

std::string units_text(const PhysicalUnits& units, const Results& results, std::size_t nodes) {
  const double period = units.clock_period;
  if (results.of_machine) return results.of_machine->times_text(units, results);
  std::string text = fmt::format("  packet, in time   {}, at {} ns per cycle\n",
                                 latency_text(results.packet_latency, period), period);
  text += fmt::format("  network, in time  {}\n", latency_text(results.network_latency, period));
  if (!units.flit_width) return text;
  text += fmt::format("  offered, bytes    {}, at {} bits per flit\n",
                      load_text(results.offered, units, nodes), *units.flit_width);
  return text + fmt::format("  accepted, bytes   {}\n", load_text(results.accepted, units, nodes));
}

}  // namespace switchyard
