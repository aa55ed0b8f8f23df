#include "testbench/mesh/many_to_one_problem.h"

#include <limits>

#include "testbench/mesh/many_to_one_workload.h"
#include "testbench/mesh/mesh_machine.h"

namespace switchyard {

Injection build_many_to_one(const TrafficContext& context) {
  const ConfigNode& node = context.config;
  const std::int64_t processors =
      context.topology != nullptr ? context.topology->node_count() : std::numeric_limits<NodeId>::max();
  ManyToOneWorkload workload;
  workload.shape = node.choice("shape", kManyToOneShapes, ManyToOneShape::Random,
                               {"", "who gets packets: `south_east`: a square, the lower bound"});
  workload.most = node.integer<std::uint32_t>("max_per_destination", {1, processors}, 1,
                                              {"packets", "for one processor, at most", "1..processors"});
  workload.algorithm.kind =
      node.choice("algorithm", MeshAlgorithm::kKinds, MeshAlgorithm::Kind::ManyToOne,
                  {"",
                   "`many_to_one`: sort, colour, route black, sort white, route white; `combining`: packets "
                   "for one processor become one; the others only route, from where the packets are"});
  workload.algorithm.computes_max = node.boolean(
      "computes_max", false, {"", "whether the mesh finds out itself what `max_per_destination` is"});
  if (workload.algorithm.computes_max && workload.algorithm.kind != MeshAlgorithm::Kind::ManyToOne)
    node.child("computes_max")
        .fail(
            "workload.computes_max = true has no meaning unless workload.algorithm = "
            "many_to_one: the others do not need to know");
  Injection injection;
  injection.finite = true;
  injection.machine = &mesh_machine();
  injection.program = workload;
  return injection;
}

}  // namespace switchyard
