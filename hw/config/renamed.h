#pragma once

#include <string_view>

namespace switchyard {

/// What an older file's `name` is called now: a key of the map at `path`, or a word that is the value at
/// `path`. Empty if it has had no other name.
std::string_view new_name_of(std::string_view path, std::string_view name);

}  // namespace switchyard
