#pragma once

#include <optional>
#include <string_view>

namespace switchyard {

/// Where the first byte is that is not part of a UTF-8 character; nothing if there is none.
std::optional<std::size_t> first_not_utf8(std::string_view text);

}  // namespace switchyard
