#include <gtest/gtest.h>

#include <cstdlib>

#include "testbench/cosim/rtl_coverage.h"

namespace switchyard {
namespace {

/// Writes the coverage of the tests that have run to the file that SY_COVERAGE names.
class CoverageAtExit final : public testing::Environment {
 public:
  void TearDown() override {
    if (const char* const file = std::getenv("SY_COVERAGE")) write_rtl_coverage(file);
  }
};

const testing::Environment* const kCoverageAtExit = testing::AddGlobalTestEnvironment(new CoverageAtExit);

}  // namespace
}  // namespace switchyard
