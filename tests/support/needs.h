#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

/// Skips the rest of a test that needs something which is not `there`; fails it where the environment has CI,
/// as a server that can test little must say so.
#define NEEDS(there, what)                                                                    \
  do {                                                                                        \
    if (there) break;                                                                         \
    const char* const ci = std::getenv("CI");                                                 \
    if (ci != nullptr && *ci != '\0') FAIL() << "CI is set, and " << (what) << " is missing"; \
    GTEST_SKIP() << (what) << " is missing";                                                  \
  } while (false)
