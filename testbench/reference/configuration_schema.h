#pragma once

#include <string>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// A JSON Schema (draft-07) of configurations, for editors that know such schemas.
///
/// It accepts all that the readers of `catalogs` accept, and refuses much of what they refuse: unknown keys,
/// wrong types, numbers out of range, unknown names, keys that another kind has, parts that do not fit. What
/// depends on more than single keys (the size of the network, files) it does not see.
std::string configuration_schema(const Catalogs& catalogs);

}  // namespace switchyard
