#pragma once

#include <functional>

#include "hw/base/types.h"

namespace switchyard {

/// Is told after each destination what an analysis is at, and how many of the destinations are done.
using AnalysisProgress = std::function<void(const char* phase, NodeId done, NodeId of)>;

inline void no_progress(const char*, NodeId, NodeId) {}

}  // namespace switchyard
