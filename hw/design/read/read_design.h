#pragma once

#include <memory>
#include <optional>

#include "hw/design/read/catalog.h"

namespace switchyard {

/// Reads `topology`. Null exactly if it recorded faults.
std::shared_ptr<const Topology> read_topology(const ConfigNode& root, const Catalog& catalog);

/// Reads `name`, `seed`, `router` and `routing` and checks that they make a network on `whole` (null: it
/// is at fault; then only what does not need it is checked), which is without its faults.
///
/// Returns nothing exactly if there are faults; the caller throws them with ConfigDocument::finish(),
/// after it has read its own parts of the file.
std::optional<Design> read_design(const ConfigNode& root, const Catalog& catalog,
                                  const std::shared_ptr<const Topology>& whole);

inline std::optional<Design> read_design(const ConfigNode& root, const Catalog& catalog) {
  return read_design(root, catalog, read_topology(root, catalog));
}

}  // namespace switchyard
