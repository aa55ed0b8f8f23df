#include "hw/design/proof/buffer_bound.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

BufferBound bound_of(const std::string& network) {
  return *buffer_bound(
      experiment_from(network + "\ntraffic: {pattern: uniform, packet_length: 1, load: 0.1}").design);
}

TEST(BufferBound, CountsInputAndOutputVcsOfEveryPort) {
  const BufferBound bound = bound_of(
      "topology: {kind: torus, radix: [4, 4]}\n"
      "router: {kind: duato, virtual_channels: 3, input_depth: 8, output_depth: 2}\n"
      "routing: {kind: duato}");
  EXPECT_EQ(bound.largest_node, 5 * 3 * (8 + 2));
  EXPECT_EQ(bound.network, 16 * 5 * 3 * (8 + 2));
}

TEST(BufferBound, LeavesOutThePortsAtTheBorderOfAMesh) {
  const BufferBound bound = bound_of(
      "topology: {kind: mesh, radix: [3, 3]}\n"
      "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 0}\n"
      "routing: {kind: dimension_order}");
  EXPECT_EQ(bound.largest_node, 5 * 2 * 4);
  EXPECT_EQ(bound.node, 4) << "the one in the middle";
  EXPECT_EQ(bound.network, (24 + 9) * 2 * 4) << "channels and terminals";
}

/// The paper's node has 3n + 2 buffers beside its queues.
TEST(BufferBound, IsTheThreeQueueNodeOfThePaper) {
  const BufferBound bound = bound_of(
      "topology: {kind: hypercube, dimensions: 4}\n"
      "router: {kind: konstantinidou, queue_size: [3, 5, 7], input_buffer: 1, ejection_buffer: 1}\n"
      "routing: {kind: three_queue}");
  EXPECT_EQ(bound.largest_node, (3 * 4 + 2) + (3 + 5 + 7));
  EXPECT_EQ(bound.network, 16 * (3 * 4 + 2 + 3 + 5 + 7));
}

/// Sixteen buffers, whichever colour they are turned for, and the node's own packet.
TEST(BufferBound, IsTheSixteenBufferNodeOfThePaper) {
  for (const auto& [banks, packets] : {std::pair{1, 16 + 1}, {2, 32 + 1}}) {
    const Experiment experiment = experiment_from(
        "topology: {kind: mesh, radix: [4, 4]}\n"
        "router: {kind: mesh16, banks: " +
        std::to_string(banks) + "}\nworkload: {kind: many_to_one}\n");
    EXPECT_EQ(buffer_bound(experiment.design)->largest_node, packets);
  }
}

TEST(BufferBound, CountsFramesAndSlotsOfTheChaosRouterByTheLongestPacket) {
  const BufferBound bound = bound_of(
      "topology: {kind: hypercube, dimensions: 3}\n"
      "router: {kind: chaos, queue_size: 5, packet_flits: 4, injection_buffer: 2, ejection_buffer: 3}\n"
      "routing: {kind: minimal}");
  EXPECT_EQ(bound.largest_node, 4 * (2 * 3 + 5 + 2 + 3));
}

TEST(BufferBound, CountsTheSharedBuffersOfTheExchangeRouterOnce) {
  const BufferBound bound = bound_of(
      "topology: {kind: hypercube, dimensions: 3}\n"
      "router: {kind: exchange, buffers: 6, injection_buffer: 2, ejection_buffer: 3}\n"
      "routing: {kind: minimal}");
  EXPECT_EQ(bound.largest_node, 6 + 2 + 3);
}

TEST(BufferBound, LeavesOutWhatIsBehindALinkKnownToBeFaulty) {
  const std::string network =
      "topology: {kind: torus, radix: [4]}\n"
      "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 0}\n"
      "routing: {kind: up_down}";
  EXPECT_EQ(bound_of(network).network, 4 * 3 * 2 * 4);
  EXPECT_EQ(bound_of(network + "\nfaults: [{link: [0, 1]}]").network, (4 * 3 - 2) * 2 * 4);
}

}  // namespace
}  // namespace switchyard
