#pragma once

#include <optional>

#include "hw/design/catalog.h"

namespace switchyard {

/// Reads `name`, `seed`, `topology`, `router` and `routing` and checks that they make a network.
///
/// Returns nothing exactly if it recorded faults; the caller throws them with ConfigDocument::finish(),
/// after it has read its own parts of the file.
std::optional<Design> read_design(const ConfigNode& root, const Catalog& catalog);

}  // namespace switchyard
