#include "testbench/traffic/bernoulli.h"

namespace switchyard {

std::shared_ptr<const CreationProcess> build_bernoulli(const TrafficContext&, const Offer& offer) {
  return std::make_shared<Bernoulli>(offer.load / offer.mean_packet);
}

}  // namespace switchyard
