#pragma once

#include <string>

namespace switchyard {

/// A text as one word of a shell's command.
std::string shell_word(const std::string& text);

}  // namespace switchyard
