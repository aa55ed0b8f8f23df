#include "tlm/socket/socket_terminal.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace switchyard {
namespace {

class Silent final : public TerminalListener {
 public:
  void sent(NodeId, Parcel&, int) override {}
  void received(NodeId, PacketId) override {}
};

TerminalPort port_of(const std::vector<int>& networks, const std::vector<int>& priorities) {
  return {.virtual_channels = 4,
          .injection_vcs = 1,
          .input_depth = 3,
          .networks = VirtualNetworks(networks, priorities)};
}

/// The VC and the place in its packet of each flit that leaves, cycle by cycle.
std::vector<std::pair<int, int>> sent_by(const TerminalPort& port, int cycles) {
  Silent listener;
  SocketTerminal terminal(/*node=*/0, /*node_count=*/4, port, listener, /*observer=*/nullptr);
  Parcel request{.source = 0, .destination = 1};
  Parcel response{.source = 0, .destination = 2, .is_response = true};
  terminal.queue(request, /*flits=*/5, /*from=*/0);
  terminal.queue(response, /*flits=*/2, /*from=*/1);
  std::vector<std::pair<int, int>> sent;
  PortOutputs outputs;
  for (Cycle now = 0; now < static_cast<Cycle>(cycles); ++now) {
    outputs.clear();
    terminal.step(now, {}, outputs);
    if (outputs.flit_ports != 0) sent.emplace_back(outputs.flits[0].vc, outputs.flits[0].remaining);
  }
  return sent;
}

using Flits = std::vector<std::pair<int, int>>;

TEST(SocketTerminal, ResponsesWaitBehindRequestsInOneVirtualNetwork) {
  EXPECT_EQ(sent_by(port_of({4}, {}), 20), (Flits{{0, 5}, {0, 4}, {0, 3}})) << "no credit comes";
}

/// The request runs out of credit after three flits, and the response goes on.
TEST(SocketTerminal, ResponsesGoByTheSecondVirtualNetwork) {
  EXPECT_EQ(sent_by(port_of({2, 2}, {}), 20), (Flits{{0, 5}, {2, 2}, {0, 4}, {2, 1}, {0, 3}}));
}

TEST(SocketTerminal, ThePriorityOfAVirtualNetworkHoldsAtTheSource) {
  EXPECT_EQ(sent_by(port_of({2, 2}, {0, 1}), 20), (Flits{{0, 5}, {2, 2}, {2, 1}, {0, 4}, {0, 3}}));
  EXPECT_EQ(sent_by(port_of({2, 2}, {1, 0}), 20), (Flits{{0, 5}, {0, 4}, {0, 3}, {2, 2}, {2, 1}}));
}

}  // namespace
}  // namespace switchyard
