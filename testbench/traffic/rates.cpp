#include "testbench/traffic/rates.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "hw/config/data_file.h"
#include "testbench/traffic/node_list.h"

namespace switchyard {
namespace {

constexpr RealRange kLegalRate{0, 1};

void read_list(const ConfigNode& config, std::vector<double>& rates) {
  for (const ConfigNode& entry : config.items()) {
    const ConfigNode terminals = entry.child("terminals", {"", "that have this rate", "as `0,5,7-9`"});
    const std::string list = terminals.as_string();
    const double rate = entry.real("rate", kLegalRate, {"share of the load", "that they create"});
    if (!terminals.sound()) continue;
    try {
      for (const NodeId terminal : parse_node_list(list, static_cast<NodeId>(rates.size())))
        rates[terminal] = rate;
    } catch (const std::invalid_argument& error) {
      terminals.fail(terminals.path() + ": " + error.what());
    }
  }
}

void read_file(const ConfigNode& config, std::vector<double>& rates) {
  const ConfigNode name = config.child(
      "file", {"", "the rates of terminals 0, 1, 2 ..., one per line", "a file"}, {{ValueShape::Kind::Text}});
  const std::filesystem::path file = name.as_file();
  if (!name.sound()) return;
  std::ifstream text(file);
  std::vector<std::string> faults;
  rates = read_rate_file(text, file.string(), static_cast<TerminalId>(rates.size()), faults);
  report(faults, name);
}

/// Without regard to the pattern.
std::vector<double> read_given(const ConfigNode& config, TerminalId terminals) {
  std::vector<double> rates(terminals, 1);
  if (config.is_list()) read_list(config, rates);
  if (config.is_map()) read_file(config, rates);
  return rates;
}

}  // namespace

std::vector<double> read_rate_file(std::istream& text, const std::string& file_name, TerminalId terminals,
                                   std::vector<std::string>& faults) {
  DataFile file(text, file_name, {"rate"}, faults);
  std::vector<double> rates;
  while (rates.size() < terminals && file.next()) rates.push_back(file.real(0, kLegalRate).value_or(0));
  if (file.next()) {
    file.fail(0, "the network has only " + std::to_string(terminals) + " terminals, and each has its rate");
  } else if (rates.size() < terminals && faults.empty()) {
    file.fail(0, "the file ends after " + std::to_string(rates.size()) + " of " + std::to_string(terminals) +
                     " terminals");
  }
  return rates;
}

std::vector<double> read_rates(const ConfigNode& config, const Pattern& pattern, TerminalId terminals) {
  static const std::vector<std::string> kWords{"by_pattern", "equal"};
  const bool is_word = config.is_scalar();
  const auto word = is_word ? config.as_choice(kWords) : std::nullopt;
  const bool by_pattern = !config.exists() || (word && *word == 0);
  std::vector<double> rates = read_given(config, terminals);
  if (!config.sound()) return rates;
  for (TerminalId terminal = 0; terminal < terminals; ++terminal) {
    const double own = pattern.rate(terminal);
    rates[terminal] = by_pattern ? own : own == 0 ? 0 : rates[terminal];
  }
  if (std::all_of(rates.begin(), rates.end(), [](double rate) { return rate == 0; }))
    config.fail(config.path() + " leaves no terminal that sends");
  return rates;
}

}  // namespace switchyard
