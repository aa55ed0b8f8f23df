#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/support/config_faults.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

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
                        for (int i = 0; i < 25; ++i) root.integer("option_" + std::to_string(i), {0, 1}, 0);
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

TEST(UnknownKeys, AreNotKnownByALookWhetherTheyAreThere) {
  EXPECT_EQ(faults_of("colour: red\n",
                      [](const ConfigNode& root) {
                        EXPECT_TRUE(root.has("colour"));
                        EXPECT_FALSE(root.has("form"));
                        root.string("name", "");
                      }),
            "x.yaml:1:1: error: unknown key 'colour'; legal keys: name\n  1 | colour: red\n    | ^");
}

TEST(UnknownKeys, AreNotReportedBelowAnIgnoredPlace) {
  EXPECT_EQ(faults_of("router:\n  kind: duato\n  deep: [{x: 1}]\n",
                      [](const ConfigNode& root) {
                        root.child("router").ignore();
                        root.child("absent").ignore();
                      }),
            "no error");
}

TEST(RenamedKeys, AreReportedWithTheirNewName) {
  EXPECT_EQ(faults_of("router: {phits: 2}\n",
                      [](const ConfigNode& root) {
                        root.child("router").integer("phits_per_packet", {1, 64}, 1);
                      }),
            "x.yaml:1:10: error: router.phits is called router.phits_per_packet now\n"
            "  1 | router: {phits: 2}\n"
            "    |          ^");
}

TEST(RenamedKeys, AreUnknownWhereTheNewOneIsUnknownToo) {
  EXPECT_EQ(faults_of("router: {phits: 2}\nclock: {phits: 2}\n",
                      [](const ConfigNode& root) {
                        root.child("router").string("kind", "duato");
                        root.child("clock").integer("phits_per_packet", {1, 64}, 1);
                      }),
            "x.yaml:1:10: error: unknown key 'phits' in router; legal keys: kind\n"
            "  1 | router: {phits: 2}\n"
            "    |          ^\n"
            "x.yaml:2:9: error: unknown key 'phits' in clock; legal keys: phits_per_packet\n"
            "  2 | clock: {phits: 2}\n"
            "    |         ^");
}

TEST(RenamedWords, AreReportedWithTheirNewNameWhereThatIsAChoice) {
  const auto faults_among = [](const std::array<std::string, 2>& crossbars) {
    return faults_of("router: {crossbar: lanes}\n",
                     [&](const ConfigNode& root) { root.child("router").choice("crossbar", crossbars); });
  };
  EXPECT_EQ(faults_among({"vcs", "ports"}),
            "x.yaml:1:20: error: router.crossbar = lanes is called vcs now\n"
            "  1 | router: {crossbar: lanes}\n"
            "    |                    ^");
  EXPECT_EQ(faults_among({"none", "ports"}),
            "x.yaml:1:20: error: router.crossbar = 'lanes' is not one of none, ports\n"
            "  1 | router: {crossbar: lanes}\n"
            "    |                    ^");
}

TEST(DuplicateKeys, AreFaultsAtTheSecondKeyAndTheFirstOneStays) {
  ConfigDocument document =
      parse("topology:\n  kind: mesh\n  rows: 2\n  kind: torus\n\"topology\": {a: 1, a: 2}\n");
  const ConfigNode topology = document.root().child("topology");
  EXPECT_EQ(topology.string("kind"), "mesh");
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

TEST(MissingKeys, HideWhatDependsOnThem) {
  const std::string error = error_of([] {
    experiment_from(
        "topology: {kind: custom, links: [[0, 1], [1, 2], [2, 3]]}\n"
        "router: {kind: duato, virtual_channels: 2, input_depth: 4}\nrouting: {kind: up_down}\n"
        "traffic: {pattern: uniform, packet_length: 4, load: 0.2}\n");
  });
  EXPECT_EQ(error.substr(0, error.find('\n')), "test.yaml:1:1: error: topology.nodes is missing");
  EXPECT_EQ(error.find("out of range"), std::string::npos) << error;
}

}  // namespace
}  // namespace switchyard
