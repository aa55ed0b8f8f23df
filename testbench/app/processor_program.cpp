#include "testbench/app/processor_program.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace switchyard {

void hand_over_to_processor_program([[maybe_unused]] char** argv) {
#ifdef __x86_64__
  // Who has these has all of x86-64-v3, a name that not every compiler knows.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma"))
    return;
  std::error_code none;
  const std::filesystem::path here = std::filesystem::canonical("/proc/self/exe", none);
  const std::filesystem::path other =
      here.parent_path() / SY_PROCESSOR_PROGRAMS / (here.filename().string() + "_v3");
  execv(other.c_str(), argv);
#endif
}

}  // namespace switchyard
