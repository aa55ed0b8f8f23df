#include "testbench/mutation/mutants.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <stdexcept>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// A module with this body.
std::string module_of(const std::string& body) {
  return "/// A | comment.\nmodule m #(\n  parameter int N = 4\n) (\n  input logic [N-1:0] a_i\n);\n" + body +
         "\nendmodule : m\n";
}

/// The body with each of its edits, as `name: body`.
std::set<std::string> mutants_of_body(const std::string& body) {
  const std::string source = module_of(body);
  const std::size_t begin = module_of("").find("\n\nendmodule");
  std::set<std::string> found;
  for (const Mutant& mutant : mutants_of(source)) {
    const std::string edited = mutated(source, mutant);
    const std::size_t end = edited.find("\nendmodule");
    found.insert(mutant.name + ": " + edited.substr(begin + 1, end - begin - 1));
  }
  return found;
}

using Found = std::set<std::string>;

TEST(Mutants, ChangeOperatorsAndOperandsOfAnAssignment) {
  EXPECT_EQ(mutants_of_body("assign x = a & ~b;"),
            (Found{"x:stuck_at_0: assign x = '0;", "x:stuck_at_1: assign x = '1;",
                   "x:and_to_or: assign x = a | ~b;", "x:left_dropped: assign x =  ~b;",
                   "x:right_dropped: assign x = a ;", "x:not_dropped: assign x = a & b;"}));
}

TEST(Mutants, DropAnOperandAsFarAsItBinds) {
  const Found found = mutants_of_body("assign x = a | b + 1'b1 & c[2] == d;");
  EXPECT_EQ(found.count("x:right_dropped: assign x = a ;"), 1U);
  EXPECT_EQ(found.count("x:left_dropped: assign x =  b + 1'b1 & c[2] == d;"), 1U);
  EXPECT_EQ(found.count("x:left_dropped:3: assign x = a |  c[2] == d;"), 1U);
  EXPECT_EQ(found.count("x:right_dropped:3: assign x = a | b + 1'b1 ;"), 1U);
  EXPECT_EQ(found.count("x:next_index: assign x = a | b + 1'b1 & c[1 + 2] == d;"), 1U);
}

TEST(Mutants, SwapTheArmsOfAChoice) {
  const Found found = mutants_of_body("assign x = a ? (b ? c : d) : e;");
  EXPECT_EQ(found.count("x:arms_swapped: assign x = a ? e : (b ? c : d);"), 1U);
}

TEST(Mutants, ChangeStatementsOfAProcess) {
  EXPECT_EQ(mutants_of_body("always_ff @(posedge clk_i) begin\nif (a) q <= d;\nelse q <= 16'd7;\nend"),
            (Found{"if:negated: always_ff @(posedge clk_i) begin\nif (!(a)) q <= d;\nelse q <= 16'd7;\nend",
                   "if:always: always_ff @(posedge clk_i) begin\nif (1'b1) q <= d;\nelse q <= 16'd7;\nend",
                   "if:never: always_ff @(posedge clk_i) begin\nif (1'b0) q <= d;\nelse q <= 16'd7;\nend",
                   "q:assignment_dropped: always_ff @(posedge clk_i) begin\nif (a) ;\nelse q <= 16'd7;\nend",
                   "q:assignment_dropped:2: always_ff @(posedge clk_i) begin\nif (a) q <= d;\nelse ;\nend",
                   "q:one_more: always_ff @(posedge clk_i) begin\nif (a) q <= d;\nelse q <= 16'd8;\nend"}));
}

TEST(Mutants, ChangeAStatementThatSetsSeveralSignals) {
  EXPECT_EQ(
      mutants_of_body("always_ff @(posedge clk_i) begin\n{a, b} <= c;\nend\nblock i_block (.a_i(a));"),
      (Found{"{a,b}:assignment_dropped: always_ff @(posedge clk_i) begin\n;\nend\nblock i_block (.a_i(a));",
             "i_block.a_i:tied_to_0: always_ff @(posedge clk_i) begin\n{a, b} <= c;\nend\n"
             "block i_block (.a_i('0));"}));
}

TEST(Mutants, ShortenALoopAtEitherEnd) {
  EXPECT_EQ(mutants_of_body("for (genvar p = N - 1; p >= 0; p--) begin : gen_p\nend"),
            (Found{"for:starts_late: for (genvar p = N - 1 - 1; p >= 0; p--) begin : gen_p\nend",
                   "for:ends_early: for (genvar p = N - 1; p >= 0 + 1; p--) begin : gen_p\nend"}));
}

