#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {

/// Rows of a CSV file, by column.
std::vector<std::map<std::string, std::string>> table_of(const std::filesystem::path& file);

/// Sweeps over a small network, tiny.yaml, into a folder that goes away.
class SweepCommand : public testing::Test {
 protected:
  using Row = std::map<std::string, std::string>;

  SweepCommand();

  /// `switchyard sweep tiny.yaml --out <out_>` with more arguments.
  CommandResult sweep(std::vector<std::string> arguments);
  /// Status 2, with this message, and nothing written.
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message);
  /// Another configuration beside tiny.yaml: that one, and `more`.
  std::string write_config(const std::string& name, const std::string& more);

  TemporaryFolder folder_;
  std::string config_ = (folder_ / "tiny.yaml").string();
  std::filesystem::path out_ = folder_ / "out";
};

}  // namespace switchyard
