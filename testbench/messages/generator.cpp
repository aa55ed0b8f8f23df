#include "testbench/messages/generator.h"

#include <fmt/format.h>

namespace switchyard {

std::vector<TerminalId> both_ways(const Topology* topology) {
  std::vector<TerminalId> terminals;
  for (TerminalId t = 0; topology != nullptr && t < topology->terminal_count(); ++t) {
    if (topology->attachment(t).sends() && topology->attachment(t).receives()) terminals.push_back(t);
  }
  return terminals;
}

std::uint32_t read_message_length(const ConfigNode& workload, const char* key, const char* of) {
  return workload.integer<std::uint32_t>(key, {1, 65535}, 1, {"flits", fmt::format("of {}", of)});
}

MessageOperation read_operation(const ConfigNode& workload, const std::string& what) {
  static const std::vector<std::string> kCombining(kMessageOperations.begin() + 1, kMessageOperations.end());
  const std::size_t operation =
      workload.choice("operation", kCombining, 0, {"", fmt::format("that combines {}", what)});
  return static_cast<MessageOperation>(operation + 1);
}

bool fail_at(const ConfigNode& workload, const char* key, const std::string& what) {
  const ConfigNode value = workload.child(key);
  (value.exists() ? value : workload).fail(fmt::format("{} {}", value.path(), what));
  return false;
}

bool fits_window(const ConfigNode& workload, const char* key, std::uint64_t reach) {
  const std::uint64_t window = read_message_window(workload);
  if (reach < window) return true;
  const ConfigNode value = workload.child(key);
  (value.exists() ? value : workload)
      .fail(fmt::format("{}: messages would wait for others {} before them, and workload.window = {}",
                        value.path(), reach, window));
  return false;
}

}  // namespace switchyard