TEST(Mutants, ChangeTheStatementsOfAFunction) {
  EXPECT_EQ(
      mutants_of_body("function automatic logic f(input logic x);\nf = !x;\nendfunction\nassign y = f(a);"),
      (Found{
          "f:assignment_dropped: function automatic logic f(input logic x);\n;\nendfunction\nassign y = "
          "f(a);",
          "f:not_dropped: function automatic logic f(input logic x);\nf = x;\nendfunction\nassign y = f(a);",
          "y:stuck_at_0: function automatic logic f(input logic x);\nf = !x;\nendfunction\nassign y = '0;",
          "y:stuck_at_1: function automatic logic f(input logic x);\nf = !x;\nendfunction\nassign y = '1;"}));
}

TEST(Mutants, ChangeWhatACaseChooses) {
  const std::string before = "always_comb case (a[1])\nnet_pkg::A, B: ", behind = "\ndefault: ;\nendcase";
  EXPECT_EQ(mutants_of_body(before + "x = 1'b0;" + behind),
            (Found{"case:next_index: always_comb case (a[1 + 1])\nnet_pkg::A, B: x = 1'b0;" + behind,
                   "x:assignment_dropped: " + before + ";" + behind,
                   "x:zeros_to_ones: " + before + "x = 1'b1;" + behind}));
}

TEST(Mutants, DisconnectThePortsOfAnInstance) {
  EXPECT_EQ(mutants_of_body("block #(.N(N - 1)) i_block (.clk_i, .a_i(a), .b_o(b), .c_o());"),
            (Found{"i_block.a_i:tied_to_0: block #(.N(N - 1)) i_block (.clk_i, .a_i('0), .b_o(b), .c_o());",
                   "i_block.b_o:open: block #(.N(N - 1)) i_block (.clk_i, .a_i(a), .b_o(), .c_o());"}));
}

TEST(Mutants, DoNotReplaceAZeroByAZero) {
  EXPECT_EQ(mutants_of_body("assign x = 1'b0;\nblock i_block (.a_i({N{1'b0}}));"),
            (Found{"x:stuck_at_1: assign x = '1;\nblock i_block (.a_i({N{1'b0}}));",
                   "x:zeros_to_ones: assign x = 1'b1;\nblock i_block (.a_i({N{1'b0}}));",
                   "i_block.a_i:zeros_to_ones: assign x = 1'b0;\nblock i_block (.a_i({N{1'b1}}));"}));
}

TEST(Mutants, LeaveDeclarationsAssertionsAndCommentsAlone) {
  EXPECT_EQ(
      mutants_of_body("localparam int M = N + 1;\nlogic [N-1:0] x;  // a & b\n`ifdef FORMAL\nassign y = a | "
                      "b;\n`endif\n`SY_ASSERT(X, (x & y) == '0)"),
      Found{});
}

TEST(Mutants, TellTheLineThatTheyEdit) {
  const std::string source = module_of("// One.\n`SY_ASSERT(X,\n  x)\nassign x = a & b;");
  for (const Mutant& mutant : mutants_of(source)) EXPECT_EQ(mutant.line, 10) << mutant.name;
}

TEST(Mutants, OfAModuleOfRtlAllHaveOtherNamesAndOtherTexts) {
  const std::string source = contents_of(source_folder() / "rtl/router/route_compute.sv");
  std::set<std::string> names;
  std::set<std::string> texts{source};
  const std::vector<Mutant> mutants = mutants_of(source);
  for (const Mutant& mutant : mutants) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    EXPECT_TRUE(texts.insert(mutated(source, mutant)).second) << mutant.name;
  }
  EXPECT_GT(mutants.size(), 100U);
}

TEST(Mutants, OfAllModulesHaveNamesThatFilesCanHave) {
  int modules = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "rtl")) {
    const std::string folder = entry.path().parent_path().filename().string();
    if (entry.path().extension() != ".sv" || folder == "formal" || folder == "pkg" || folder == "lint")
      continue;
    ++modules;
    for (const Mutant& mutant : mutants_of(contents_of(entry.path()))) {
      EXPECT_EQ(mutant.name.find_first_of(" ;()/"), std::string::npos) << entry.path() << ": " << mutant.name;
      EXPECT_LT(mutant.name.size(), 200U) << entry.path() << ": " << mutant.name;
    }
  }
  EXPECT_GT(modules, 50);
}

TEST(Mutants, NeedAWholeModule) {
  EXPECT_THROW(mutants_of("module m (\n);\nassign x = a"), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
