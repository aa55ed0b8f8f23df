#pragma once

#include <string>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// The reference of configurations, as Markdown: an example, and for each section the kinds that it can name
/// and its keys.
std::string configuration_page(const Catalogs& catalogs);

}  // namespace switchyard
