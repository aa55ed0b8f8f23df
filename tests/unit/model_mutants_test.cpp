#include "testbench/mutation/model_mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "testbench/mutation/chosen_mutant.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Found = std::set<std::string>;

/// Each edit as `rule: the source with it`.
Found edits_of(const std::string& source) {
  Found found;
  for (const auto& edits : places_of(source)) {
    for (const ModelMutant& edit : edits) {
      std::string edited = source;
      found.insert(edit.rule + ": " + edited.replace(edit.begin, edit.end - edit.begin, edit.edited));
    }
  }
  return found;
}
/// The same of a function with this body; the rest is not repeated.
Found edits_of_body(const std::string& body) {
  const std::string head = "void f() { ";
  Found found;
  for (const std::string& edit : edits_of(head + body + " }")) {
    const std::size_t begin = edit.find(head);
    found.insert(edit.substr(0, begin) +
                 edit.substr(begin + head.size(), edit.size() - begin - head.size() - 2));
  }
  return found;
}

TEST(ModelMutants, TakeAnOperatorWithItsOperandsAsFarAsItBinds) {
  EXPECT_EQ(edits_of_body("return a * b + c < d && e;"),
            (Found{"times_to_over: return a / b + c < d && e;", "plus_to_minus: return a * b - c < d && e;",
                   "lt_to_le: return a * b + c <= d && e;", "land_to_lor: return a * b + c < d || e;"}));
  const auto places = places_of("int f() { return a - b - c * d == e; }");
  std::set<std::string> edited;
  for (const auto& place : places) edited.insert(place.front().edited);
  EXPECT_EQ(edited, (std::set<std::string>{"a + b", "a - b + c * d", "c / d", "a - b - c * d != e"}));
}

TEST(ModelMutants, TakeTemplateArgumentsCallsAndListsAsOperands) {
  EXPECT_EQ(
      edits_of_body("x = static_cast<int>(a(b, c)) + std::array<int, N>{d, e}[f];"),
      (Found{"dropped: ", "plus_to_minus: x = static_cast<int>(a(b, c)) - std::array<int, N>{d, e}[f];"}));
  EXPECT_EQ(edits_of_body("if (a) b |= c;"),
            (Found{"negated: if (!(a)) b |= c;", "or_to_and: if (a) b &= c;", "dropped: if (a) "}));
}

TEST(ModelMutants, TakeAllThatAnAssignmentAssigns) {
  const auto places = places_of("void f() { a += b == c ? d : e; }");
  std::set<std::string> edited;
  for (const auto& place : places) edited.insert(place.front().edited);
  EXPECT_EQ(edited, (std::set<std::string>{"", "a -= b == c ? d : e", "b != c", "!(b == c)"}));
}

TEST(ModelMutants, MoveAConstantByOneEitherWay) {
  EXPECT_EQ(edits_of_body("return {7, 0x1F, 2.5e-1, true, 'c', \"8\"};"),
            (Found{"one_more: return {7 + 1, 0x1F, 2.5e-1, true, 'c', \"8\"};",
                   "one_less: return {7 - 1, 0x1F, 2.5e-1, true, 'c', \"8\"};",
                   "one_more: return {7, 0x1F + 1, 2.5e-1, true, 'c', \"8\"};",
                   "one_less: return {7, 0x1F - 1, 2.5e-1, true, 'c', \"8\"};",
                   "one_more: return {7, 0x1F, 2.5e-1 + 1, true, 'c', \"8\"};",
                   "one_less: return {7, 0x1F, 2.5e-1 - 1, true, 'c', \"8\"};",
                   "true_to_false: return {7, 0x1F, 2.5e-1, false, 'c', \"8\"};"}));
}

TEST(ModelMutants, NegateConditions) {
  EXPECT_EQ(edits_of_body("if (int i = a; !i) return; while (b) return; return c ? d : e;"),
            (Found{"negated: if (int i = a; !(!i)) return; while (b) return; return c ? d : e;",
                   "not_dropped: if (int i = a; i) return; while (b) return; return c ? d : e;",
                   "negated: if (int i = a; !i) return; while (!(b)) return; return c ? d : e;",
                   "negated: if (int i = a; !i) return; while (b) return; return !(c) ? d : e;",
                   "dropped: if (int i = a; !i)  while (b) return; return c ? d : e;",
                   "dropped: if (int i = a; !i) return; while (b)  return c ? d : e;"}));
  EXPECT_EQ(edits_of_body("if (T* p = q()) return p;"), Found{});
}

TEST(ModelMutants, SwapStepsAndBounds) {
  EXPECT_EQ(edits_of_body("++a.b[c]; d->e++; return std::min<int>(g, std::max(h, i));"),
            (Found{"up_to_down: --a.b[c]; d->e++; return std::min<int>(g, std::max(h, i));",
                   "up_to_down: ++a.b[c]; d->e--; return std::min<int>(g, std::max(h, i));",
                   "min_to_max: ++a.b[c]; d->e++; return std::max<int>(g, std::max(h, i));",
                   "max_to_min: ++a.b[c]; d->e++; return std::min<int>(g, std::min(h, i));",
                   "dropped:  d->e++; return std::min<int>(g, std::max(h, i));",
                   "dropped: ++a.b[c];  return std::min<int>(g, std::max(h, i));"}));
}

