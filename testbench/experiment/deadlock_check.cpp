#include "testbench/experiment/deadlock_check.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "hw/design/proof/verdict.h"
#include "testbench/experiment/message_deadlock.h"

namespace switchyard {

namespace {

template <class Find>
DeadlockCheck check_if_small(const Design& design, Find&& find_verdict) {
  constexpr std::size_t kMaxStates = std::size_t{1} << 25;  // Some two seconds.
  DeadlockCheck check;
  const std::size_t resources = design.resources().size();
  if (resources * design.topology->node_count() > kMaxStates) return check;
  const auto start = std::chrono::steady_clock::now();
  DeadlockVerdict verdict = find_verdict();
  check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  check.verdict = verdict.kind;
  check.reason = std::move(verdict.reason);
  return check;
}

}  // namespace

DeadlockCheck check_for_deadlock(const Design& design) {
  return check_if_small(design, [&] { return verdict_of(design); });
}

DeadlockCheck check_for_deadlock(const Experiment& experiment) {
  return check_if_small(experiment.design, [&] { return verdict_of(experiment); });
}

std::string as_expected_text(const Expectations& expect, DeadlockVerdict::Kind verdict) {
  return expect.verdict == name_of(verdict) ? ", as expect.verdict says" : "";
}

std::optional<std::string> missed_verdict(const Expectations& expect, DeadlockVerdict::Kind verdict) {
  if (!expect.verdict || *expect.verdict == name_of(verdict)) return std::nullopt;
  return fmt::format("expect.verdict = {}, but the verdict is {}", *expect.verdict, name_of(verdict));
}

std::string to_text(const DeadlockCheck& check, const Expectations& expect) {
  if (!check.verdict) return "not checked: the network is too large for that at every run";
  if (!check.unsafe())
    return fmt::format("cannot happen: {}{}, found in {:.2f} s before the run", name_of(*check.verdict),
                       as_expected_text(expect, *check.verdict), check.seconds);
  return fmt::format("UNSAFE{}: the network may deadlock: {}", as_expected_text(expect, *check.verdict),
                     check.reason);
}

nlohmann::ordered_json to_json(const DeadlockCheck& check) {
  using nlohmann::ordered_json;
  return {{"verdict", check.verdict ? ordered_json(name_of(*check.verdict)) : ordered_json(nullptr)},
          {"reason", check.unsafe() ? ordered_json(check.reason) : ordered_json(nullptr)},
          {"seconds", check.seconds}};
}

}  // namespace switchyard
