#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

/// One test as a CI server shows it.
struct JunitCase {
  enum class Outcome { Passed, Failed, Error, Skipped };  ///< Error: it did not come to its end.

  std::string group;
  std::string name;
  double seconds = 0;
  Outcome outcome = Outcome::Passed;
  std::string message;             ///< One line: why it did not pass.
  std::vector<std::string> files;  ///< Where to look if it failed.
};

/// A figure of all cases together.
struct JunitProperty {
  std::string name;
  std::string value;
};

/// Writes the cases as JUnit XML, as strictly as any CI server asks: every attribute and every element that
/// the schema of Apache Ant's reports requires, in its order.
///
/// Errors: std::system_error with the path if it cannot be written.
/// Source: https://github.com/windyroad/JUnit-Schema, JUnit.xsd; the schema of Jenkins asks for less.
void write_junit(const std::filesystem::path& file, const std::string& suite,
                 const std::vector<JunitCase>& cases, const std::vector<JunitProperty>& properties = {});

}  // namespace switchyard
