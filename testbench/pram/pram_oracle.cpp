#include "testbench/pram/pram_oracle.h"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard {

PramOracle::PramOracle(std::uint32_t words) : words_(words) {}

std::string PramOracle::step(Step step, const std::vector<std::optional<PramOperation>>& operations,
                             const std::vector<std::optional<PramAnswer>>& answers) {
  ++steps_;
  const auto all = [&](auto&& check) {
    for (NodeId processor = 0; processor < operations.size(); ++processor) {
      const auto& operation = operations[processor];
      const auto& answer = answers[processor];
      std::string fault;
      if (operation.has_value() != answer.has_value()) {
        fault = fmt::format("processor {} {}", processor,
                            operation ? "has no answer" : "has an answer to nothing");
      } else if (operation) {
        fault = check(processor, *operation, *answer);
      }
      if (!fault.empty()) return fmt::format("step {}: {}", step, fault);
    }
    return std::string();
  };
  std::string fault = all([&](NodeId p, const auto& o, const auto& a) { return see_uncertain(p, o, a); });
  if (fault.empty()) {
    fault = all([&](NodeId p, const auto& o, const auto& a) { return carry_out(p, o, a); });
  }
  for (auto& [address, values] : written_) uncertain_[address] = std::move(values);
  written_.clear();
  return fault;
}

std::string PramOracle::see_uncertain(NodeId processor, const PramOperation& operation,
                                      const PramAnswer& answer) {
  const auto found = uncertain_.find(operation.address);
  if (found == uncertain_.end()) return "";
  if (!operation.reads && !is_multiprefix(operation.operation)) return "";
  const std::uint32_t seen = operation.reads ? answer.before_step : answer.returned;
  const std::vector<std::uint32_t>& values = found->second;
  if (std::find(values.begin(), values.end(), seen) == values.end())
    return fmt::format("processor {} sees {} at address {}, which nobody wrote", processor, seen,
                       operation.address);
  words_[operation.address].value = seen;
  uncertain_.erase(found);
  return "";
}

std::string PramOracle::carry_out(NodeId processor, const PramOperation& operation,
                                  const PramAnswer& answer) {
  Word& word = words_.at(operation.address);
  if (word.touched != steps_) {
    word.touched = steps_;
    ++touched_words_;
    word.before = word.value;
    word.operation = Operation::None;
  }
  if (operation.reads && answer.before_step != word.before)
    return fmt::format("processor {} reads {} at address {}; {} was there", processor, answer.before_step,
                       operation.address, word.before);
  if (operation.operation == Operation::None) return "";
  const bool first = word.operation == Operation::None;
  if (!first && word.operation != operation.operation)
    return fmt::format("processor {}: two kinds of change of address {} in one step", processor,
                       operation.address);
  word.operation = operation.operation;
  if (is_multiprefix(operation.operation)) {
    if (answer.returned != word.value)
      return fmt::format("processor {} gets {} from the multiprefix on address {}, not {}", processor,
                         answer.returned, operation.address, word.value);
    word.value = changed(operation.operation, word.value, operation.operand);
    return "";
  }
  if (operation.operation == Operation::WriteArbitrary) {
    uncertain_.erase(operation.address);
    written_[operation.address].push_back(operation.operand);
  } else if (first) {
    uncertain_.erase(operation.address);
    word.value = operation.operand;
  }
  return "";
}

std::uint32_t PramOracle::changed(Operation operation, std::uint32_t word, std::uint32_t operand) {
  switch (operation) {
    case Operation::Add: return word + operand;
    case Operation::Max: return word > operand ? word : operand;
    case Operation::Min: return word < operand ? word : operand;
    case Operation::And: return word & operand;
    case Operation::Or: return word | operand;
    case Operation::Xor: return word ^ operand;
    default: return word;
  }
}

bool PramOracle::may_hold(std::uint32_t address, std::uint32_t value) const {
  const auto found = uncertain_.find(address);
  if (found == uncertain_.end()) return words_[address].value == value;
  return std::find(found->second.begin(), found->second.end(), value) != found->second.end();
}

}  // namespace switchyard
