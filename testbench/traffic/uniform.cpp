#include "testbench/traffic/uniform.h"

namespace switchyard {

UniformPattern::UniformPattern(const Topology& topology) : receiver_count_(topology.terminal_count()) {
  if (topology.all_terminals_send_and_receive()) return;
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
    sends_.push_back(topology.attachment(t).sends());
    if (topology.attachment(t).receives()) receivers_.push_back(t);
  }
  receiver_count_ = static_cast<TerminalId>(receivers_.size());
  places_.assign(sends_.size(), receiver_count_);
  for (TerminalId place = 0; place < receiver_count_; ++place) places_[receivers_[place]] = place;
}

double UniformPattern::probability(TerminalId source, TerminalId destination) const {
  const TerminalId others = others_of(source).first;
  const bool receives = places_.empty() || places_[destination] != receiver_count_;
  return source == destination || others == 0 || !receives ? 0 : 1.0 / others;
}

std::shared_ptr<const Pattern> build_uniform(const TrafficContext& context) {
  if (context.topology == nullptr) return nullptr;
  return std::make_shared<UniformPattern>(*context.topology);
}

}  // namespace switchyard
