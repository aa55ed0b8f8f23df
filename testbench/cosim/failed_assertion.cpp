#include "testbench/cosim/failed_assertion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "testbench/cosim/rtl_print.h"

namespace switchyard {
namespace {

constexpr std::string_view kBefore = "Assertion failed in ";
bool keep = false;
std::optional<FailedAssertion> first_failed;
std::string message;  ///< Of the assertion that stops the program next.

/// The path without the name of the router, and without the module that only says what a block is:
/// "router_5 rtl crossbar.mux_crossbar.NAME" is rtl.crossbar.NAME.
std::string path_of(std::string_view hierarchy) {
  const std::size_t router = hierarchy.find(' ');
  const std::size_t own = hierarchy.find('.');
  const std::size_t inner = hierarchy.find('.', own + 1);
  std::string path(hierarchy.substr(router + 1, own - router - 1));
  std::replace(path.begin(), path.end(), ' ', '.');
  return path.append(hierarchy.substr(inner));
}

std::string_view below_rtl(std::string_view file) {
  constexpr std::string_view kFolder = "/rtl/";
  const std::size_t folder = file.rfind(kFolder);
  return folder == std::string_view::npos ? file : file.substr(folder + kFolder.size());
}

}  // namespace

void keep_failed_assertions() { keep = true; }

std::optional<FailedAssertion> take_failed_assertion() { return std::exchange(first_failed, std::nullopt); }

int print_of_rtl(const char* format, ...) {
  std::array<char, 2048> text{};
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  message = text.data();
  if (!keep || message.find(kBefore) == std::string::npos) std::fputs(text.data(), stderr);
  return length;
}

}  // namespace switchyard

/// Verilator calls it after the message of an assertion.
void vl_stop(const char* file, int line, const char* /*scope*/) {
  using namespace switchyard;
  if (!keep) std::abort();
  if (first_failed) return;
  const std::size_t begin = message.find(kBefore) + kBefore.size();
  const std::size_t end = message.find(": ", begin);
  first_failed = {path_of(std::string_view(message).substr(begin, end - begin)),
                  fmt::format("{}:{}", below_rtl(file), line),
                  message.find("at a clock edge") != std::string::npos};
}
