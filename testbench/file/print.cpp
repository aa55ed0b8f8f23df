#include "testbench/file/print.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace switchyard {
namespace {

int first_error = 0;  ///< Of standard output.

void note_error(bool failed) {
  if (failed && first_error == 0) first_error = errno;
}

}  // namespace

void print_text(std::string_view text) {
  note_error(std::fwrite(text.data(), 1, text.size(), stdout) != text.size());
}

void print_error_text(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string end_of_output() {
  note_error(std::fflush(stdout) != 0);
  return first_error == 0 ? std::string() : std::generic_category().message(first_error);
}

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool closed = fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
    if (closed)
      open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // The first that is free.
  }
}

}  // namespace switchyard
