#include "hw/config/config_node.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr IntRange kAnyCount{0, std::numeric_limits<std::int64_t>::max()};
constexpr RealRange kUnit{0, 1};
const std::vector<std::string> kTopologies{"torus", "mesh", "hypercube", "custom"};

ConfigDocument parse(const std::string& text) { return ConfigDocument::from_text(text, "x.yaml"); }

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

std::string faults_of(ConfigDocument& document) {
  return error_of([&] { document.finish(); });
}

/// What finish() says once `read` has read the root of `text`.
template <class Read>
std::string faults_of(const std::string& text, Read&& read) {
  ConfigDocument document = parse(text);
  read(document.root());
  return faults_of(document);
}

std::string parse_error(const std::string& text) {
  return error_of([&] { parse(text); });
}

/// A folder of its own for one test, gone after it.
class ConfigFile : public testing::Test {
 protected:
  ConfigFile()
      : folder_(
            std::filesystem::path(testing::TempDir()) /
            (std::string("switchyard_") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~ConfigFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

TEST(ConfigNode, ReadsEveryTypeOfValue) {
  ConfigDocument document = parse(
      "name: torus_8x8\n"
      "seed: 9223372036854775807\n"
      "topology: {kind: mesh, radix: [8, 4], duplex: true}\n"
      "traffic:\n"
      "  load: 3.0e-1\n"
      "  burst: -7\n");
  const ConfigNode root = document.root();
  EXPECT_EQ(root.string("name"), "torus_8x8");
  EXPECT_EQ(root.integer("seed", kAnyCount), std::numeric_limits<std::int64_t>::max());
  const ConfigNode topology = root.child("topology");
  EXPECT_TRUE(topology.is_map());
  EXPECT_EQ(topology.choice("kind", kTopologies), 1u);
  EXPECT_EQ(topology.integers("radix", {2, 64}), (std::vector<std::int64_t>{8, 4}));
  EXPECT_TRUE(topology.child("radix").is_list());
  EXPECT_TRUE(topology.boolean("duplex", false));
  EXPECT_DOUBLE_EQ(root.child("traffic").real("load", kUnit), 0.3);
  EXPECT_EQ(root.child("traffic").integer("burst", {-10, 10}), -7);
  EXPECT_TRUE(root.child("traffic").child("burst").is_scalar());
  EXPECT_NO_THROW(document.finish());
}

TEST(ConfigNode, AbsentOptionalValuesTakeTheFallback) {
  ConfigDocument document = parse("name: x\n");
  document.root().string("name");
  const ConfigNode router = document.root().child("router");
  EXPECT_FALSE(router.exists());
  EXPECT_EQ(router.integer("depth", {1, 8}, 4), 4);
  EXPECT_EQ(router.real("load", kUnit, 0.5), 0.5);
  EXPECT_TRUE(router.boolean("duplex", true));
  EXPECT_EQ(router.string("name", "none"), "none");
  EXPECT_EQ(router.choice("kind", kTopologies, 2), 2u);
  EXPECT_TRUE(router.items().empty());
  EXPECT_NO_THROW(document.finish());
}

TEST(ConfigNode, PutsTheCaretUnderTheValue) {
  const std::string text =
      "name: x\n\n\n\n\n\n\n\n\n"
      "router:\n"
      "  kind: duato\n"
      "  virtual_channels: 2         # per physical channel\n";
  const std::string faults = faults_of(text, [](const ConfigNode& root) {
    root.string("name");
    const ConfigNode router = root.child("router");
    router.string("kind");
    router.child("virtual_channels").fail("router.virtual_channels = 2, but duato needs at least 3");
  });
  EXPECT_EQ(faults,
            "x.yaml:12:21: error: router.virtual_channels = 2, but duato needs at least 3\n"
            "  12 |   virtual_channels: 2         # per physical channel\n"
            "     |                     ^");
}

TEST(ConfigNode, ReportsAllFaultsOfAFileAtOnceInOrderOfPlace) {
  const std::string text =
      "topology:\n"
      "  kind: tours\n"
      "router:\n"
      "  virtual_channels: 40\n"
      "  virtual_chanels: 2\n"
      "traffic: {load: high}\n";
  const std::string faults = faults_of(text, [](const ConfigNode& root) {
    root.child("traffic").real("load", kUnit);
    root.child("router").integer("virtual_channels", {2, 16});
    root.child("topology").integers("radix", {2, 64});
    root.child("topology").choice("kind", kTopologies);
  });
  EXPECT_EQ(faults,
            "x.yaml:1:1: error: topology.radix is missing\n"
            "  1 | topology:\n"
            "    | ^\n"
            "x.yaml:2:9: error: topology.kind = 'tours' is not one of torus, mesh, hypercube, custom; "
            "did you mean 'torus'?\n"
            "  2 |   kind: tours\n"
            "    |         ^\n"
            "x.yaml:4:21: error: router.virtual_channels = 40 is out of range: 2..16\n"
            "  4 |   virtual_channels: 40\n"
            "    |                     ^\n"
            "x.yaml:5:3: error: unknown key 'virtual_chanels' in router; did you mean 'virtual_channels'?\n"
            "  5 |   virtual_chanels: 2\n"
            "    |   ^\n"
            "x.yaml:6:17: error: traffic.load = 'high' is not a number\n"
            "  6 | traffic: {load: high}\n"
            "    |                 ^");
}

TEST(ConfigNode, ReportsTheSameFaultOnceHoweverOftenItIsRead) {
  ConfigDocument document = parse("seed: x\n");
  const std::string fault =
      "x.yaml:1:7: error: seed = 'x' is not a whole number\n"
      "  1 | seed: x\n"
      "    |       ^";
  document.root().integer("seed", kAnyCount);
  document.root().integer("seed", kAnyCount);
  EXPECT_EQ(faults_of(document), fault);
  EXPECT_EQ(faults_of(document), fault);
}

TEST(ConfigNode, AFaultyValueReadsAsALegalOne) {
  ConfigDocument document = parse("i: 99\nr: x\nb: maybe\nc: rings\nl: [1, 9]\n");
  const ConfigNode root = document.root();
  EXPECT_EQ(root.integer("i", {2, 16}), 2);
  EXPECT_EQ(root.integer("i", {2, 16}, 7), 2);
  EXPECT_EQ(root.real("r", {0.25, 1}), 0.25);
  EXPECT_FALSE(root.boolean("b", true));
  EXPECT_EQ(root.choice("c", kTopologies), std::nullopt);
  EXPECT_EQ(root.choice("c", kTopologies, 3), 3u);
  EXPECT_EQ(root.integers("l", {1, 8}), (std::vector<std::int64_t>{1, 1}));
  EXPECT_THROW(document.finish(), ConfigError);
}

TEST(ConfigNode, IntegersAreWholeDecimalNumbers) {
  for (const char* text : {"1e6", "1_000", "0x10", "3.0", "'3 '", "+", "--1", "1 2", "''", "true"}) {
    ConfigDocument document = parse(std::string("n: ") + text + "\n");
    document.root().integer("n", kAnyCount);
    EXPECT_NE(faults_of(document).find("' is not a whole number\n"), std::string::npos) << text;
  }
}

TEST(ConfigNode, AWordMayStandForNoNumber) {
  ConfigDocument document = parse("a: auto\nb: 7\nc: none\nd: 9\ne: [auto]\n");
  const ConfigNode root = document.root();
  EXPECT_EQ(root.child("a").as_integer_or("auto", {1, 8}), std::nullopt);
  EXPECT_EQ(root.child("b").as_integer_or("auto", {1, 8}), 7);
  EXPECT_EQ(root.child("c").as_integer_or("auto", {1, 8}), 1);
  EXPECT_EQ(root.child("d").as_integer_or("auto", {1, 8}), 1);
  root.child("e").as_integer_or("auto", {1, 8});
  EXPECT_EQ(faults_of(document),
            "x.yaml:3:4: error: c = 'none' is not a whole number or auto\n  3 | c: none\n    |    ^\n"
            "x.yaml:4:4: error: d = 9 is out of range: 1..8 or auto\n  4 | d: 9\n    |    ^\n"
            "x.yaml:5:4: error: e is a list, not a whole number or auto\n  5 | e: [auto]\n    |    ^");
}

TEST(ConfigNode, IntegersBeyond64BitsAreOutOfRange) {
  const auto read = [](const ConfigNode& root) { root.integer("n", {-5, 5}); };
  EXPECT_EQ(faults_of("n: 9223372036854775808\n", read),
            "x.yaml:1:4: error: n = 9223372036854775808 is out of range: -5..5\n"
            "  1 | n: 9223372036854775808\n"
            "    |    ^");
  EXPECT_NE(faults_of("n: -9223372036854775809\n", read).find("is out of range: -5..5\n"), std::string::npos);
}

TEST(ConfigNode, RealsAreFiniteNumbers) {
  for (const char* text : {"nan", "inf", "-inf", "infinity", "0.5x", "0x1", "half", ".", "1,5"}) {
    ConfigDocument document = parse(std::string("r: ") + text + "\n");
    document.root().real("r", {-10, 10});
    EXPECT_NE(faults_of(document).find("' is not a number\n"), std::string::npos) << text;
  }
}

TEST(ConfigNode, RangesNameOnlyTheEndsThatLimit) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string faults = faults_of("a: 0\nb: -0.5\nc: 1e999\nd: 1.5\n", [&](const ConfigNode& root) {
    root.integer("a", {1, std::numeric_limits<std::int64_t>::max()});
    root.real("b", {0, infinity});
    root.real("c", {-infinity, 2.5});
    root.real("d", {0, 1});
  });
  EXPECT_EQ(faults,
            "x.yaml:1:4: error: a = 0 is out of range: >= 1\n  1 | a: 0\n    |    ^\n"
            "x.yaml:2:4: error: b = -0.5 is out of range: >= 0\n  2 | b: -0.5\n    |    ^\n"
            "x.yaml:3:4: error: c = 1e999 is out of range: <= 2.5\n  3 | c: 1e999\n    |    ^\n"
            "x.yaml:4:4: error: d = 1.5 is out of range: 0..1\n  4 | d: 1.5\n    |    ^");
}

TEST(ConfigNode, BooleansAreTrueOrFalseOnly) {
  for (const char* text : {"yes", "True", "on", "1"}) {
    ConfigDocument document = parse(std::string("b: ") + text + "\n");
    document.root().boolean("b", false);
    EXPECT_EQ(faults_of(document), std::string("x.yaml:1:4: error: b = '") + text +
                                       "' is not true or false\n  1 | b: " + text + "\n    |    ^");
  }
}

TEST(ConfigNode, ElementsOfAListHaveTheirOwnPathAndPlace) {
  const std::string faults = faults_of("topology:\n  radix: [8, two, ~]\n", [](const ConfigNode& root) {
    root.child("topology").integers("radix", {2, 64});
  });
  EXPECT_EQ(faults,
            "x.yaml:2:14: error: topology.radix[1] = 'two' is not a whole number\n"
            "  2 |   radix: [8, two, ~]\n"
            "    |              ^\n"
            "x.yaml:2:19: error: topology.radix[2] is empty\n"
            "  2 |   radix: [8, two, ~]\n"
            "    |                   ^");
}

TEST(ConfigNode, AKeyMissingInAnElementIsPlacedAtTheElement) {
  const std::string faults =
      faults_of("faults:\n  - {node: 3}\n  - node: 4\n    x: 1\n", [](const ConfigNode& root) {
        for (const ConfigNode& fault : root.child("faults").items()) {
          fault.integer("node", kAnyCount);
          fault.integer("port", kAnyCount);
        }
      });
  EXPECT_EQ(faults,
            "x.yaml:2:5: error: faults[0].port is missing\n"
            "  2 |   - {node: 3}\n"
            "    |     ^\n"
            "x.yaml:3:5: error: faults[1].port is missing\n"
            "  3 |   - node: 4\n"
            "    |     ^\n"
            "x.yaml:4:5: error: unknown key 'x' in faults[1]; legal keys: node, port\n"
            "  4 |     x: 1\n"
            "    |     ^");
}

TEST(ConfigNode, AValueOfTheWrongKindIsOneFault) {
  const std::string text =
      "name: {a: 1, b: 2}\nload: [1]\nkind: {x: 1}\nradix: 8\nfaults: none\nrouter: duato\n";
  const std::string faults = faults_of(text, [](const ConfigNode& root) {
    root.string("name");
    root.real("load", kUnit);
    root.choice("kind", std::span(kTopologies).first(2));
    root.integers("radix", {2, 64});
    EXPECT_TRUE(root.child("faults").items().empty());
    root.child("router").integer("depth", {1, 8});
    root.child("router").child("credit").integer("delay", {1, 8});
  });
  EXPECT_EQ(faults,
            "x.yaml:1:1: error: name is a map, not text\n  1 | name: {a: 1, b: 2}\n    | ^\n"
            "x.yaml:2:7: error: load is a list, not a number\n  2 | load: [1]\n    |       ^\n"
            "x.yaml:3:1: error: kind is a map, not one of torus, mesh\n  3 | kind: {x: 1}\n    | ^\n"
            "x.yaml:4:8: error: radix = '8' is not a list\n  4 | radix: 8\n    |        ^\n"
            "x.yaml:5:9: error: faults = 'none' is not a list\n  5 | faults: none\n    |         ^\n"
            "x.yaml:6:9: error: router = 'duato' is not a map\n  6 | router: duato\n    |         ^");
}

TEST(ConfigNode, ValuesPresentButEmptyAreFaults) {
  const std::string text =
      "topology:\n  kind:\n  radix:\n\n\n  rows: []\nrouter: ~\nname: null\nquoted: ''\n";
  const std::string faults = faults_of(text, [](const ConfigNode& root) {
    const ConfigNode topology = root.child("topology");
    topology.choice("kind", std::span(kTopologies).first(2));
    EXPECT_TRUE(topology.integers("radix", {2, 64}).empty());
    topology.integers("rows", {2, 64});
    root.child("router").integer("depth", {1, 8});
    root.string("name", "none");
    EXPECT_EQ(root.string("quoted"), "");
  });
  EXPECT_EQ(faults,
            "x.yaml:2:3: error: topology.kind is empty; one of torus, mesh\n  2 |   kind:\n    |   ^\n"
            "x.yaml:3:3: error: topology.radix is empty\n  3 |   radix:\n    |   ^\n"
            "x.yaml:6:9: error: topology.rows is empty\n  6 |   rows: []\n    |         ^\n"
            "x.yaml:7:1: error: router is empty\n  7 | router: ~\n    | ^\n"
            "x.yaml:8:1: error: name is empty\n  8 | name: null\n    | ^");
}

TEST(ConfigNode, MissingValuesArePlacedAtTheMapThatShouldHoldThem) {
  const std::string text = "# comment\nname: x\ntopology: {rows: 2}\n";
  const std::string faults = faults_of(text, [](const ConfigNode& root) {
    root.string("name");
    root.child("topology").integer("rows", {1, 8});
    root.child("topology").choice("kind", std::span(kTopologies).first(2));
    root.child("router").integer("depth", {1, 8});
  });
  EXPECT_EQ(faults,
            "x.yaml:1:1: error: router.depth is missing\n  1 | # comment\n    | ^\n"
            "x.yaml:3:1: error: topology.kind is missing; one of torus, mesh\n"
            "  3 | topology: {rows: 2}\n    | ^");
}

TEST(ConfigNode, AFaultOfAMapPointsAtItsKey) {
  const std::string faults = faults_of("topology:\n  kind: mesh\n", [](const ConfigNode& root) {
    root.child("topology").string("kind");
    root.child("topology").fail("topology is not connected");
    root.fail("nothing to run");
  });
  EXPECT_EQ(faults,
            "x.yaml:1:1: error: topology is not connected\n  1 | topology:\n    | ^\n"
            "x.yaml:1:1: error: nothing to run\n  1 | topology:\n    | ^");
}

TEST(ConfigNode, SoundTellsWhetherAnythingAtOrBelowIsAtFault) {
  ConfigDocument document = parse("router: {depth: x}\nrouters: {depth: 1}\nlist: [1, y]\n");
  const ConfigNode root = document.root();
  EXPECT_TRUE(root.sound());
  root.child("router").integer("depth", {1, 8});
  root.child("routers").integer("depth", {1, 8});
  root.integers("list", {1, 8});
  EXPECT_FALSE(root.sound());
  EXPECT_FALSE(root.child("router").sound());
  EXPECT_FALSE(root.child("router").child("depth").sound());
  EXPECT_TRUE(root.child("router").child("kind").sound());
  EXPECT_TRUE(root.child("routers").sound());
  EXPECT_FALSE(root.child("list").sound());
  EXPECT_TRUE(root.child("list").items()[0].sound());
}

TEST(ConfigNode, MissingValuesMakeTheirMapUnsound) {
  ConfigDocument document = parse("router: {depth: 1}\n");
  document.root().child("router").string("kind");
  EXPECT_FALSE(document.root().child("router").sound());
  EXPECT_FALSE(document.root().child("router").child("kind").sound());
}

TEST(ConfigNode, MessagesShowOnlyTheFirstLineOfAText) {
  const auto read = [](const ConfigNode& root) { root.boolean("b", false); };
  EXPECT_EQ(faults_of("b: |\n  one\n  two\n", read),
            "x.yaml:1:4: error: b = 'one...' is not true or false\n  1 | b: |\n    |    ^");
}

TEST(ConfigNode, StaysValidWhenItsDocumentMoves) {
  ConfigDocument first = parse("seed: 1\n");
  const ConfigNode root = first.root();
  const ConfigDocument second = std::move(first);
  EXPECT_EQ(root.integer("seed", kAnyCount), 1);
}

TEST(UnknownKeys, AreListedWithTheLegalKeysIfNoneIsNear) {
  EXPECT_EQ(faults_of("router: {depth: 1, colour: red}\n",
                      [](const ConfigNode& root) {
                        root.child("router").integer("depth", {1, 8});
                        root.child("router").string("kind", "duato");
                      }),
            "x.yaml:1:20: error: unknown key 'colour' in router; legal keys: depth, kind\n"
            "  1 | router: {depth: 1, colour: red}\n"
            "    |                    ^");
}

TEST(UnknownKeys, AreNamedAloneIfTheLegalKeysAreTooMany) {
  EXPECT_EQ(faults_of("colour: red\n",
                      [](const ConfigNode& root) {
                        for (int i = 0; i < 13; ++i) root.integer("option_" + std::to_string(i), {0, 1}, 0);
                      }),
            "x.yaml:1:1: error: unknown key 'colour'\n  1 | colour: red\n    | ^");
}

TEST(UnknownKeys, AreNotSearchedForFurtherUnknownKeys) {
  EXPECT_EQ(faults_of("topolgy:\n  kind: mesh\n  radix: [4]\n",
                      [](const ConfigNode& root) { root.child("topology").string("kind", "mesh"); }),
            "x.yaml:1:1: error: unknown key 'topolgy'; did you mean 'topology'?\n  1 | topolgy:\n    | ^");
}

TEST(UnknownKeys, AreFoundInMapsThatNobodyRead) {
  EXPECT_EQ(faults_of("router:\n  kind: duato\n", [](const ConfigNode& root) { root.child("router"); }),
            "x.yaml:2:3: error: unknown key 'kind' in router\n  2 |   kind: duato\n    |   ^");
}

TEST(UnknownKeys, AreNotReportedBelowAnIgnoredPlace) {
  EXPECT_EQ(faults_of("router:\n  kind: duato\n  deep: [{x: 1}]\n",
                      [](const ConfigNode& root) {
                        root.child("router").ignore();
                        root.child("absent").ignore();
                      }),
            "no error");
}

TEST(DuplicateKeys, AreFaultsAtTheSecondKeyAndTheFirstOneStays) {
  ConfigDocument document =
      parse("topology:\n  kind: mesh\n  rows: 2\n  kind: torus\n\"topology\": {a: 1, a: 2}\n");
  const ConfigNode topology = document.root().child("topology");
  EXPECT_EQ(topology.choice("kind", kTopologies), 1u);
  EXPECT_EQ(topology.integer("rows", {1, 8}), 2);
  EXPECT_FALSE(topology.sound());
  EXPECT_EQ(faults_of(document),
            "x.yaml:4:3: error: duplicate key 'kind' in topology (first at line 2)\n"
            "  4 |   kind: torus\n"
            "    |   ^\n"
            "x.yaml:5:1: error: duplicate key 'topology' (first at line 1)\n"
            "  5 | \"topology\": {a: 1, a: 2}\n"
            "    | ^\n"
            "x.yaml:5:20: error: duplicate key 'a' in topology (first at line 5)\n"
            "  5 | \"topology\": {a: 1, a: 2}\n"
            "    |                    ^");
}

TEST(DuplicateKeys, InDifferentMapsAreNoFault) {
  EXPECT_EQ(faults_of("a: {k: 1}\nb: {k: 1}\nc: [{k: 1}, {k: 1}]\n",
                      [](const ConfigNode& root) {
                        for (const char* key : {"a", "b", "c"}) root.child(key).ignore();
                      }),
            "no error");
}

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

TEST(Overrides, ReplaceAddAndNestValues) {
  ConfigDocument document = parse("router: {depth: 4, kind: duato}\nempty:\n");
  document.set("router.depth=8");
  document.set("topology.radix=[4, 4]");
  document.set("topology.delay={min: 1, max: 8}");
  document.set("empty.name=a=b");
  const ConfigNode root = document.root();
  EXPECT_EQ(root.child("router").integer("depth", {1, 8}), 8);
  EXPECT_EQ(root.child("router").string("kind"), "duato");
  EXPECT_EQ(root.child("topology").integers("radix", {2, 8}), (std::vector<std::int64_t>{4, 4}));
  EXPECT_EQ(root.child("topology").child("delay").integer("max", {1, 8}), 8);
  EXPECT_EQ(root.child("topology").child("delay").integer("min", {1, 8}), 1);
  EXPECT_EQ(root.child("empty").string("name"), "a=b");
  EXPECT_NO_THROW(document.finish());
}

TEST(Overrides, TheLastOneWins) {
  ConfigDocument document = parse("seed: 1\n");
  document.set("seed=2");
  document.set("seed=3");
  EXPECT_EQ(document.root().integer("seed", kAnyCount), 3);
}

TEST(Overrides, PlaceTheirFaultsInTheAssignmentAndAfterThoseOfTheFile) {
  ConfigDocument document = parse("router: {depth: 4, kind: duato}\nseed: x\n");
  document.set("router.depth=80");
  document.set("topology={radix: [4, four]}");
  const ConfigNode root = document.root();
  root.child("topology").integers("radix", {2, 8});
  root.child("topology").string("kind");
  root.child("router").integer("depth", {1, 8});
  root.child("router").string("kind");
  root.integer("seed", kAnyCount);
  EXPECT_EQ(
      faults_of(document),
      "x.yaml:2:7: error: seed = 'x' is not a whole number\n  2 | seed: x\n    |       ^\n"
      "--set router.depth=80:1:14: error: router.depth = 80 is out of range: 1..8\n"
      "  1 | router.depth=80\n"
      "    |              ^\n"
      "--set topology={radix: [4, four]}:1:1: error: topology.kind is missing\n"
      "  1 | topology={radix: [4, four]}\n"
      "    | ^\n"
      "--set topology={radix: [4, four]}:1:22: error: topology.radix[1] = 'four' is not a whole number\n"
      "  1 | topology={radix: [4, four]}\n"
      "    |                      ^");
}

TEST(Overrides, OfUnknownKeysAreFaults) {
  ConfigDocument document = parse("router: {depth: 4}\n");
  document.set("router.dept=3");
  document.set("ruter.depth=3");
  document.root().child("router").integer("depth", {1, 8});
  EXPECT_EQ(faults_of(document),
            "--set router.dept=3:1:8: error: unknown key 'dept' in router; did you mean 'depth'?\n"
            "  1 | router.dept=3\n    |        ^\n"
            "--set ruter.depth=3:1:1: error: unknown key 'ruter'; did you mean 'router'?\n"
            "  1 | ruter.depth=3\n    | ^");
}

TEST(Overrides, ThatCannotBeReadAreFaultsAndChangeNothing) {
  ConfigDocument document = parse("seed: 1\n");
  document.set("seed");
  document.set("=3");
  document.set("a..b=3");
  document.set("seed.x=3");
  document.set("é.x=[1");
  document.set("");
  EXPECT_EQ(document.root().integer("seed", kAnyCount), 1);
  EXPECT_EQ(faults_of(document),
            "--set seed:1:1: error: an override reads dotted.path=value, and this has no '='\n"
            "  1 | seed\n    | ^\n"
            "--set =3:1:1: error: '' is not a dotted path: a name in it is empty\n"
            "  1 | =3\n    | ^\n"
            "--set a..b=3:1:1: error: 'a..b' is not a dotted path: a name in it is empty\n"
            "  1 | a..b=3\n    | ^\n"
            "--set seed.x=3:1:1: error: seed is not a map\n"
            "  1 | seed.x=3\n    | ^\n"
            "--set é.x=[1:1:5: error: YAML: this map or list is never closed, or stands where a key belongs\n"
            "  1 | é.x=[1\n    |     ^\n"
            "--set :1:1: error: an override reads dotted.path=value, and this has no '='");
}

TEST(Overrides, WithoutAValueEmptyIt) {
  ConfigDocument document = parse("router: {depth: 4}\n");
  document.set("router.depth=");
  document.root().child("router").integer("depth", {1, 8});
  EXPECT_EQ(
      faults_of(document),
      "--set router.depth=:1:14: error: router.depth is empty\n  1 | router.depth=\n    |              ^");
}

TEST(ToYaml, IsReadable) {
  ConfigDocument document = parse(
      "name: x   # comment\ntopology: {kind: torus, radix: [8, 8]}\nempty:\nfaults: [{node: 1}, {node: 2, "
      "ports: [1, 2]}]\n");
  document.set("router.depth=4");
  EXPECT_EQ(document.to_yaml(),
            "name: x\n"
            "topology:\n"
            "  kind: torus\n"
            "  radix: [8, 8]\n"
            "empty: ~\n"
            "faults:\n"
            "  - node: 1\n"
            "  - node: 2\n"
            "    ports: [1, 2]\n"
            "router:\n"
            "  depth: 4\n");
}

/// Whether two values are of one kind and hold the same.
void expect_same(const ConfigNode& a, const ConfigNode& b, const std::vector<std::string>& keys) {
  ASSERT_EQ(a.exists(), b.exists()) << a.path();
  ASSERT_EQ(a.is_map(), b.is_map()) << a.path();
  ASSERT_EQ(a.is_list(), b.is_list()) << a.path();
  ASSERT_EQ(a.is_scalar(), b.is_scalar()) << a.path();
  if (a.is_scalar()) {
    EXPECT_EQ(a.as_string(), b.as_string()) << a.path();
  }
  if (a.is_list()) {
    const auto left = a.items(), right = b.items();
    ASSERT_EQ(left.size(), right.size()) << a.path();
    for (std::size_t i = 0; i < left.size(); ++i) expect_same(left[i], right[i], keys);
  }
  if (a.is_map()) {
    for (const std::string& key : keys) expect_same(a.child(key), b.child(key), keys);
  }
}

TEST(ToYaml, ReadsBackToTheSameConfiguration) {
  const std::vector<std::string> scalars{
      "1",        "-0.50", "true", "null",   "~",       "",       " lead",        "trail ", "a: b",
      "a:",       "# no",  "x #y", "- dash", "[1, 2]",  "{a: b}", "a, b",         "it's",   "\"q\"",
      "\\",       "a\nb",  "a\n",  "\n",     "a\n\nb ", "größe",  "\xE6\x97\xA5", "@at",    "`tick",
      "%percent", "!bang", "&amp", "*star",  "? ask",   "| pipe", "> fold",       "tab\tx", "---",
      "...",      "=",     "<<",   "?",      "-",       ":",      "\x01",         "\x7F"};
  std::vector<std::string> keys{"scalars", "list", "map", "nested", "none",
                                "key: 1",  "~",    "- k", "größe",  "a, b"};
  const auto quoted = [](const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '\n') {
        result += "\\n";
      } else if (c == '"' || c == '\\') {
        result += std::string("\\") + c;
      } else {
        result += c;
      }
    }
    return result + '"';
  };
  std::string text = "none:\nlist: [[], {}, ~, [[1], 2]]\nmap: {}\nscalars: [~";
  for (const std::string& scalar : scalars) text += ", " + quoted(scalar);
  text += "]\nnested:\n";
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    text += "  k" + std::to_string(i) + ": " + quoted(scalars[i]) + "\n";
    keys.push_back("k" + std::to_string(i));
  }
  for (const char* key : {"key: 1", "~", "- k", "größe", "a, b"})
    text += "  " + quoted(key) + ": [{x: 1}, [a]]\n";

  ConfigDocument original = parse(text);
  const auto elements = original.root().child("scalars").items();
  ASSERT_EQ(elements.size(), scalars.size() + 1);
  for (std::size_t i = 0; i < scalars.size(); ++i) EXPECT_EQ(elements[i + 1].as_string(), scalars[i]);

  ConfigDocument copy = parse(original.to_yaml());
  expect_same(original.root(), copy.root(), keys);
  EXPECT_EQ(copy.to_yaml(), original.to_yaml());
}

