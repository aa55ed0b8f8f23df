#include "testbench/wave/gtkw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <system_error>

#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

WaveTree small_tree() {
  WaveTree tree;
  tree.scope("network", Fold::Open, [&] {
    tree.wire("clk", 1, Radix::Binary);
    tree.wire("cycle", 32);
    tree.scope("router_0", Fold::Closed, [&] {
      tree.scope("in", Fold::Open, [&] {
        tree.wire("packet", 32);
        tree.wire("credit", 3, Radix::Binary);
      });
    });
  });
  return tree;
}

TEST(Gtkw, GroupsTheWiresAsTheScopesDo) {
  TemporaryFolder folder;
  write_gtkw(folder / "a.vcd", small_tree(), 4500);
  const std::string view = contents_of(folder / "a.gtkw");
  EXPECT_EQ(view.substr(view.find("[treeopen]")),
            "[treeopen] network.\n"
            "@28\nnetwork.clk\n"
            "@24\nnetwork.cycle[31:0]\n"
            "@c00200\n-router_0\n"
            "@800200\n-in\n"
            "@24\n+{in.packet} network.router_0.in.packet[31:0]\n"
            "@28\n+{in.credit} network.router_0.in.credit[2:0]\n"
            "@1000200\n-in\n"
            "@1401200\n-router_0\n"
            "[pattern_trace] 1\n[pattern_trace] 0\n");
}

TEST(Gtkw, FindsTheDumpFileBesideItself) {
  TemporaryFolder folder;
  write_gtkw(folder / "a.vcd", small_tree(), 4500);
  const std::string view = contents_of(folder / "a.gtkw");
  EXPECT_NE(view.find("\n[dumpfile] \"a.vcd\"\n[savefile] \"a.gtkw\"\n"), std::string::npos);
}

TEST(Gtkw, BeginsAtTheStartOfTheDump) {
  TemporaryFolder folder;
  write_gtkw(folder / "a.vcd", small_tree(), 4500);
  EXPECT_NE(contents_of(folder / "a.gtkw").find("\n[timestart] 4500\n"), std::string::npos);
}

/// A zoom, the primary marker and 26 named ones.
TEST(Gtkw, HasOneZoomAndAllMarkers) {
  TemporaryFolder folder;
  write_gtkw(folder / "a.vcd", small_tree(), 0);
  std::istringstream lines(contents_of(folder / "a.gtkw"));
  int zooms = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] != '*') continue;
    ++zooms;
    EXPECT_EQ(std::count(line.begin(), line.end(), ' '), 27);
  }
  EXPECT_EQ(zooms, 1);
}

TEST(Gtkw, TakesTheNameOfTheDumpFile) {
  EXPECT_EQ(gtkw_path("out/a.vcd"), "out/a.gtkw");
  EXPECT_EQ(gtkw_path("out.d/a"), "out.d/a.gtkw");
}

TEST(Gtkw, NamesTheFileThatItCannotWrite) {
  TemporaryFolder folder;
  try {
    write_gtkw(folder / "missing" / "a.vcd", small_tree(), 0);
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing/a.gtkw"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace switchyard
