#pragma once

#include <optional>
#include <string>

namespace switchyard {

/// An assertion of the RTL that does not hold.
struct FailedAssertion {
  std::string path;   ///< Below the router: rtl.vc_router.gen_input[2].i_port.FlitForAVc
  std::string place;  ///< File and line below rtl/.
  bool at_edge;       ///< It failed at the last clock edge, else with what the pins carry now.
};

/// From now on assertions that fail are kept for take_failed_assertion(). Otherwise one ends the program.
void keep_failed_assertions();

/// The first that has failed since the last call.
std::optional<FailedAssertion> take_failed_assertion();

}  // namespace switchyard
