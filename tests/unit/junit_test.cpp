#include "testbench/regression/junit.h"

#include <gtest/gtest.h>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

TEST(Junit, NamesEachCaseAndEscapesWhatXmlCannotHold) {
  const TemporaryFolder folder;
  write_junit(folder / "junit.xml", "a & b",
              {{"group", "good", 0.5, ""}, {"group", "bad \"one\"", 0.25, "1 < 2\nand \x01"}});
  EXPECT_EQ(
      contents_of(folder / "junit.xml"),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"a &amp; b\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"0.750\">\n"
      "  <testcase classname=\"group\" name=\"good\" time=\"0.500\"/>\n"
      "  <testcase classname=\"group\" name=\"bad &quot;one&quot;\" time=\"0.250\">"
      "<failure message=\"1 &lt; 2&#10;and ?\"/></testcase>\n"
      "</testsuite>\n");
}

TEST(Junit, HasPropertiesIfThereAreAny) {
  const TemporaryFolder folder;
  write_junit(folder / "junit.xml", "a", {}, {{"line_coverage", "95.0"}});
  EXPECT_EQ(contents_of(folder / "junit.xml"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"a\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n"
            "  <properties>\n"
            "    <property name=\"line_coverage\" value=\"95.0\"/>\n"
            "  </properties>\n"
            "</testsuite>\n");
}

}  // namespace
}  // namespace switchyard