TEST_F(ConfigFile, IsReadFromItsFolder) {
  write("pattern.txt", "0 1\n");
  ConfigDocument document = ConfigDocument::from_file(write("x.yaml", "file: pattern.txt\n"));
  EXPECT_EQ(document.directory(), folder_);
  EXPECT_EQ(document.root().child("file").as_file(), folder_ / "pattern.txt");
  EXPECT_NO_THROW(document.finish());
}

TEST_F(ConfigFile, FaultsNameTheFileAsGiven) {
  const std::string file = write("x.yaml", "seed: y\n").string();
  ConfigDocument document = ConfigDocument::from_file(file);
  document.root().integer("seed", kAnyCount);
  EXPECT_EQ(faults_of(document),
            file + ":1:7: error: seed = 'y' is not a whole number\n  1 | seed: y\n    |       ^");
}

TEST_F(ConfigFile, ThatCannotBeReadIsAnError) {
  const std::string missing = (folder_ / "missing.yaml").string();
  EXPECT_EQ(error_of([&] { ConfigDocument::from_file(missing); }),
            missing + ": error: cannot be read: No such file or directory");
  EXPECT_EQ(error_of([&] { ConfigDocument::from_file(folder_); }),
            folder_.string() + ": error: cannot be read: Is a directory");
}

