#pragma once

#include <string>
#include <vector>

namespace switchyard {

/// Hands this command line over to the program beside this one that has the RTL, `<name>_rtl`, if one of
/// `levels` needs it and this one has none. Returns if there is no need, or no such program.
///
/// The models take long to build, so `switchyard` is without them. Call it before anything is read.
void hand_over_to_rtl(const std::vector<std::string>& levels);

}  // namespace switchyard
