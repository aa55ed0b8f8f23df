#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/vcd_reader.h"

namespace switchyard {

/// What GTKWave's own tools make of a dump: VCD to FST and back. Nullopt if they are not installed.
inline std::optional<VcdDump> fst_round_trip(const std::filesystem::path& vcd) {
  if (std::system("command -v vcd2fst fst2vcd > /dev/null 2>&1") != 0) return std::nullopt;
  const std::string from = "'" + vcd.string() + "'";
  const std::string fst = "'" + vcd.string() + ".fst'";
  const std::string back = vcd.string() + ".back";
  const std::string command =
      "vcd2fst " + from + " " + fst + " > /dev/null && fst2vcd " + fst + " > '" + back + "'";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("vcd2fst cannot convert " + vcd.string());
  return VcdDump::read(back);
}

}  // namespace switchyard