TEST_F(ConfigFile, NamedInsideThatCannotBeReadIsAFault) {
  ConfigDocument document =
      ConfigDocument::from_file(write("x.yaml", "traffic:\n  permutation_file: x.txt\n  folder: .\n"));
  document.root().child("traffic").child("permutation_file").as_file();
  document.root().child("traffic").child("folder").as_file();
  EXPECT_EQ(document.root().child("traffic").child("none").as_file(), "");
  const std::string file = (folder_ / "x.yaml").string();
  EXPECT_EQ(faults_of(document),
            file + ":1:1: error: traffic.none is missing\n  1 | traffic:\n    | ^\n" + file +
                ":2:21: error: traffic.permutation_file = 'x.txt' cannot be read: No such file or directory\n"
                "  2 |   permutation_file: x.txt\n"
                "    |                     ^\n" +
                file +
                ":3:11: error: traffic.folder = '.' cannot be read: Is a directory\n"
                "  3 |   folder: .\n"
                "    |           ^");
}

TEST_F(ConfigFile, NamedByAnOverrideIsRelativeToTheCurrentFolder) {
  write("pattern.txt", "");
  ConfigDocument document = ConfigDocument::from_file(write("x.yaml", "file: pattern.txt\n"));
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path inner = folder_ / "inner";
  std::filesystem::create_directory(inner);
  std::ofstream(inner / "other.txt") << "";
  document.set("file=other.txt");
  std::filesystem::current_path(inner);
  EXPECT_EQ(document.root().child("file").as_file(), "other.txt");
  EXPECT_NO_THROW(document.finish());
  std::filesystem::current_path(before);
}

