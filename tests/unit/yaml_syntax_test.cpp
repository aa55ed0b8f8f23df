#include <gtest/gtest.h>

#include <string>

#include "tests/support/config_faults.h"

namespace switchyard {
namespace {

TEST(YamlSyntax, FaultsCarryTheirPlace) {
  EXPECT_EQ(parse_error("a: 1\nb: c: d\n"),
            "x.yaml:2:5: error: YAML: no value may stand here; are the colon, the line above and the "
            "indentation right?\n"
            "  2 | b: c: d\n    |     ^");
  EXPECT_EQ(parse_error("a: [1, 2\n# the end\n\n"),
            "x.yaml:1:4: error: YAML: the list that begins here is not closed with ']'\n"
            "  1 | a: [1, 2\n    |    ^");
  EXPECT_EQ(parse_error("a: {b: [1], c: {d: 2}\ne: 3\n"),
            "x.yaml:1:4: error: YAML: the map that begins here is not closed with '}'\n"
            "  1 | a: {b: [1], c: {d: 2}\n    |    ^");
  EXPECT_EQ(parse_error("a: 1\n]\n"),
            "x.yaml:2:1: error: YAML: this closes a list or map that was not opened\n  2 | ]\n    | ^");
}

TEST(YamlSyntax, FaultsComeWithTheFaultsBeforeThem) {
  EXPECT_EQ(parse_error("a: 1\na: 2\nb: @\n"),
            "x.yaml:2:1: error: duplicate key 'a' (first at line 1)\n  2 | a: 2\n    | ^\n"
            "x.yaml:3:4: error: YAML: unknown token\n  3 | b: @\n    |    ^");
}

TEST(YamlSyntax, QuotesThatNeverCloseAreFaultsWithAndWithoutALastLineBreak) {
  const std::string fault = "x.yaml:2:1: error: YAML: a quote is not closed\n  2 | b: 'x\n    | ^";
  EXPECT_EQ(parse_error("a: 1\nb: 'x\n"), fault);
  EXPECT_EQ(parse_error("a: 1\nb: 'x"), fault);
}

TEST(YamlSyntax, TabsAlignTheCaret) {
  EXPECT_EQ(parse_error("a:\n\tb: 3\n"),
            "x.yaml:2:3: error: YAML: a tab cannot indent; use spaces\n  2 | \tb: 3\n    | \t ^");
  EXPECT_EQ(faults_of("a:\t[1,\tx]\n",
                      [](const ConfigNode& root) {
                        root.integers("a", {0, 9});
                      }),
            "x.yaml:1:8: error: a[1] = 'x' is not a whole number\n  1 | a:\t[1,\tx]\n    |   \t   \t^");
}

TEST(YamlSyntax, ColumnsCountCharacters) {
  EXPECT_EQ(faults_of("é: {größe: 1, n: x}\n",
                      [](const ConfigNode& root) {
                        root.child("é").integer("größe", {0, 9});
                        root.child("é").integer("n", {0, 9});
                      }),
            "x.yaml:1:18: error: é.n = 'x' is not a whole number\n"
            "  1 | é: {größe: 1, n: x}\n"
            "    |                  ^");
}

TEST(YamlSyntax, LineEndsMayBeThoseOfWindows) {
  const std::string faults = faults_of("\xEF\xBB\xBFname: x\r\n\r\nseed: y\r\n", [](const ConfigNode& root) {
    EXPECT_EQ(root.string("name"), "x");
    root.integer("seed", kAnyCount);
  });
  EXPECT_EQ(faults, "x.yaml:3:7: error: seed = 'y' is not a whole number\n  3 | seed: y\n    |       ^");
}

TEST(YamlSyntax, EmptyTextsAreFaults) {
  EXPECT_EQ(parse_error(""), "x.yaml:1:1: error: the file is empty");
  EXPECT_EQ(parse_error("\n\n"), "x.yaml:1:1: error: the file is empty");
  EXPECT_EQ(parse_error("# nothing\n"), "x.yaml:1:1: error: the file is empty\n  1 | # nothing\n    | ^");
  EXPECT_EQ(parse_error("~\n"), "x.yaml:1:1: error: the file is empty\n  1 | ~\n    | ^");
}

TEST(YamlSyntax, TheWholeFileIsAMap) {
  EXPECT_EQ(parse_error("\n- a\n- b\n"),
            "x.yaml:2:1: error: the file is not a map of keys to values\n  2 | - a\n    | ^");
  EXPECT_EQ(parse_error("torus"),
            "x.yaml:1:1: error: the file is not a map of keys to values\n  1 | torus\n    | ^");
}

TEST(YamlSyntax, WhatWouldBlurAPlaceIsNotSupported) {
  EXPECT_EQ(
      parse_error("a: &x [1]\nb: *x\n"),
      "x.yaml:2:4: error: YAML: aliases are not supported; write the value out\n  2 | b: *x\n    |    ^");
  EXPECT_EQ(parse_error("a: !!int 3\n"),
            "x.yaml:1:4: error: YAML: tags are not supported\n  1 | a: !!int 3\n    |    ^");
  EXPECT_EQ(parse_error("[a, b]: 1\n"),
            "x.yaml:1:1: error: YAML: this map or list is never closed, or stands where a key belongs\n  1 | "
            "[a, b]: 1\n    | ^");
  EXPECT_EQ(parse_error("a: 1\n'': 1\n"), "x.yaml:2:1: error: YAML: a key is empty\n  2 | '': 1\n    | ^");
  EXPECT_EQ(parse_error("~: 1\n"), "x.yaml:1:1: error: YAML: a key is empty\n  1 | ~: 1\n    | ^");
}

TEST(YamlSyntax, AWronglyIndentedKeyIsNotSilentlyASecondDocument) {
  EXPECT_EQ(parse_error("  b: 1\n c: 2\n"),
            "x.yaml:2:2: error: YAML: a second document begins here; is the indentation right?\n"
            "  2 |  c: 2\n    |  ^");
  EXPECT_EQ(parse_error("a: 1\n---\nb: 2\n"),
            "x.yaml:2:1: error: YAML: a second document begins here; is the indentation right?\n"
            "  2 | ---\n    | ^");
  EXPECT_EQ(parse_error("---\na: 1\n...\n"), "no error");
}

TEST(YamlSyntax, DeepNestingIsReadOrRefusedButNeverOverflowsTheStack) {
  const auto nested = [](int depth) {
    return "a: " + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_EQ(parse_error(nested(100)), "no error");
  EXPECT_NE(parse_error(nested(100000)).find("error: YAML: maps and lists are nested too deeply"),
            std::string::npos);

  std::string text;
  for (int level = 0; level < 100; ++level)
    text += std::string(static_cast<std::size_t>(level), ' ') + "k:\n";
  ConfigDocument document = parse(text + std::string(100, ' ') + "n: x\n");
  ConfigNode node = document.root();
  for (int level = 0; level < 100; ++level) node = node.child("k");
  node.integer("n", {0, 9});
  EXPECT_EQ(faults_of(document).substr(0, 18), "x.yaml:101:104: er");
}

}  // namespace
}  // namespace switchyard
