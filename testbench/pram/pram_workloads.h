#pragma once

#include "testbench/traffic/catalog.h"

namespace switchyard {

// Programs of a combining machine (router.kind = ranade). All of them read in_flight (steps, 1..64),
// period and think (cycles); see PramPace. The patterns read steps and operation, too.

Injection build_pram_permutation(const TrafficContext& context);
Injection build_pram_random(const TrafficContext& context);
Injection build_pram_all_to_one(const TrafficContext& context);
Injection build_pram_hot_spots(const TrafficContext& context);
Injection build_pram_strided(const TrafficContext& context);
Injection build_pram_mixed(const TrafficContext& context);
Injection build_pram_histogram(const TrafficContext& context);
Injection build_pram_list_ranking(const TrafficContext& context);
Injection build_pram_prefix(const TrafficContext& context);

}  // namespace switchyard
