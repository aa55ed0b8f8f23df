#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/file/scratch_folder.h"

namespace switchyard {

/// The command said that what it was given is wrong, or could not do its work.
struct CommandError : std::runtime_error {
  CommandError(const std::string& what, int exit_status) : std::runtime_error(what), status(exit_status) {}
  int status;
};

/// Where a command leaves its files: a folder that was asked for, or one that goes with this object.
class ResultPlace {
 public:
  /// `wanted`: None for one in the folder for temporary files.
  explicit ResultPlace(const pybind11::object& wanted);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::optional<ScratchFolder> temporary_;
  std::filesystem::path path_;
};

/// A value of Python as YAML has it: 0.3, true, null, [4, 4], {min: 1}. An array of numpy is a list.
std::string yaml_of(const pybind11::handle& value);

/// --set PATH=VALUE for each entry of a dict.
std::vector<std::string> overrides_of(const pybind11::dict& set);

/// Runs `switchyard`, the one that the environment variable SWITCHYARD or else PATH names, and returns its
/// exit status. What it prints goes into the folder.
///
/// Errors: CommandError with what it said on stderr if it ended with kBadInput; KeyboardInterrupt if it was
/// interrupted; std::system_error if there is no such program.
int run_switchyard(const std::vector<std::string>& arguments, const ResultPlace& place);

}  // namespace switchyard
