#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace switchyard {

/// On standard output, for good when end_of_output() has been called.
void print_text(std::string_view text);
template <class... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  print_text(fmt::format(format, std::forward<Args>(args)...));
}

/// On standard error, if it can be written.
void print_error_text(std::string_view text);
template <class... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  print_error_text(fmt::format(format, std::forward<Args>(args)...));
}

/// Why not all that was printed has reached standard output, in the words of the operating system; empty if
/// it has.
std::string end_of_output();

/// Opens those of the three standard streams that are closed, so that no file takes their place. What they
/// are given fails.
void open_standard_streams();

}  // namespace switchyard
