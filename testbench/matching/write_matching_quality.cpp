// Matching quality against request rate: sy_matching_quality > FILE. CSV, a row for each allocator, number of
// ports and VCs, and rate; means over five seeds with 95 % intervals.
#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "testbench/matching/matching_quality.h"
#include "testbench/sweep/seed_means.h"

int main() {
  using namespace switchyard;
  using Kind = AllocatorConfig::Kind;
  using Rule = AllocatorConfig::Arbiter;
  constexpr int kCycles = 10000;
  constexpr int kSeeds = 5;
  const std::vector<std::pair<std::string, AllocatorConfig>> allocators{
      {"separable_input_first", {Kind::SeparableInputFirst}},
      {"separable_input_first matrix", {Kind::SeparableInputFirst, Rule::Matrix}},
      {"separable_input_first fixed", {Kind::SeparableInputFirst, Rule::Fixed}},
      {"separable_output_first", {Kind::SeparableOutputFirst}},
      {"separable_output_first matrix", {Kind::SeparableOutputFirst, Rule::Matrix}},
      {"separable_output_first fixed", {Kind::SeparableOutputFirst, Rule::Fixed}},
      {"islip 2", {Kind::Islip, Rule::RoundRobin, 2}},
      {"wavefront", {Kind::Wavefront}}};
  fmt::print("allocator,ports,virtual_channels,rate,runs,quality,quality_ci95\n");
  for (const auto& [name, config] : allocators) {
    for (const int ports : {5, 10}) {
      for (const int vcs : {2, 4, 8}) {
        for (const double rate : {0.1, 0.25, 0.5, 0.75, 1.0}) {
          const RandomRequests requests{ports, vcs, rate};
          std::vector<double> samples;
          for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
            samples.push_back(matching_quality(config, requests, kCycles, seed));
          const SampleMean mean = mean_of(samples);
          fmt::print("{},{},{},{},{},{:.5f},{:.5f}\n", name, ports, vcs, rate, kSeeds, mean.mean, mean.ci95);
        }
      }
    }
  }
  return 0;
}
