#include "testbench/traffic/bernoulli.h"

namespace switchyard {

ProcessMaker build_bernoulli(const TrafficContext&) {
  return [](const Offer& offer) { return std::make_shared<Bernoulli>(offer.load / offer.mean_packet); };
}

}  // namespace switchyard
