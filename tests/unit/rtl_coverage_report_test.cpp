#include "testbench/regression/rtl_coverage_report.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Texts = std::vector<std::string>;

/// A counter as Verilator writes it.
std::string counter(const std::string& file, int line, const std::string& page, const std::string& what,
                    const std::string& lines, int count) {
  return "C '\1f\2" + file + "\1l\2" + std::to_string(line) + "\1n\0023\1page\2" + page + "\1o\2" + what +
         (lines.empty() ? "" : "\1S\2" + lines) + "\1h\2top.a' " + std::to_string(count) + "\n";
}

std::string toggle(const std::string& bit, int count, const std::string& page = "v_toggle/m") {
  return counter("/x/rtl/router/m.sv", 3, page, bit, "", count);
}
std::string block(int line, const std::string& lines, int count, const std::string& page = "v_line/m") {
  return counter("/x/rtl/router/m.sv", line, page, "block", lines, count);
}

class RtlCoverageFile : public testing::Test {
 protected:
  RtlCoverage read(const Texts& files) {
    RtlCoverage coverage;
    for (const std::string& text : files) {
      std::ofstream(folder_ / "coverage.dat") << "# SystemC::Coverage-3\n" << text;
      coverage.add(folder_ / "coverage.dat");
    }
    return coverage;
  }
  std::vector<CoverageExclusion> exclusions(const std::string& text) {
    std::ofstream(folder_ / "exclusions.txt") << text;
    return read_coverage_exclusions(folder_ / "exclusions.txt");
  }

  TemporaryFolder folder_;
};

TEST_F(RtlCoverageFile, CountsLinesAndBitsOfEachModule) {
  const auto figures = read({toggle("a", 4) + toggle("b[0]", 0) + toggle("b[1]", 1) + block(7, "7-9,12", 2) +
                             block(9, "14", 0)})
                           .figures({});
  ASSERT_EQ(figures.size(), 1U);
  const CoverageFigure& figure = figures.at("m");
  EXPECT_EQ(figure.lines, 5);
  EXPECT_EQ(figure.lines_reached, 4);
  EXPECT_EQ(figure.bits, 3);
  EXPECT_EQ(figure.bits_toggled, 2);
  EXPECT_DOUBLE_EQ(figure.line_percent(), 80);
}

TEST_F(RtlCoverageFile, JoinsFilesAndParametersOfAModule) {
  const RtlCoverage coverage = read({toggle("a", 0, "v_toggle/m__N4") + toggle("b", 0) + block(7, "7", 0),
                                     toggle("a", 1, "v_toggle/m__N8") + block(7, "7", 1, "v_branch/m__N8")});
  EXPECT_EQ(coverage.missing({}), Texts{"m.b"});
}

TEST_F(RtlCoverageFile, ALineIsReachedIfEachOfItsPointsIs) {
  EXPECT_EQ(read({block(7, "7-8", 1) + block(8, "8", 0)}).missing({}), Texts{"m:8"});
}

TEST_F(RtlCoverageFile, LeavesTestBenchesOut) {
  EXPECT_TRUE(
      read({counter("/x/testbench/cosim/rtl/bank.sv", 1, "v_toggle/bank", "a", "", 0)}).figures({}).empty());
}

TEST_F(RtlCoverageFile, ExclusionsNameSignalsAndRangesOfBits) {
  const RtlCoverage coverage =
      read({toggle("a[0]", 0) + toggle("a[4]", 0) + toggle("s.b[4]", 0) + toggle("c", 0)});
  EXPECT_EQ(coverage.missing(exclusions("m  a[7:4]  The upper half is spare.\n")),
            (Texts{"m.a[0]", "m.c", "m.s.b[4]"}));
  EXPECT_EQ(coverage.missing(exclusions("# Comment.\n*  a  Spare.\nm  s.*  Static.\n")), Texts{"m.c"});
  EXPECT_EQ(coverage.figures(exclusions("m a Spare.")).at("m").bits, 2);
}

TEST_F(RtlCoverageFile, ExclusionsThatExcludeNothingAreFound) {
  const RtlCoverage coverage = read({toggle("a", 0) + toggle("b", 3)});
  const auto unused = coverage.unused(exclusions("m a Constant.\nm b Toggles.\nm c Not there.\n"));
  ASSERT_EQ(unused.size(), 2U);
  EXPECT_EQ(unused[0].signal, "b");
  EXPECT_EQ(unused[1].signal, "c");
}

TEST_F(RtlCoverageFile, AnExclusionNeedsAReason) {
  EXPECT_THROW(exclusions("m a\n"), std::invalid_argument);
  EXPECT_THROW(read_coverage_exclusions(folder_ / "nowhere"), std::invalid_argument);
}

TEST_F(RtlCoverageFile, WhatVerilatorDoesNotWriteIsRefusedWithItsLine) {
  for (const char* text : {"D 'x' 1\n", "C 'x\n", "C '\1f\2a' x\n", "C '\1fa' 1\n", "C '\1l\2x' 1\n"}) {
    try {
      read({text});
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("coverage.dat:2: not of Verilator's coverage"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(RtlCoverageTable, HasARowPerModuleAndTheTotal) {
  const std::map<std::string, CoverageFigure> figures{{"a", {4, 3, 10, 10}}, {"b", {0, 0, 10, 5}}};
  EXPECT_EQ(coverage_csv(figures),
            "module,lines,lines_reached,bits,bits_toggled\n"
            "a,4,3,10,10\n"
            "b,0,0,10,5\n"
            "total,4,3,20,15\n");
  EXPECT_NE(coverage_table(figures).find("total                     4   75.0 %       20   75.0 %\n"),
            std::string::npos)
      << coverage_table(figures);
}

TEST(RtlCoverageExclusions, OfTheTreeAreReadable) {
  EXPECT_NO_THROW(read_coverage_exclusions(source_folder() / "rtl/lint/coverage_exclusions.txt"));
}

}  // namespace
}  // namespace switchyard
