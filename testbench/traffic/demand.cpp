#include "testbench/traffic/demand.h"

#include <algorithm>
#include <utility>

#include "testbench/traffic/uniform.h"

namespace switchyard {

Demand::Demand(std::vector<Part> parts) : parts_(std::move(parts)) {
  const auto sources = static_cast<NodeId>(parts_.front().rates.size());
  double sum = 0;
  for (NodeId source = 0; source < sources; ++source) {
    const double rate = this->rate(source);
    sum += rate;
    senders_ += rate != 0;
  }
  const double mean = sum / senders_;
  for (Part& part : parts_) {
    for (double& rate : part.rates) rate /= mean;
  }
}

double Demand::rate(NodeId source) const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.rates[source];
  return sum;
}

double Demand::rate(NodeId source, NodeId destination) const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.rates[source] * part.pattern->probability(source, destination);
  return sum;
}

bool Demand::uniform() const {
  const auto is_uniform = [](const Part& part) {
    return dynamic_cast<const UniformPattern*>(part.pattern.get()) != nullptr;
  };
  if (!std::all_of(parts_.begin(), parts_.end(), is_uniform)) return false;
  const auto sources = static_cast<NodeId>(parts_.front().rates.size());
  for (NodeId source = 0; source < sources; ++source) {
    const double rate = this->rate(source);
    if (rate != 0 && rate != 1) return false;
  }
  // A terminal that could send and does not is missing.
  return senders_ == sender_count(*parts_.front().pattern, sources);
}

}  // namespace switchyard
