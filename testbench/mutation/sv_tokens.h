#pragma once

#include <string_view>
#include <vector>

#include "testbench/mutation/token.h"

namespace switchyard {

/// The tokens of a source, which must outlive them. Comments, directives, the assertions of
/// rtl/include/net_assert.svh and what `ifdef FORMAL` encloses are left out.
std::vector<Token> sv_tokens(std::string_view source);

}  // namespace switchyard
