#include "testbench/sweep/point_place.h"

#include "testbench/process/child_process.h"
#include "testbench/sweep/parallel.h"

namespace switchyard {

void ThisMachine::run(const std::filesystem::path&, const PointRunner& runner,
                      const std::vector<PlannedPoint>& points, const Done& done) const {
  const InterruptibleChildren interruptible;
  for_each_parallel(points.size(), jobs_, [&](std::size_t i) {
    const PointResult result = runner.run(points[i].point, points[i].folder);
    if (result.done()) done(i, result);
  });
}

}  // namespace switchyard
