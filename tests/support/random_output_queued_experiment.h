#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small random network of output-queued routers: topology, one phase or two, order of dimensions,
/// VCs, shared queues or not, their sizes, discipline, buffers, traffic. The same `number` always gives the
/// same text. None can deadlock: where routing has cycles, queues have no bound.
std::string random_output_queued_experiment(std::uint64_t number);

}  // namespace switchyard
