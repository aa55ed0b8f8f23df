#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <systemc>
#include <vector>

#include "tests/support/approximate_error.h"

namespace switchyard {
namespace {

/// A network and what the level makes of it.
struct Case {
  std::uint64_t number;
  std::map<std::string, std::string> settings;
  ApproximateError error;

  double worst_latency() const {
    double worst = 0;
    for (const ErrorAtLoad& at : error.at) worst = std::max(worst, std::abs(at.latency));
    return worst;
  }
};

std::string configuration(const std::map<std::string, std::string>& settings) {
  std::string line;
  for (const auto& [key, value] : settings)
    line += fmt::format("{}{}={}", line.empty() ? "" : " ", key, value);
  return line;
}

std::string per_cent(double of) { return fmt::format("{:.1f}", 100 * of); }

void print_head() {
  fmt::print("number,capacity,capacity_error,overload,overload_error");
  for (const double share : ApproximateError::kShares)
    fmt::print(",fast_{0},approximate_{0},latency_error_{0},interval_{0},accepted_error_{0}", share);
  fmt::print(",settings\n");
}

void print_row(const Case& of) {
  std::string row =
      fmt::format("{},{:.4f},{},{:.4f},{}", of.number, of.error.capacity, per_cent(of.error.capacity_error),
                  of.error.overload, per_cent(of.error.overload_error));
  for (const ErrorAtLoad& at : of.error.at)
    row += fmt::format(",{:.2f},{:.2f},{},{},{}", at.fast, at.approximate, per_cent(at.latency),
                       per_cent(at.interval), per_cent(at.accepted));
  fmt::print("{},{}\n", row, configuration(of.settings));
  std::fflush(stdout);
}

/// Of the absolute values: of so many, half, nine in ten and 99 in 100 are no larger; and the worst.
std::string spread(std::vector<double> errors) {
  if (errors.empty()) return "none";
  for (double& error : errors) error = std::abs(error);
  std::sort(errors.begin(), errors.end());
  const auto at = [&](double share) {
    return per_cent(errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1))]);
  };
  return fmt::format("{:5} | {:>6} | {:>6} | {:>6} | {:>6}", errors.size(), at(0.5), at(0.9), at(0.99),
                     at(1));
}

/// `errors_of` a case, of all cases with this router.
template <class ErrorsOf>
void print_spread(const char* what, const std::vector<Case>& cases, const std::string& router,
                  ErrorsOf&& errors_of) {
  std::vector<double> errors;
  for (const Case& of : cases) {
    if (of.settings.at("router") != router) continue;
    for (const double error : errors_of(of)) errors.push_back(error);
  }
  fmt::print(stderr, "{:15} | {:36} | {}\n", router, what, spread(errors));
}

void print_summary(const std::vector<Case>& cases) {
  fmt::print(
      stderr,
      "router          | error in %                           |     n |    50% |    90% |    99% |  worst\n");
  for (const std::string router : {"duato", "konstantinidou", "chaos"}) {
    if (std::none_of(cases.begin(), cases.end(),
                     [&](const Case& of) { return of.settings.at("router") == router; }))
      continue;
    for (std::size_t share = 0; share < ApproximateError::kShares.size(); ++share)
      print_spread(fmt::format("mean latency at {}", ApproximateError::kShares[share]).c_str(), cases, router,
                   [&](const Case& of) { return std::vector{of.error.at[share].latency}; });
    print_spread("95 % interval of that at 0.5, +-", cases, router,
                 [](const Case& of) { return std::vector{of.error.at[2].interval}; });
    print_spread("mean latency, 0.1 to 0.7", cases, router, [](const Case& of) {
      std::vector<double> errors;
      for (const ErrorAtLoad& at : of.error.at) errors.push_back(at.latency);
      return errors;
    });
    print_spread("accepted at 0.7", cases, router,
                 [](const Case& of) { return std::vector{of.error.at.back().accepted}; });
    print_spread("largest stable load", cases, router,
                 [](const Case& of) { return std::vector{of.error.capacity_error}; });
    print_spread("accepted at overload", cases, router,
                 [](const Case& of) { return std::vector{of.error.overload_error}; });
  }
}

/// The worst latency error of each network, by every setting.
void print_by_setting(const std::vector<Case>& cases) {
  std::map<std::string, std::vector<double>> errors;
  for (const Case& of : cases) {
    for (const auto& [key, value] : of.settings)
      errors[fmt::format("{} {} = {}", of.settings.at("router"), key, value)].push_back(of.worst_latency());
  }
  fmt::print(
      stderr,
      "\nworst latency error of a network, by setting:        n |    50% |    90% |    99% |  worst\n");
  for (const auto& [setting, of] : errors) fmt::print(stderr, "{:47} | {}\n", setting, spread(of));
}

void print_worst(std::vector<Case> cases) {
  std::sort(cases.begin(), cases.end(),
            [](const Case& a, const Case& b) { return a.worst_latency() > b.worst_latency(); });
  cases.resize(std::min<std::size_t>(cases.size(), 10));
  fmt::print(stderr, "\nthe worst, at 0.1, 0.3, 0.5 and 0.7:\n");
  for (const Case& of : cases) {
    std::string errors;
    for (const ErrorAtLoad& at : of.error.at) errors += fmt::format("{:>7}", per_cent(at.latency));
    fmt::print(stderr, "{:6} {}  {}\n", of.number, errors, configuration(of.settings));
  }
}

}  // namespace
}  // namespace switchyard

/// `sy_approximate_errors plain|attached FIRST NETWORKS`: level `approximate` against `fast`, for so many
/// random networks that it has a model of, from number FIRST on; `plain` are those with a terminal at every
/// node and links that are alike. A row of CSV each, errors in %; at the end, to stderr, what they come to.
/// `sy_approximate_errors plain|attached NUMBER` shows a network.
int sc_main(int argc, char** argv) {
  using namespace switchyard;
  const bool attached = argc > 1 && std::string(argv[1]) == "attached";
  const auto draw = attached ? random_attached_network : random_packet_network;
  const auto first = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 1);
  if (argc == 3) {
    fmt::print("{}", draw(first).experiment(0.1, 1));
    return 0;
  }
  const auto networks = static_cast<std::size_t>(argc > 3 ? std::atol(argv[3]) : 200);
  std::vector<Case> cases;
  std::map<std::string, int> refused;
  print_head();
  for (std::uint64_t number = first; cases.size() < networks; ++number) {
    const RandomPacketNetwork network = draw(number);
    const ApproximateError error = approximate_error(network, {.seeds = attached ? 5U : 2U});
    if (!error.refused.empty()) ++refused[error.refused];
    if (!error.legal || !error.refused.empty()) continue;
    cases.push_back({number, network.settings, error});
    print_row(cases.back());
  }
  print_summary(cases);
  print_by_setting(cases);
  print_worst(cases);
  for (const auto& [why, count] : refused) fmt::print(stderr, "\nrefused {} times: {}\n", count, why);
  return 0;
}