TEST(NearestName, FindsSlipsOfTheFingers) {
  EXPECT_EQ(nearest_name("tours", kTopologies), "torus");
  EXPECT_EQ(nearest_name("hypercub", kTopologies), "hypercube");
  EXPECT_EQ(nearest_name("MESH", kTopologies), "mesh");
  EXPECT_EQ(nearest_name("meshh", kTopologies), "mesh");
}

TEST(NearestName, IsEmptyIfNothingIsNear) {
  EXPECT_EQ(nearest_name("banyan", kTopologies), "");
  EXPECT_EQ(nearest_name("", kTopologies), "");
  EXPECT_EQ(nearest_name("torus", {}), "");
  EXPECT_EQ(nearest_name("x", std::vector<std::string>{"y"}), "");
}

TEST(NearestName, PrefersTheNearestAndThenTheFirst) {
  const std::vector<std::string> names{"buffer_depths", "buffer_depth", "buffer_dept"};
  EXPECT_EQ(nearest_name("buffer_depth", names), "buffer_depth");
  EXPECT_EQ(nearest_name("bufer_depth", names), "buffer_depth");
  EXPECT_EQ(nearest_name("cat", std::vector<std::string>{"bat", "rat"}), "bat");
}

}  // namespace
}  // namespace switchyard
