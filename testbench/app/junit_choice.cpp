#include "testbench/app/junit_choice.h"

#include "testbench/app/path_option.h"
#include "testbench/file/pending_file.h"

namespace switchyard {

void JunitChoice::add_to(CLI::App& command) {
  command.add_option("--junit", file, "Write what was found as tests, in JUnit's XML, for a CI server")
      ->check(a_name())
      ->type_name("FILE");
}

void JunitChoice::prepare() const {
  if (!file.empty()) prepare_file(file);
}

void JunitChoice::write(const std::string& suite, const std::vector<JunitCase>& cases) const {
  if (!file.empty()) write_junit(file, suite, cases);
}

}  // namespace switchyard
