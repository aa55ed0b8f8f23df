#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/design/read/read_design.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/level_carrier.h"

namespace switchyard {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using Lines = std::vector<std::string>;

/// Writes down what it is told.
class Listener final : public CarrierListener {
 public:
  Lines told;
  std::function<void()> on_told;  ///< Is called once.

 private:
  void departed(Parcel& parcel, int flits) override {
    note(parcel, "departed with " + std::to_string(flits) + " flits");
  }
  void arrived(Parcel& parcel) override { note(parcel, "arrived"); }
  void note(const Parcel& parcel, const std::string& what) {
    told.push_back(sc_core::sc_time_stamp().to_string() + ": " + std::to_string(parcel.source) + " to " +
                   std::to_string(parcel.destination) + (parcel.is_response ? ", response " : ", request ") +
                   what);
    if (const auto react = std::exchange(on_told, nullptr)) react();
  }
};

class PacketCarrierAt : public testing::TestWithParam<const char*> {
 protected:
  /// Edge k rises at k + 0.5 ns; half a period after it is k + 1 ns.
  void run_to(double nanoseconds) {
    sc_core::sc_start(sc_time(nanoseconds, SC_NS) - sc_core::sc_time_stamp());
  }

  void send(Parcel& parcel, int flits) {
    carrier_->send(parcel, flits);
    carrier_->await_departures();
  }

  Listener listener_;
  const Design design_ =
      *read_design(ConfigDocument::from_text(
                       "topology: {kind: torus, radix: [4]}\n"
                       "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
                       "routing: {kind: duato}\n",
                       "ring.yaml")
                       .root(),
                   standard_catalogs().hardware);
  const std::unique_ptr<PacketCarrier> carrier_ = carrier_at(*find_level(GetParam()), design_)(listener_);
};

TEST_P(PacketCarrierAt, ResponsesOfACycleLeaveBeforeItsRequests) {
  Parcel request{.source = 1, .destination = 2, .is_response = false};
  Parcel response{.source = 1, .destination = 2, .is_response = true};
  run_to(9.7);
  send(request, 3);
  run_to(10.4);
  send(response, 2);
  run_to(100);
  ASSERT_EQ(listener_.told.size(), 4u);
  EXPECT_EQ(listener_.told[0], "12 ns: 1 to 2, response departed with 2 flits");
  EXPECT_EQ(listener_.told[1], "15 ns: 1 to 2, request departed with 3 flits");
}

TEST_P(PacketCarrierAt, RequestsOfEarlierCyclesLeaveBeforeResponses) {
  Parcel request{.source = 1, .destination = 2, .is_response = false};
  Parcel response{.source = 1, .destination = 2, .is_response = true};
  run_to(9.7);
  send(request, 3);
  run_to(10.5);  // At the edge: too late for it.
  send(response, 2);
  run_to(100);
  ASSERT_EQ(listener_.told.size(), 4u);
  EXPECT_EQ(listener_.told[0], "13 ns: 1 to 2, request departed with 3 flits");
  EXPECT_EQ(listener_.told[1], "15 ns: 1 to 2, response departed with 2 flits");
}

TEST_P(PacketCarrierAt, TellsOfNodesInOrderWhoeverWasFirst) {
  Parcel parcels[2] = {{.source = 3, .destination = 0}, {.source = 1, .destination = 2}};
  run_to(10);
  for (Parcel& parcel : parcels) send(parcel, 1);
  run_to(100);
  ASSERT_EQ(listener_.told.size(), 4u);
  EXPECT_EQ(listener_.told[0], "11 ns: 1 to 2, request departed with 1 flits");
  EXPECT_EQ(listener_.told[1], "11 ns: 3 to 0, request departed with 1 flits");
  EXPECT_NE(listener_.told[2].find("3 to 0, request arrived"), std::string::npos);
  EXPECT_NE(listener_.told[3].find("1 to 2, request arrived"), std::string::npos);
}

TEST_P(PacketCarrierAt, TellsNothingOfWhatAResetHasLost) {
  Parcel lost[2] = {{.source = 0, .destination = 1}, {.source = 0, .destination = 1}};
  Parcel next{.source = 1, .destination = 2};
  run_to(10);
  send(lost[0], 1);
  run_to(13);
  send(lost[1], 1);
  listener_.told.clear();
  carrier_->reset();
  send(next, 1);
  run_to(100);
  ASSERT_EQ(listener_.told.size(), 2u);
  EXPECT_EQ(listener_.told[0], "16 ns: 1 to 2, request departed with 1 flits");  // After two edges of reset.
}

TEST_P(PacketCarrierAt, TellsNothingMoreWhenItIsResetByWhoIsTold) {
  struct Case {
    double until;
    bool awaited;
    const char* told;
  };
  for (const Case& at : {Case{0.1, true, "departed"}, {2.5, true, "arrived"}, {0.1, false, "departed"}}) {
    Parcel lost[3] = {
        {.source = 0, .destination = 1}, {.source = 1, .destination = 2}, {.source = 2, .destination = 3}};
    Parcel next{.source = 3, .destination = 2};
    const auto run_for = [](double time) { sc_core::sc_start(sc_time(time, SC_NS)); };
    run_for(20.2);
    for (Parcel& parcel : lost) carrier_->send(parcel, 1);
    if (at.awaited) carrier_->await_departures();
    run_for(at.until);
    listener_.told.clear();
    sc_time reset;
    listener_.on_told = [&] {
      reset = sc_core::sc_time_stamp();
      carrier_->reset();
      send(next, 1);
    };
    run_for(100);
    ASSERT_EQ(listener_.told.size(), 3u);
    EXPECT_NE(listener_.told[0].find(std::string("0 to 1, request ") + at.told), std::string::npos)
        << listener_.told[0];
    EXPECT_EQ(listener_.told[1],
              (reset + sc_time(3, SC_NS)).to_string() + ": 3 to 2, request departed with 1 flits");
    EXPECT_NE(listener_.told[2].find("3 to 2, request arrived"), std::string::npos) << listener_.told[2];
  }
}

TEST_P(PacketCarrierAt, TellsOfADepartureInThePastAtOnceAndBeforeTheArrivalAnyway) {
  Parcel parcels[2] = {{.source = 2, .destination = 1}, {.source = 3, .destination = 2}};
  run_to(10);
  for (Parcel& parcel : parcels) carrier_->send(parcel, 4);
  run_to(14.2);
  carrier_->await_departures();
  ASSERT_EQ(listener_.told.size(), 2u);
  run_to(100);
  ASSERT_EQ(listener_.told.size(), 4u);
  listener_.told.clear();
  carrier_->send(parcels[0], 4);  // Nobody waits now.
  run_to(200);
  ASSERT_EQ(listener_.told.size(), 2u);
  EXPECT_NE(listener_.told[0].find("departed"), std::string::npos);
  EXPECT_NE(listener_.told[1].find("arrived"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Levels, PacketCarrierAt, testing::Values("fast", "clocked", "approximate"),
                         [](const auto& level) { return std::string(level.param); });

}  // namespace
}  // namespace switchyard
