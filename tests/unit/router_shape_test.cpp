#include "hw/router/vc/router_shape.h"

#include <functional>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// What a router of the plain shape may be at most.
DuatoConfig plain() {
  DuatoConfig config;
  config.virtual_channels = 4;
  config.input_depth = 255;
  config.output_depth = 255;
  return config;
}

TEST(RouterShape, ARouterThatKeepsEveryPromiseHasThePlainShape) {
  EXPECT_TRUE(keeps_promises<PlainShape>(plain(), 10, true, true));
}

TEST(RouterShape, EachPromiseThatARouterBreaksTakesThePlainShapeFromIt) {
  const auto breaks = [](const std::function<void(DuatoConfig&)>& change) {
    DuatoConfig config = plain();
    change(config);
    EXPECT_TRUE(keeps_promises<AnyShape>(config, 10, true, true));
    return !keeps_promises<PlainShape>(config, 10, true, true);
  };
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.virtual_channels = 3; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.virtual_channels = 5; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.input_depth = 256; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.output_depth = 256; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.output_depth = 0; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.crossbar = DuatoConfig::Crossbar::Ports; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.t_crossbar = 2; }));
  EXPECT_TRUE(breaks([](DuatoConfig& config) { config.half_duplex = true; }));
  EXPECT_FALSE(keeps_promises<PlainShape>(plain(), 11, true, true)) << "ports";
  EXPECT_FALSE(keeps_promises<PlainShape>(plain(), 10, false, true)) << "narrow links";
  EXPECT_FALSE(keeps_promises<PlainShape>(plain(), 10, true, false)) << "blocks of somebody else";
}

TEST(RouterShape, ACubeOfFifteenDimensionsHasACubeShape) {
  DuatoConfig config = plain();
  config.half_duplex = true;
  EXPECT_TRUE(keeps_promises<CubeShape>(config, 16, false, true)) << "64 VCs";
  EXPECT_FALSE(keeps_promises<CubeShape>(config, 17, false, true)) << "ports";
  EXPECT_FALSE(keeps_promises<CubeShape>(config, 16, false, false)) << "blocks of somebody else";
  config.virtual_channels = 5;
  EXPECT_TRUE(keeps_promises<CubeShape>(config, 8, false, true)) << "8 ports of 8, of which 5 are there";
  EXPECT_FALSE(keeps_promises<CubeShape>(config, 9, false, true)) << "VCs";
  config.output_depth = 0;
  EXPECT_FALSE(keeps_promises<CubeShape>(config, 8, false, true)) << "no output queues";
}

TEST(RouterShape, AShapeThatPromisesNothingSuitsEveryRouter) {
  DuatoConfig config;
  config.virtual_channels = kMaxVcs;
  config.input_depth = 4096;
  config.output_depth = 0;
  config.crossbar = DuatoConfig::Crossbar::Ports;
  config.t_crossbar = 9;
  config.half_duplex = true;
  EXPECT_TRUE(keeps_promises<AnyShape>(config, kMaxPorts, false, false));
}

}  // namespace
}  // namespace switchyard