TEST(ModelMutants, DropStatementsAndNoDeclarations) {
  EXPECT_EQ(edits_of_body("T x; T& y = z; const auto v = w; std::vector<T> u; throw t; return s;"), Found{});
  EXPECT_EQ(edits_of_body("for (;;) { if (a) break; else b(c); switch (d) { case E: continue; } }"),
            (Found{"negated: for (;;) { if (!(a)) break; else b(c); switch (d) { case E: continue; } }",
                   "dropped: for (;;) { if (a)  else b(c); switch (d) { case E: continue; } }",
                   "dropped: for (;;) { if (a) break; else  switch (d) { case E: continue; } }",
                   "dropped: for (;;) { if (a) break; else b(c); switch (d) { case E:  } }"}));
}

TEST(ModelMutants, LeaveAloneWhatTheCompilerMustKnow) {
  EXPECT_EQ(
      edits_of("// a + b\n#define C 1\n/* d < e */\nenum class E { A = 1 };\nnamespace n {\n"
               "template <class T, int N = 4>\nstruct S {\n  static constexpr std::array<int, 3> k{{1, 2}};\n"
               "  virtual int f() const = 0;\n  using U = std::array<int, 5>;\n  friend bool operator==(S, "
               "S) = default;\n};\n"
               "static_assert(1 + 1 == 2);\nint g(int h) {\n  switch (h) {\n    case 1: return h;\n  }\n"
               "  if constexpr (a < b) return h;\n  return sizeof(int[2]);\n}\n}\n"),
      Found{});
}

TEST(ModelMutants, LeaveTextsAlone) {
  EXPECT_EQ(edits_of_body("return \"a + \" + b(c) + \" < \";"), Found{});
  EXPECT_EQ(edits_of_body("return a == \"b\";"), Found{"eq_to_ne: return a != \"b\";"});
}

/// f(5, 3), with each edit chosen in turn, as with_choices() writes it.
template <class Body>
std::vector<int> results(int edits, Body body) {
  std::vector<int> seen;
  for (the_chosen_mutant.number = 0; the_chosen_mutant.number <= edits; ++the_chosen_mutant.number)
    seen.push_back(body(5, 3));
  the_chosen_mutant.number = 0;
  return seen;
}

TEST(ModelMutants, AreChosenWhenTheProgramStarts) {
  const std::string source = "int f(int a, int b) {\n  if (a < b) a += 1;\n  return a -\n      b;\n}\n";
  std::vector<NumberedMutant> all;
  for (const auto& edits : places_of(source)) {
    for (const ModelMutant& edit : edits) all.push_back({static_cast<int>(all.size()) + 1, edit});
  }
  const std::string written = R"(int f(int a, int b) {
  if ((switchyard::chosen_mutant(1) ? static_cast<bool>(!(a < b)) : static_cast<bool>((switchyard::chosen_mutant(2) ? (a <= b) : (a < b))))) { if (!switchyard::chosen_mutant(4)) { (switchyard::chosen_mutant(3) ? (a -= 1) : (a += (switchyard::chosen_mutant(5) ? (1 + 1) : ((switchyard::chosen_mutant(6) ? (1 - 1) : (1)))))); } }
  return (switchyard::chosen_mutant(7) ? (a + b) : (a -
      b));
}
)";
  EXPECT_EQ(with_choices(source, all), written);
}

TEST(ModelMutants, AreNotChosenWhileTheProgramIsCompiled) {
  constexpr int kThree = chosen_mutant(1) ? 4 : 3;
  static_assert(kThree == 3);
  EXPECT_EQ(results(2, [](int a, int b) { return chosen_mutant(2) ? a : b; }), (std::vector<int>{3, 3, 5}));
}

TEST(ModelMutants, OfTheModelLieWithinEachOtherOrApart) {
  std::size_t places = 0;
  for (const char* folder : {"hw", "tlm"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      const auto found = places_of(contents_of(entry.path()));
      places += found.size();
      for (const auto& a : found) {
        for (const auto& b : found) {
          const std::size_t begin = std::max(a.front().begin, b.front().begin);
          const std::size_t end = std::min(a.front().end, b.front().end);
          const bool within = (begin == a.front().begin && end == a.front().end) ||
                              (begin == b.front().begin && end == b.front().end);
          ASSERT_TRUE(begin >= end || within)
              << entry.path() << ": " << a.front().edited << " and " << b.front().edited;
        }
      }
    }
  }
  EXPECT_GT(places, 10000U);
}

TEST(ModelMutants, NeedAWholeSource) { EXPECT_THROW(places_of("void f() { g("), std::invalid_argument); }

}  // namespace
}  // namespace switchyard
