#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace switchyard {

/// A value change dump, read by the grammar of IEEE 1364-2001, section 18.2, and not from the writer.
///
/// Names are joined with dots and without their range. Values are strings of 0, 1, x and z, the most
/// significant bit first, as long as the variable is wide.
///
/// Errors: std::runtime_error for all that is not a four-state dump: a change of a variable that was not
///         declared, or too wide, or before the first time, time that goes back, scopes that do not balance,
///         a name twice …
struct VcdDump {
  struct Variable {
    int width = 0;
    std::vector<std::pair<std::uint64_t, std::string>> changes;  ///< In order; one per time.
    friend bool operator==(const Variable&, const Variable&) = default;
  };

  static VcdDump read(const std::filesystem::path& file);
  static VcdDump parse(std::string_view text);

  bool has(const std::string& name) const { return variables.count(name) != 0; }
  const Variable& variable(const std::string& name) const;
  /// The value that a variable has just after `time`.
  const std::string& bits(const std::string& name, std::uint64_t time) const;
  /// The same as a number; nullopt if any bit is x or z.
  std::optional<std::uint64_t> number(const std::string& name, std::uint64_t time) const;

  std::string timescale;  ///< "1 ps"
  std::set<std::string> scopes;
  std::map<std::string, Variable> variables;
  std::vector<std::uint64_t> times;  ///< All time stamps, in order.
};

}  // namespace switchyard
