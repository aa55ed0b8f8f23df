#include <stdexcept>
#include <utility>

#include "tlm/approximate/chaos_network.h"
#include "tlm/approximate/lane_network.h"
#include "tlm/approximate/queue_network.h"

namespace switchyard {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("level approximate has no model of " + what);
}

void check(const Design& design) {
  if (!design.faults.links.empty() || !design.faults.nodes.empty())
    refuse("faults that routing does not know of, or that come and go");
  if (design.injection_control || design.circulating_packets != 0)
    refuse("injection policies other than competition");
}

}  // namespace

std::unique_ptr<ApproximateNetwork> make_approximate_network(const Design& design, ArrivalHandler arrived,
                                                             DepartureHandler departed) {
  check(design);
  if (design.duato) return std::make_unique<LaneNetwork>(design, std::move(arrived), std::move(departed));
  if (design.konstantinidou)
    return std::make_unique<QueueNetwork>(design, std::move(arrived), std::move(departed));
  if (design.chaos) {
    if (design.half_duplex) refuse("half-duplex links between chaos routers");
    return std::make_unique<ChaosNetwork>(design, std::move(arrived), std::move(departed));
  }
  refuse("router.kind = " + design.router_kind);
}

}  // namespace switchyard
