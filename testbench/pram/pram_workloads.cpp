#include "testbench/pram/pram_workloads.h"

#include <any>
#include <string>
#include <utility>

#include "testbench/pram/pram_algorithms.h"
#include "testbench/pram/pram_machine.h"
#include "testbench/pram/pram_patterns.h"
#include "testbench/pram/pram_workload.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMaxSteps = 10'000'000;
constexpr std::int64_t kMaxInFlight = 64;  // Labels tell 256 steps apart.
constexpr std::int64_t kMaxCycles = 1'000'000'000;

template <class Make>
Injection program(const TrafficContext& context, std::uint32_t words_per_processor, Make make) {
  const ConfigNode& node = context.config;
  PramWorkload workload;
  workload.pace.in_flight =
      node.integer<Step>("in_flight", {1, kMaxInFlight}, 1,
                         {"steps",
                          "that a processor may have begun before the first of them has ended "
                          "everywhere; 1: a barrier after each"});
  workload.pace.period = node.integer<Cycle>(
      "period", {0, kMaxCycles}, 0,
      {"cycles", "step s begins at s times this at the earliest, so that all begin together"});
  workload.pace.think = node.integer<Cycle>(
      "think", {0, kMaxCycles}, 0, {"cycles", "by which a processor holds the end of a step back, at most"});
  workload.words_per_processor = words_per_processor;
  workload.make = std::move(make);
  Injection injection;
  injection.finite = true;
  injection.machine = &pram_machine();
  injection.program = std::move(workload);
  return injection;
}

Step read_steps(const TrafficContext& context) {
  return context.config.integer<Step>("steps", {1, kMaxSteps}, {"steps", "of the program"});
}

Operation read_operation(const TrafficContext& context) {
  return context.config.choice("operation", kOperations, Operation::None,
                               {"", "of every processor in every step; from `add` on: multiprefix"});
}

Injection hot_spots(const TrafficContext& context, const HotSpots::Shape& shape) {
  const Step steps = read_steps(context);
  const Operation operation = read_operation(context);
  return program(context, 0, [=](NodeId processors, std::uint32_t words, std::uint64_t seed) {
    return std::make_unique<HotSpots>(steps, operation, processors, words, shape, seed);
  });
}

}  // namespace

Injection build_pram_permutation(const TrafficContext& context) {
  const Step steps = read_steps(context);
  const Operation operation = read_operation(context);
  return program(context, 1, [=](NodeId processors, std::uint32_t, std::uint64_t seed) {
    return std::make_unique<PermutationProgram>(steps, operation, processors, seed);
  });
}

Injection build_pram_random(const TrafficContext& context) {
  const Step steps = read_steps(context);
  const Operation operation = read_operation(context);
  return program(context, 0, [=](NodeId processors, std::uint32_t words, std::uint64_t seed) {
    return std::make_unique<RandomAddresses>(steps, operation, processors, words, seed);
  });
}

Injection build_pram_all_to_one(const TrafficContext& context) { return hot_spots(context, {1, 1.0}); }

Injection build_pram_hot_spots(const TrafficContext& context) {
  const auto spots = context.config.integer<std::uint32_t>("spots", {1, 65536},
                                                           {"addresses", "that are wanted more than others"});
  return hot_spots(context,
                   {spots, context.config.real("share", {0, 1}, 1.0,
                                               {"share of the processors", "that wants one of them"})});
}

Injection build_pram_strided(const TrafficContext& context) {
  const Step steps = read_steps(context);
  const Operation operation = read_operation(context);
  const auto stride = context.config.integer<std::uint32_t>(
      "stride", {1, 1 << 28}, {"words", "between the addresses of neighbouring processors"});
  return program(context, 0, [=](NodeId processors, std::uint32_t words, std::uint64_t seed) {
    return std::make_unique<StridedAddresses>(steps, operation, processors, words, stride, seed);
  });
}

Injection build_pram_mixed(const TrafficContext& context) {
  const Step steps = read_steps(context);
  return program(context, 0, [=](NodeId processors, std::uint32_t words, std::uint64_t seed) {
    return std::make_unique<MixedProgram>(steps, processors, words, seed);
  });
}

Injection build_pram_histogram(const TrafficContext& context) {
  const Step steps = read_steps(context);
  const auto bins =
      context.config.integer<std::uint32_t>("bins", {1, 65536}, {"words", "that are counted into"});
  Injection injection = program(context, 0, [=](NodeId processors, std::uint32_t, std::uint64_t seed) {
    return std::make_unique<HistogramProgram>(steps, processors, bins, seed);
  });
  std::any_cast<PramWorkload&>(injection.program).words = bins;
  return injection;
}

Injection build_pram_list_ranking(const TrafficContext& context) {
  return program(context, ListRanking::kWordsPerProcessor,
                 [](NodeId processors, std::uint32_t, std::uint64_t seed) {
                   return std::make_unique<ListRanking>(processors, seed);
                 });
}

Injection build_pram_prefix(const TrafficContext& context) {
  return program(context, ParallelPrefix::kWordsPerProcessor,
                 [](NodeId processors, std::uint32_t, std::uint64_t seed) {
                   return std::make_unique<ParallelPrefix>(processors, seed);
                 });
}

}  // namespace switchyard
