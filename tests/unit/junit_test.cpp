#include "testbench/file/junit.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Outcome = JunitCase::Outcome;

class Junit : public testing::Test {
 protected:
  std::string written(const std::string& suite, const std::vector<JunitCase>& cases,
                      const std::vector<JunitProperty>& properties = {}) {
    write_junit(file_, suite, cases, properties);
    return contents_of(file_);
  }

  /// Whether the schema of Ant's reports takes it.
  bool is_valid() const {
    const std::string schema = (source_folder() / "tests/support/junit.xsd").string();
    return std::system(("xmllint --noout --schema '" + schema + "' '" + file_.string() + "' 2>&1").c_str()) ==
           0;
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "junit.xml";
};

TEST_F(Junit, CountsWhatFailedWhatDidNotEndAndWhatWasSkipped) {
  const std::string xml = written("suite", {{"group", "good", 0.5, Outcome::Passed, "", {}},
                                            {"group", "differs", 0.25, Outcome::Failed, "no", {"a", "b"}},
                                            {"group", "died", 0, Outcome::Error, "killed", {"c"}},
                                            {"group", "cannot", 0, Outcome::Skipped, "no room", {}},
                                            {"group", "cannot either", 0, Outcome::Skipped, "no room", {}}});
  EXPECT_NE(xml.find("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"2\" time=\"0.750\""),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("name=\"good\" time=\"0.500\"/>"), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure type=\"failure\" message=\"no\">no&#10;a&#10;b&#10;</failure>"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<error type=\"error\" message=\"killed\">killed&#10;c&#10;</error>"), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("name=\"cannot\" time=\"0.000\"><skipped message=\"no room\"/></testcase>"),
            std::string::npos)
      << xml;
  EXPECT_TRUE(is_valid()) << xml;
}

TEST_F(Junit, EscapesWhatXmlCannotHold) {
  const std::string xml =
      written("a & b", {{"<group>", "bad \"one\"", 0, Outcome::Failed, "1 < 2\nand \x01", {}}},
              {{"a<b", "\"c\" & d"}});
  for (const char* part :
       {"name=\"a &amp; b\"", "classname=\"&lt;group&gt;\"", "name=\"bad &quot;one&quot;\"",
        "message=\"1 &lt; 2&#10;and ?\"", "1 &lt; 2&#10;and ?&#10;</failure>",
        "<property name=\"a&lt;b\" value=\"&quot;c&quot; &amp; d\"/>"})
    EXPECT_NE(xml.find(part), std::string::npos) << part << "\n" << xml;
  EXPECT_TRUE(is_valid()) << xml;
}

TEST_F(Junit, IsValidWithoutCasesToo) {
  const std::string xml = written("none", {});
  EXPECT_NE(xml.find("tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\""), std::string::npos) << xml;
  EXPECT_TRUE(is_valid()) << xml;
}

}  // namespace
}  // namespace switchyard
