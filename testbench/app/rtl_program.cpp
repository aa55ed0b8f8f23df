#include "testbench/app/rtl_program.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <systemc>

#include "testbench/cosim/switch/rtl_switch.h"
#include "testbench/engine/level.h"

namespace switchyard {

void hand_over_to_rtl(const std::vector<std::string>& levels) {
  const bool needed = std::any_of(levels.begin(), levels.end(), [](const std::string& name) {
    const Level* level = find_level(name);
    return level != nullptr && level->rtl != Level::Rtl::Nothing;
  });
  if (!needed || has_rtl()) return;
  const std::string program = std::filesystem::canonical("/proc/self/exe").string() + "_rtl";
  std::vector<std::string> words(sc_core::sc_argv(), sc_core::sc_argv() + sc_core::sc_argc());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
}

}  // namespace switchyard
