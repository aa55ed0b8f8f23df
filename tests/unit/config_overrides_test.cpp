#include <gtest/gtest.h>

#include <vector>

#include "tests/support/config_faults.h"

namespace switchyard {
namespace {

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

TEST(Overrides, OfNullRemoveTheKey) {
  ConfigDocument document = parse("seed: 3\nrouter: {depth: 4, kind: duato}\n");
  document.set("router.depth=null");
  document.set("seed=~");
  EXPECT_FALSE(document.root().child("seed").exists());
  EXPECT_FALSE(document.root().child("router").child("depth").exists());
  EXPECT_EQ(document.root().child("router").string("kind"), "duato");
  document.finish();
}

TEST(Overrides, RemoveOnlyWhatIsThere) {
  ConfigDocument document = parse("router: {depth: 4}\n");
  document.set("router.dept=null");
  document.set("traffic.load=null");
  document.root().child("router").integer("depth", {1, 8});
  EXPECT_EQ(faults_of(document),
            "--set router.dept=null:1:8: error: there is no router.dept to remove\n"
            "  1 | router.dept=null\n    |        ^\n"
            "--set traffic.load=null:1:1: error: there is no traffic to remove\n"
            "  1 | traffic.load=null\n    | ^");
}

}  // namespace
}  // namespace switchyard
