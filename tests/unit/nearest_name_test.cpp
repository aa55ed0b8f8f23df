#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw/config/config_node.h"

namespace switchyard {
namespace {

const std::vector<std::string> kTopologies{"torus", "mesh", "hypercube", "custom"};

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
