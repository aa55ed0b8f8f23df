#pragma once

#include <system_error>

#include "testbench/file/print.h"

namespace switchyard {

/// Whether `write` could write its files; if not, a line on stderr says why. So a run that has failed keeps
/// its exit status.
template <class Write>
bool report_written(const Write& write) {
  try {
    write();
    return true;
  } catch (const std::system_error& error) {
    print_error("switchyard: error: {}\n", error.what());
    return false;
  }
}

}  // namespace switchyard
