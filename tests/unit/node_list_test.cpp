#include "testbench/traffic/node_list.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace switchyard {
namespace {

using Nodes = std::vector<NodeId>;

TEST(NodeList, TakesNodesAndRanges) {
  EXPECT_EQ(parse_node_list("0,5,7-9", 64), (Nodes{0, 5, 7, 8, 9}));
  EXPECT_EQ(parse_node_list("63", 64), (Nodes{63}));
  EXPECT_EQ(parse_node_list("4-4", 64), (Nodes{4}));
  EXPECT_EQ(parse_node_list("0-3", 4), (Nodes{0, 1, 2, 3}));
}

TEST(NodeList, NamesEachNodeOnceAndInOrder) {
  EXPECT_EQ(parse_node_list("9,2-4,3,2", 10), (Nodes{2, 3, 4, 9}));
}

TEST(NodeList, RefusesWhatIsNoNode) {
  for (const char* list :
       {"",   ",",    "1,",  ",1",  "1,,2",       "a",          "1x",           "x1",
        " 1", "1 ",   "+1",  "-1",  "1-",         "-",          "3-2",          "1-2-3",
        "64", "0-64", "0x1", "1.0", "4294967295", "4294967296", "0-4294967296", "99999999999999999999"}) {
    EXPECT_THROW(parse_node_list(list, 64), std::invalid_argument) << '"' << list << '"';
  }
}

TEST(NodeList, SaysWhichPartIsWrongAndWhatIsLegal) {
  try {
    parse_node_list("0,5-70,3", 64);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "node list \"0,5-70,3\": \"5-70\" is neither a node nor a range a-b of nodes 0..63");
  }
}

}  // namespace
}  // namespace switchyard
