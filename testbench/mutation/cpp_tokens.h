#pragma once

#include <string_view>
#include <vector>

#include "testbench/mutation/token.h"

namespace switchyard {

/// The tokens of a C++ source, which must outlive them, without comments and directives of the preprocessor.
/// Of `>>` without a space before it, which ends two lists of template arguments, each `>` is a token.
std::vector<Token> cpp_tokens(std::string_view source);

}  // namespace switchyard
