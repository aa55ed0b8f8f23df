#include <cstdio>
#include <cstdlib>
#include <systemc>

#include <gtest/gtest.h>

#include "tests/support/leak_check.h"
#include "tests/support/sanitized.h"

/// GoogleTest runs inside sc_main, so that a test may build SystemC modules.
///
/// SystemC elaborates once per process: ctest starts one process per test.
int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  if (switchyard::kSanitized && switchyard::has_systemc_threads) {
    std::fflush(nullptr);
    std::_Exit(result);
  }
  return result;
}

/// The build says where the sources and the command are; the environment may say otherwise.
int main(int argc, char** argv) {
  setenv("SWITCHYARD", SY_COMMAND, /*overwrite=*/0);
  setenv("SWITCHYARD_SOURCE", SY_SOURCE_FOLDER, /*overwrite=*/0);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
