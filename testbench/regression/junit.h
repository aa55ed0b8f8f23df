#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

/// One test as a CI server shows it.
struct JunitCase {
  std::string group;
  std::string name;
  double seconds = 0;
  std::string failure;  ///< Empty: passed.
};

/// A figure of all cases together.
struct JunitProperty {
  std::string name;
  std::string value;
};

/// Writes the cases as JUnit XML, the form of Apache Ant that CI servers read.
///
/// Errors: std::system_error with the path if it cannot be written.
void write_junit(const std::filesystem::path& file, const std::string& suite,
                 const std::vector<JunitCase>& cases, const std::vector<JunitProperty>& properties = {});

}  // namespace switchyard
