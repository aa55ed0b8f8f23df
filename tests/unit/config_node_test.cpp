#include "hw/config/config_node.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/config_faults.h"

namespace switchyard {
namespace {

constexpr RealRange kUnit{0, 1};
const std::vector<std::string> kTopologies{"torus", "mesh", "hypercube", "custom"};

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

TEST(ConfigNode, ReadsAShareAsANumberOrAPercentage) {
  for (const auto& [text, share] : std::vector<std::pair<std::string, double>>{
           {"2 %", 0.02}, {"2%", 0.02}, {"0.02", 0.02}, {"12.5   %", 0.125}, {"100 %", 1}, {"'3 %'", 0.03}}) {
    ConfigDocument document = parse("share: " + text + "\n");
    EXPECT_DOUBLE_EQ(document.root().child("share").as_share(kUnit), share) << text;
    EXPECT_NO_THROW(document.finish()) << text;
  }
  for (const std::string text : {"2", "101 %", "-1 %", "2 percent", "'% 2'", "2 %%", "inf %", "[2]"}) {
    ConfigDocument document = parse("share: " + text + "\n");
    document.root().child("share").as_share(kUnit);
    EXPECT_THROW(document.finish(), ConfigError) << text;
  }
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

}  // namespace
}  // namespace switchyard
