#include "testbench/process/available_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace switchyard {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t left_on_the_machine() {
  std::ifstream text("/proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  for (std::string unit; text >> name >> kibibytes; std::getline(text, unit)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return kUnlimited;
}

std::uint64_t left_of_the_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t taken = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, taken);
}

}  // namespace

std::uint64_t available_memory() { return std::min(left_on_the_machine(), left_of_the_limit()); }

}  // namespace switchyard
