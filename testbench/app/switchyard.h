#pragma once

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// The command `switchyard`, once per process: a main() calls it with its own arguments, and returns what it
/// returns.
///
/// `catalogs`: what a configuration may name: standard_catalogs(), perhaps with rows of your own.
int run_switchyard(int argc, char** argv, const Catalogs& catalogs);

}  // namespace switchyard
